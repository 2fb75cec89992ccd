import Configuration
import EventLoop
import GPIO
import LocalAPI
import ProgramSupport
import SimulatedGPIO

/// A simulated board with parts on its lines, which clients move by `io.holdfast.Board`.
@PanelActor
final class SimulatedBench {
    private let hardware: SimulatedHardware
    private let folder: LaunchFolder
    private let server: VarlinkServer

    var board: any Board { hardware.board }

    /// The parts on the lines. The buttons have the names of their lines.
    private static let wiring = """
        name: Simulated board
        domain: org.example.simulated
        board: simulated
        controls:
          relay: {toggle: {line: GPIO18}}
          lock: {toggle: {line: GPIO23, active: low}}
          contact: {sensor: {line: GPIO24}}
        buttons:
          GPIO17: {line: GPIO17, hold: null}
          GPIO22: {line: GPIO22, hold: null}
          GPIO27: {line: GPIO27, hold: null}
        lights:
          light: {line: GPIO26, shows: relay}
          lamp: {line: GPIO12, shows: lock}
        keypad:
          rows: [GPIO5, GPIO6, GPIO13, GPIO19]
          columns: [GPIO16, GPIO20, GPIO21]
          keys: ["123", "456", "789", "*0#"]

        """

    /// Begins to serve the board at a socket of its own.
    ///
    /// - Throws: `ConfigurationError`, `FileProblem`, `VarlinkServerError`.
    init() throws {
        let panel = try PanelFile.parse(Array(Self.wiring.utf8), file: "simulated board")
        hardware = SimulatedHardware(for: panel)
        folder = try LaunchFolder(for: nil)
        server = VarlinkServer(product: "Holdfast", version: holdfastVersion, interfaces: [hardware.attach()])
        do {
            try server.listen(path: folder.socket, mode: 0o600)
        } catch {
            folder.remove()
            throw error
        }
        let parts = Dictionary(uniqueKeysWithValues: panel.outputParts)
        hardware.board.outputChanged = { address, isHigh in
            guard let name = address.name, let part = parts[name], isHigh != part.isActiveLow else { return }
            Output.print("The simulated \(part.name) on \(name) is on.")
        }
    }

    /// The parts and the commands that move them, for people.
    var greeting: [String] {
        [
            "The simulated board has buttons on GPIO17, GPIO22 and GPIO27. A relay is on GPIO18, a lock on GPIO23, and lights "
                + "are on GPIO26 and GPIO12.",
            "The contact on GPIO24 is open, like that of an open door. 'sense GPIO24 active' shuts the door, "
                + "'inactive' opens it.",
            "A keypad is on GPIO5, GPIO6, GPIO13, GPIO19, GPIO16, GPIO20 and GPIO21.",
            "In another terminal: export \(PanelSocket.variable)=\(folder.socket)",
            "Then: holdfast press GPIO17, holdfast sense GPIO24 active, holdfast keys 1",
        ]
    }

    func stop() {
        server.stop()
        hardware.detach()
        folder.remove()
    }
}

extension PanelDescription {
    /// The parts on outputs, by the lines' names.
    fileprivate var outputParts: [(String, (name: String, isActiveLow: Bool))] {
        controls.compactMap { control in
            control.action.output.map { ($0.line.name, (control.key, $0.line.isActiveLow)) }
        } + lights.flatMap { light in light.output.lines.map { ($0.name, (light.name, $0.isActiveLow)) } }
    }
}
