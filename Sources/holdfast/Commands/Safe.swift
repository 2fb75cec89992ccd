import ArgumentParser
import EventLoop
import GPIO
import Indicators

/// `holdfast safe`
struct Safe: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the outputs inactive that a panel left driven.",
        discussion: """
            For ExecStopPost= of the service: reads the record that a running panel keeps in its runtime directory, not the \
            panel's file. Lines that somebody holds now are left alone and named. LEDs of the kernel that it left taken are \
            given back as it found them. Exits 0 where nothing is left driven.
            """)

    /// The record's name in the runtime directory.
    static let recordName = "driven-lines"
    /// The name of that of LEDs.
    static let ledRecordName = "taken-leds"

    @OptionGroup var runtime: RuntimeDirectoryOption

    func run() throws {
        try Output.reporting {
            guard let directory = runtime.path else {
                Output.printError("holdfast safe: which runtime directory? Give --runtime-directory")
                throw Output.unreadable
            }
            let failures = try EventLoop.panel.run {
                let record = try DrivenLinesFile(path: directory + "/" + Safe.recordName)
                let count = record.lines.count
                let board = try KernelBoard(watchingChips: false)
                let failures = try record.makeInactive(on: board, consumer: "holdfast safe")
                if count > 0 { Output.print("\(count - failures.count) of \(count) lines made inactive") }
                return failures.map { "\($0.line.address.name ?? "\($0.line.address.offset)"): \($0.error)" }
            }
            // Those of a panel that runs are its own.
            if let lock = try? DirectoryLock(directory) {
                let count = LEDRecord(path: directory + "/" + Safe.ledRecordName).giveBack()
                if count > 0 { Output.print("\(count) LED\(count == 1 ? "" : "s") given back") }
                withExtendedLifetime(lock) {}
            }
            for failure in failures { Output.printError("holdfast safe: \(failure)") }
            if !failures.isEmpty { throw Output.failure }
        }
    }
}
