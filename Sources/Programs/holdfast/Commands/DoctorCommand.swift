import ArgumentParser
import ProgramSupport

/// `holdfast doctor [FILE]`
struct DoctorCommand: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find problems of the machine and its panel, with remedies.",
        discussion: """
            Examines permissions, kernel, GPIO lines, boot configuration, store, clocks, units, gateway, MQTT broker, \
            disks, power and the running panel. Changes nothing. If no panel runs, the command reads free lines of \
            contacts for a moment. Some checks need root. Exits 1 if a finding is an error, else 0.
            """)

    @Argument(
        help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file = InstalledPlaces.file

    @Flag(help: "Also print what is in order.")
    var verbose = false

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let examination = try Examiner(file: file, socket: panel.socket.path).examine()
        try json.print(examination.findings, lines: examination.lines(isVerbose: verbose))
        if examination.hasErrors { throw Output.failure }
    }
}
