import ArgumentParser
import Configuration
import ProgramSupport

/// The command line: `holdfast COMMAND …`.
@main
struct Holdfast: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "holdfast",
        abstract: "A control panel of buttons and lights for embedded Linux.",
        discussion: """
            Hold a button, and its control performs. Tap the button, and a hint says what a hold does. Lights show the \
            state of controls.
            """,
        version: "holdfast \(holdfastVersion)",
        groupedSubcommands: [
            CommandGroup(
                name: "Panel",
                subcommands: [
                    SetupCommand.self, Run.self, Up.self, Check.self, Explain.self, Schema.self, Simulate.self,
                    Play.self, Lines.self, Safe.self, DoctorCommand.self,
                ]),
            CommandGroup(
                name: "Running panel",
                subcommands: [
                    List.self, Show.self, Perform.self, SetToggle.self, Confirm.self, Reload.self, PushToken.self,
                    Intents.self,
                    Lights.self, Display.self, Monitor.self, Status.self,
                ]),
            CommandGroup(name: "Installation", subcommands: [Extension.self, SystemCommand.self]),
            CommandGroup(name: "Many panels", subcommands: [FleetCommand.self]),
            CommandGroup(name: "Simulated panel", subcommands: [Press.self, Sense.self, Keys.self]),
            CommandGroup(name: "Lock", subcommands: [Pin.self, LockCommand.self, Log.self, Backup.self, Restore.self]),
            CommandGroup(
                name: "Layout",
                subcommands: [
                    Gallery.self, LayoutCommand.self, PlaceCommand.self, Move.self, Resize.self, Remove.self,
                    Configure.self,
                ]),
        ])

    /// Runs the command of the command line. The parser would call a mistyped command an unexpected argument.
    static func main() {
        let commands = configuration.subcommands.map { $0._commandName } + ["help"]
        let words = CommandLine.arguments.dropFirst()
        // `help` shows the overview for a command that it does not know.
        let asked = words.first == "help" ? words.dropFirst().first : words.first
        if let word = asked, !word.hasPrefix("-"), !commands.contains(word) {
            let meant = NearestWord.to(word, among: commands).map { ". Did you mean '\($0)'?" } ?? ""
            exit(withError: ValidationError("Unknown command '\(word.onOneLine)'\(meant)"))
        }
        main(nil)
    }
}
