import ArgumentParser
import PanelScripts
import ProgramSupport

/// `holdfast simulate SCRIPT…`
struct Simulate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run panel scripts and print their transcripts.",
        discussion: """
            A script plays a panel on the simulated board in virtual time, or on the kernel's gpio-sim in real time. \
            Exits 0 if all expectations hold, 1 if one does not, 2 if a script cannot be read.
            """)

    @Argument(help: "Panel scripts.", completion: .file(extensions: ["panel"]))
    var scripts: [String]

    @Option(help: "The panel's file, instead of the file that the scripts name.", completion: .file())
    var panel: String?

    @Option(help: "The board.")
    var board = ScriptPlay.Board.simulated

    @Flag(help: "Print no transcripts, only the expectations that do not hold.")
    var quiet = false

    @Option(
        help: "Draw what the lights show into this SVG file. Only for a single script.",
        completion: .file(extensions: ["svg"]))
    var picture: String?

    func validate() throws {
        if picture != nil, scripts.count > 1 {
            throw ValidationError("a picture is of one script; run them one by one")
        }
        if let picture, picture.isEmpty || picture == "-" {
            throw ValidationError("'\(picture)' is not a file for the picture; give one such as lights.svg")
        }
    }

    func run() throws {
        var isAsExpected = true
        for path in scripts {
            let outcome = try Output.reporting {
                try ScriptPlay.run(path, panel: panel, board: board, isQuiet: quiet, picture: picture)
            }
            let failed = outcome.failures.count
            for failure in outcome.failures { Output.printError(failure.description) }
            Output.print("\(path): \(outcome.expectations - failed) of \(outcome.expectations) expectations hold")
            isAsExpected = isAsExpected && failed == 0
        }
        if !isAsExpected { throw Output.failure }
    }
}

extension ScriptPlay.Board: ExpressibleByArgument {}
