import ArgumentParser
import Configuration
import EventLoop
import GPIO
import Indicators
import Panel

/// `holdfast safe`
struct Safe: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the outputs inactive that a panel left driven.",
        discussion: """
            For ExecStopPost= of the service: reads the record that a running panel keeps in its runtime directory. Where the \
            record is damaged, the outputs of the panel's file take its place. Lines that somebody holds now are left alone \
            and named. LEDs of the kernel that it left taken are given back as it found them. Exits 0 where nothing is left \
            driven.
            """)

    /// The name of the record of driven lines in the runtime directory.
    static let recordName = "driven-lines"
    /// The name of the record of taken LEDs in the runtime directory.
    static let ledRecordName = "taken-leds"

    @Argument(
        help: "The panel's file, whose outputs are made inactive where the record is damaged.",
        completion: .file(extensions: ["yaml", "yml"]))
    var file: String?

    @OptionGroup var runtime: RuntimeDirectoryOption

    func run() throws {
        try Output.reporting {
            guard let directory = runtime.path else {
                Output.printError("holdfast safe: which runtime directory? Give --runtime-directory")
                throw Output.unreadable
            }
            let failures = try EventLoop.panel.run {
                let left = try leftLines(recordedAt: directory + "/" + Safe.recordName)
                let board = try KernelBoard(watchingChips: false)
                let failures =
                    try left.record?.makeInactive(on: board, consumer: "holdfast safe")
                    ?? left.lines.makeInactive(on: board, consumer: "holdfast safe")
                let count = left.lines.count
                if count > 0 { Output.print("\(count - failures.count) of \(count) lines made inactive") }
                return left.missing
                    + failures.map { "\($0.line.address.name ?? "\($0.line.address.offset)"): \($0.error)" }
            }
            // A running panel holds the directory's lock, and keeps its LEDs.
            if let lock = try? DirectoryLock(directory) {
                let count = LEDRecord(path: directory + "/" + Safe.ledRecordName).giveBack()
                if count > 0 { Output.print("\(count) LED\(count == 1 ? "" : "s") given back") }
                withExtendedLifetime(lock) {}
            }
            for failure in failures { Output.printError("holdfast safe: \(failure)") }
            if !failures.isEmpty { throw Output.failure }
        }
    }

    /// The lines that a panel has left driven.
    private struct LeftLines {
        var lines: [DrivenLine] = []
        /// The record, from which lines are removed as they are made inactive. `nil` if the damaged record stays for
        /// another attempt.
        var record: DrivenLinesFile?
        /// Why other lines cannot be found, with a text for each line.
        var missing: [String] = []
    }

    /// The lines in the record at `path`; if the record is damaged, the outputs of the panel's file.
    @PanelActor
    private func leftLines(recordedAt path: String) throws -> LeftLines {
        do throws(DrivenLinesError) {
            let record = try DrivenLinesFile(path: path)
            return LeftLines(lines: record.lines, record: record)
        } catch {
            guard let file else {
                Output.printError("holdfast safe: \(error); no line is touched: give the panel's file")
                throw Output.failure
            }
            Output.printError("holdfast safe: \(error); the outputs of \(file) take its place")
            let panel = try PanelFile.read(path: file, isTrusted: true)
            // Simulated lines end with their process, so none is left driven.
            if panel.board == .simulated { return LeftLines(record: DrivenLinesFile(replacing: path)) }
            let board = try Boards.makeBoard(for: panel, scheduler: EventLoop.panel, watchingChips: false)
            let (lines, missing) = panel.drivenLines(on: board)
            return LeftLines(
                lines: lines, record: missing.isEmpty ? DrivenLinesFile(replacing: path, with: lines) : nil,
                missing: missing.map { "\($0.line): \($0.error)" })
        }
    }
}
