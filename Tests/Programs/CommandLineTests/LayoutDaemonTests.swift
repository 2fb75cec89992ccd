import Foundation
import Glibc
import Testing

/// The layout of a running panel over a reload of its file and a crash.
struct LayoutDaemonTests {
    private static let file = """
        name: Test
        domain: org.example.test
        board: simulated
        controls: {lamp: {toggle: {line: GPIO18}}, door: {button: {pulse: GPIO23, for: 3s}}}
        buttons: {action: {line: GPIO17, hold: lamp}}
        lock_screen: [lamp]

        """

    /// Runs a command against the panel, and checks its output and status.
    private func expect(
        _ socket: String, _ words: String, _ output: String, status: Int32 = 0,
        _ location: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try Command(
            words.split(separator: " ").map(String.init), environment: ["HOLDFAST_SOCKET": socket]
        ).waitForEnd()
        #expect(outcome.status == status, "\(outcome.errors)", sourceLocation: location)
        #expect(outcome.output + outcome.errors == output, sourceLocation: location)
    }

    @Test("P4, P5 a placement in a running panel survives SIGHUP, until the file changes the place")
    func daemon() async throws {
        let file = Self.file
        let folder = try TemporaryFolder()
        try folder.write(file, to: "panel.yaml")
        let manager = try NotifySocket(in: folder)
        let panel = folder.path + "/panel"
        let command = try Command(
            ["run", "panel.yaml", "--runtime-directory", folder.path],
            environment: ["NOTIFY_SOCKET": manager.path, "HOLDFAST_SOCKET": panel], folder: folder.url)
        _ = try manager.next(with: "READY=1")
        try expect(panel, "set lamp on", "lamp: On\n")
        try expect(panel, "place door buttons.action.hold", "buttons.action.hold: Test\n")
        try expect(panel, "place door lock_screen --at 1", "lock_screen.1: Test\n")
        #expect(try Command.run("show", "lamp", environment: ["HOLDFAST_SOCKET": panel]).output.contains("On\n"))
        let export = """
            # Gestures go beside the line of their button, 'shows' beside that of its light.
            buttons:
              action: {hold: door}
            lock_screen:
              - door
              - lamp
            control_center: []

            """
        try expect(panel, "layout --export", export)
        command.send(SIGHUP)
        _ = try manager.next(with: "READY=1")
        try expect(panel, "layout --export", export)
        try folder.write(file.replacing("lock_screen: [lamp]", with: "lock_screen: []"), to: "panel.yaml")
        command.send(SIGHUP)
        _ = try manager.next(with: "RELOADING=1")
        _ = try manager.next(with: "READY=1")
        try expect(panel, "layout --reset buttons.action.hold", "")
        try expect(
            panel, "layout --export",
            export.replacing("hold: door", with: "hold: lamp").replacing(
                "lock_screen:\n  - door\n  - lamp", with: "lock_screen: []"))
        try folder.write(file + "layout: fixed\n", to: "panel.yaml")
        command.send(SIGHUP)
        _ = try manager.next(with: "RELOADING=1")
        _ = try manager.next(with: "READY=1")
        try expect(
            panel, "remove lock_screen.1", "holdfast: the panel's file keeps the layout as it is (layout: fixed)\n",
            status: 1)
        command.send(SIGTERM)
        let outcome = try command.waitForEnd()
        #expect(outcome.status == 0)
        let notice =
            "notice: layout: lock_screen is as the file says: it says something else than when it was changed by hand"
        #expect(outcome.errors.split(separator: "\n").count { $0 == notice } == 1, "\(outcome.errors)")
    }

    @Test("P4 a placement survives if the panel is killed as soon as it has answered")
    func killed() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.file, to: "panel.yaml")
        let panel = folder.path + "/panel"
        for (index, change) in ["place door buttons.action.hold", "place door lock_screen", "remove lock_screen.1"]
            .enumerated()
        {
            let manager = try NotifySocket(in: folder)
            let command = try Command(
                ["run", "panel.yaml", "--runtime-directory", folder.path, "--state-directory", folder.path],
                environment: ["NOTIFY_SOCKET": manager.path, "HOLDFAST_SOCKET": panel], folder: folder.url)
            _ = try manager.next(with: "READY=1")
            let layout = try Command.run("layout", "--export", environment: ["HOLDFAST_SOCKET": panel]).output
            #expect(layout.contains("action: {hold: \(index > 0 ? "door" : "lamp")}"), "\(layout)")
            #expect(layout.contains(index > 1 ? "lock_screen:\n  - lamp\n  - door" : "lock_screen:\n  - lamp"))
            let words = change.split(separator: " ").map(String.init)
            let outcome = try Command(words, environment: ["HOLDFAST_SOCKET": panel]).waitForEnd()
            command.send(SIGKILL)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(try command.waitForEnd().status == -SIGKILL)
            unlink(manager.path)
        }
        // The person's own file is unchanged.
        #expect(try String(contentsOfFile: folder.path + "/panel.yaml", encoding: .utf8) == Self.file)
    }
}
