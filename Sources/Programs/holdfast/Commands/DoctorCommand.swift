import ArgumentParser
import ProgramSupport

/// `holdfast doctor [FILE]`
struct DoctorCommand: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Examine the machine and its panel, and print what is wrong with the remedy.",
        discussion: """
            Examines permissions, kernel, GPIO lines, boot configuration, store, clocks, units, gateway, MQTT broker, disks, power \
            and the running panel. Changes nothing. While no panel runs, the command reads free lines of contacts for a moment. \
            Root sees most. Exits 1 if a finding is an error, else 0.
            """)

    @Argument(
        help: "The panel's file.", completion: .file(extensions: ["yaml", "yml"]))
    var file = InstalledPlaces.file

    @Flag(help: "Print what is in order, too.")
    var verbose = false

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let examination = try Examiner(file: file, socket: panel.socket.path).examine()
        try json.print(examination.findings, lines: examination.lines(isVerbose: verbose))
        if examination.hasErrors { throw Output.failure }
    }
}
