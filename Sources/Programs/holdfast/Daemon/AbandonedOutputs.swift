import Configuration
import EventLoop
import GPIO
import Glibc
import Indicators
import Panel
import ProgramSupport

/// The outputs and LEDs that an ended panel may have left driven, by the records in its runtime directory.
enum AbandonedOutputs {
    /// The record of driven lines is damaged, and no panel file names the outputs.
    struct UnreadableRecord: Error, CustomStringConvertible {
        fileprivate let error: DrivenLinesError
        var description: String { "\(error); no line is touched: give the panel's file" }
    }

    /// Makes the outputs inactive, gives the LEDs back, and prints the numbers of both.
    ///
    /// - Parameters:
    ///   - directory: The runtime directory.
    ///   - file: The panel's file, whose outputs take the place of a damaged record.
    ///   - stateDirectory: The folder with the last good text of the file, whose outputs are added.
    /// - Returns: The outputs that may still be driven, each with the reason.
    /// - Throws: `UnreadableRecord`, `ConfigurationError`, `GPIOError`, `DrivenLinesError`.
    static func makeInactive(
        in directory: String, file: String?, stateDirectory: String?
    ) throws -> [String] {
        let failures = try EventLoop.panel.run {
            try makeInactive(leftLines(recordedAt: directory + "/" + RuntimeFile.drivenLines, file, stateDirectory))
        }
        // A running panel holds the directory's lock, and keeps its LEDs.
        if let lock = try? DirectoryLock(directory) {
            let count = LEDRecord(path: directory + "/" + RuntimeFile.takenLEDs).giveBack()
            if count > 0 { Output.print("\(counted(count, "LED")) given back") }
            withExtendedLifetime(lock) {}
        }
        return failures
    }

    /// Makes all outputs of a panel's file inactive, for a panel whose record is gone, and prints their number. Root calls
    /// this for the installed panel, and takes each file that the panel's own user would take.
    ///
    /// - Parameter stateDirectory: The folder with the last good text of the file, whose outputs are added.
    /// - Returns: The outputs that may still be driven, each with the reason.
    /// - Throws: `ConfigurationError`, `GPIOError`.
    static func makeInactive(outputsOf file: String, stateDirectory: String?) throws -> [String] {
        try EventLoop.panel.run {
            let owner = geteuid() == 0 ? getpwnam(InstalledPlaces.user)?.pointee.pw_uid : nil
            return try makeInactive(outputs(of: panels(of: file, stateDirectory, for: owner)))
        }
    }

    /// The panels that may have run with the file: that of the last good text, and that of the file, as far as they can be
    /// used. A person may have fixed the file while the last good text ran.
    ///
    /// - Throws: The file's errors where there is neither.
    private nonisolated static func panels(
        of file: String, _ stateDirectory: String?, for owner: UInt32? = nil
    ) throws(ConfigurationError) -> [PanelDescription] {
        let kept = stateDirectory.flatMap { LastGoodFile(in: $0, of: file).panel(for: owner) }
        do throws(ConfigurationError) {
            let panel = try PanelFile.read(path: file, isTrusted: true, for: owner)
            return [kept, panel].compactMap(\.self)
        } catch {
            guard let kept else { throw error }
            Output.printError("holdfast safe: \(file) cannot be used; the outputs of the last good one take its place")
            return [kept]
        }
    }

    /// The outputs of panels, each once, as the first panel drives it. A line that a later panel only reads is left out: a
    /// button may be there by now.
    ///
    /// - Parameter openBoard: Opens the board of a panel.
    /// - Throws: The error of `openBoard` for the last panel.
    @PanelActor
    static func outputs(
        of panels: [PanelDescription],
        on openBoard: (PanelDescription) throws(ConfigurationError) -> any Board = { panel throws(ConfigurationError) in
            try panel.openKernelBoard(watchingChips: false)
        }
    ) throws(ConfigurationError) -> LeftLines {
        var left = LeftLines()
        for (index, panel) in panels.enumerated() where panel.board != .simulated {
            do throws(ConfigurationError) {
                let board = try openBoard(panel)
                let (lines, missing) = panel.drivenLines(on: board)
                let others = panel.addresses(on: board).subtracting(lines.map(\.address))
                let known = Set(left.lines.map(\.address))
                left.lines =
                    left.lines.filter { !others.contains($0.address) }
                    + lines.filter { !known.contains($0.address) }
                left.missing = missing.map { "\($0.line): \($0.error)" }
            } catch {
                // Hardware that an earlier text names may have been taken away since.
                if index == panels.count - 1 { throw error }
            }
        }
        return left
    }

    /// Makes the lines inactive, and prints their number.
    ///
    /// - Returns: The lines that may still be driven, each with the reason.
    @PanelActor
    private static func makeInactive(_ left: LeftLines) throws -> [String] {
        let board = try KernelBoard(watchingChips: false)
        let failures =
            try left.record?.makeInactive(on: board, consumer: "holdfast safe")
            ?? left.lines.makeInactive(on: board, consumer: "holdfast safe")
        let count = left.lines.count
        if count > 0 { Output.print("\(count - failures.count) of \(count) lines made inactive") }
        return left.missing + failures.map { "\(name(of: $0.line.address)): \($0.error)" }
    }

    /// The line as a panel's file names it: on a Raspberry Pi's header by its number.
    private static func name(of address: LineAddress) -> String {
        let onHeader = address.headerLine.flatMap { HeaderLine(number: $0, kernelName: address.name) }
        return onHeader?.text ?? address.name ?? String(address.offset)
    }

    /// The lines that a panel has left driven.
    struct LeftLines {
        var lines: [DrivenLine] = []
        /// The record, from which lines are removed as they are made inactive. `nil` if the damaged record stays for
        /// another attempt.
        var record: DrivenLinesFile?
        /// Why other lines cannot be found, with a text for each line.
        var missing: [String] = []
    }

    /// The lines in the record; if the record is damaged, the outputs of the panel's file.
    @PanelActor
    private static func leftLines(
        recordedAt path: String, _ file: String?, _ stateDirectory: String?
    ) throws -> LeftLines {
        do throws(DrivenLinesError) {
            let record = try DrivenLinesFile(path: path)
            // Simulated lines have ended with their process.
            let lines = record.lines.filter { $0.address.chipLabel != LineAddress.simulatedLabel }
            let isWhole = lines.count == record.lines.count
            return LeftLines(lines: lines, record: isWhole ? record : DrivenLinesFile(replacing: path, with: lines))
        } catch {
            guard let file else { throw UnreadableRecord(error: error) }
            Output.printError("holdfast safe: \(error); the outputs of \(file) take its place")
            var left = try outputs(of: panels(of: file, stateDirectory))
            if left.missing.isEmpty { left.record = DrivenLinesFile(replacing: path, with: left.lines) }
            return left
        }
    }
}
