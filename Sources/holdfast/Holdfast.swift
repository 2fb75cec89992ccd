import ArgumentParser

/// The command line: `holdfast COMMAND …`.
@main
struct Holdfast: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "holdfast",
        abstract: "A control panel of buttons and lights for embedded Linux.",
        discussion: """
            Hold a button and its control performs; tap it and a hint says what holding would do; lights show what is so.
            """,
        version: "holdfast \(version)",
        subcommands: [Run.self, Check.self, Simulate.self, Play.self, Lines.self, Safe.self])

    /// The release, as in CHANGELOG.md.
    static let version = "0.1.0"
}
