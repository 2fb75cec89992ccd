import ArgumentParser
import ProgramSupport

/// `holdfast safe`
struct Safe: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the outputs inactive that a panel left driven.",
        discussion: """
            For ExecStopPost= of the service: reads the record that a running panel keeps in its runtime directory. Where the \
            record is damaged, the outputs of the panel's file take its place. Lines that somebody holds now are left alone \
            and named. LEDs of the kernel that it left taken are given back as it found them. With --all it needs no record, \
            and drives each output of the file to its inactive level. Exits 0 where nothing is left driven.
            """)

    @Argument(
        help: """
            The panel's file, whose outputs are made inactive where the record is damaged. Where the file cannot be used, \
            the last good one counts that the state directory keeps.
            """,
        completion: .file(extensions: ["yaml", "yml"]))
    var file: String?

    @Flag(help: "Make each output of the panel's file inactive, without a record.")
    var all = false

    @OptionGroup var state: StateDirectoryOption

    @OptionGroup var runtime: RuntimeDirectoryOption

    func validate() throws {
        if all && file == nil { throw ValidationError("--all needs the panel's file.") }
    }

    func perform() throws {
        do {
            let failures = try makeInactive()
            for failure in failures { Output.printError("holdfast safe: \(failure)") }
            if !failures.isEmpty { throw Output.failure }
        } catch let error as AbandonedOutputs.UnreadableRecord {
            Output.printError("holdfast safe: \(error)")
            throw Output.failure
        }
    }

    private func makeInactive() throws -> [String] {
        if all, let file { return try AbandonedOutputs.makeInactive(outputsOf: file, stateDirectory: state.path) }
        guard let directory = runtime.path else {
            Output.printError("holdfast safe: which runtime directory? Give --runtime-directory")
            throw Output.unreadable
        }
        return try AbandonedOutputs.makeInactive(in: directory, file: file, stateDirectory: state.path)
    }
}
