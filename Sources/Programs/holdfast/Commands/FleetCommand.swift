import ArgumentParser
import Configuration
import EventLoop
import ProgramSupport

/// Lists the panels of a broker.
struct FleetCommand: JSONCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "List the panels of an MQTT broker, with versions, faults and lock states.",
        discussion: """
            Reads the retained messages of all panels below the topic of 'mqtt' in a panel's file, with that file's user \
            and password. The user needs the right to read 'panel' and 'availability' of all panels. Nothing is switched \
            or unlocked.
            """)

    @Argument(
        help: "A panel's file with 'mqtt'. The keys 'name', 'domain' and 'mqtt' are enough.",
        completion: .file(extensions: ["yaml", "yml"]))
    var file = InstalledPlaces.file

    @OptionGroup var json: JSONOption

    private struct NoBroker: Error, CustomStringConvertible {
        var file: String
        var description: String { "\(file): the file names no broker; add mqtt: {broker: …}" }
    }

    func perform() throws {
        let panel = try PanelFile.read(path: file)
        guard let broker = panel.broker else { throw NoBroker(file: file) }
        let settings = try broker.settings(in: panel.folder)
        let fleet = try EventLoop.panel.run { try await Fleet.read(at: settings, topic: broker.topic) }
        try json.print(fleet.panels, lines: fleet.lines)
    }
}
