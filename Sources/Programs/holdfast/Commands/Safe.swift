import ArgumentParser
import ProgramSupport

/// `holdfast safe`
struct Safe: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make outputs inactive that a panel left driven.",
        discussion: """
            For ExecStopPost= of the service. Reads the record of driven lines from the runtime directory. If the record \
            is damaged, uses the outputs of the panel's file instead. Lines that another process holds stay as they are \
            and are listed. LEDs of the kernel that the panel left in use return to their former state. With --all, \
            needs no record, and drives each output of the file to its inactive level. Exits 0 if no output is left \
            driven.
            """)

    @Argument(
        help: """
            The panel's file, whose outputs are made inactive if the record is damaged. If the file cannot be used, the \
            last good file of the state directory is used.
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
            Output.printError("holdfast safe: no runtime directory; give --runtime-directory")
            throw Output.unreadable
        }
        return try AbandonedOutputs.makeInactive(in: directory, file: file, stateDirectory: state.path)
    }
}
