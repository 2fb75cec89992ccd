import ControlModel
import Foundation
import Glibc
import LocalAPI
import Testing

/// `holdfast monitor`
struct MonitorTests {
    private func monitor(_ panel: FakePanel, _ arguments: [String] = []) throws -> Command {
        try Command(["monitor", "--socket", panel.path] + arguments)
    }

    /// The line without the time of day at its start.
    private func text(_ line: String?) throws -> String {
        let line = try #require(line)
        let match = try #require(line.wholeMatch(of: /\d\d:\d\d:\d\d  (.*)/), "\(line)")
        return String(match.1)
    }

    @Test("monitor prints a line for each event until Ctrl-C", arguments: [SIGINT, SIGTERM, SIGHUP])
    func lines(signal: Int32) async throws {
        let panel = try await FakePanel()
        let command = try monitor(panel)
        #expect(try text(command.nextLine()) == "ready: no faults, 3 controls")
        #expect(try text(command.nextLine()) == "lamp: Off")
        _ = try command.nextLine(with: "bell")
        var lamp = FakePanel.controls[0]
        lamp.snapshot.valueText = "On"
        // The end of a hint has no line, and neither has a control without a visible change.
        let notices: [(PanelNotice, String?)] = [
            (PanelNotice(.hint, text: "Hold to Turn On 'Lamp'"), "hint: Hold to Turn On 'Lamp'"),
            (PanelNotice(.hint), nil), (PanelNotice(.status), nil),
            (PanelNotice(.performing, name: "lamp"), "lamp performs"),
            (PanelNotice(.control, name: "lamp", control: lamp), "lamp: On, before Off"),
            (PanelNotice(.control, name: "lamp", control: lamp), nil),
            (PanelNotice(.unlocked), "the panel is unlocked"),
            (PanelNotice(.performed, name: "lamp"), "lamp performed"),
            (PanelNotice(.failed, name: "oven", text: "too\nhot"), "oven failed: too\\nhot"),
            (PanelNotice(.refused, name: "lamp", text: "it performs"), "lamp is refused: it performs"),
            (PanelNotice(.status, text: "Lamp On"), "status: Lamp On"),
            (PanelNotice(.opened, name: "map", opens: FakePanel.target), "map opens Kitchen"),
            (PanelNotice(.confirmation, name: "oven", text: "Really?"), "oven asks: Really?"),
            (PanelNotice(.confirmation, name: "oven"), "oven asks no more"),
            (PanelNotice(.activity, activity: FakePanel.status.activities[0]), "activity: Timer, Work"),
            (PanelNotice(.activityEnded, text: "1"), "activity ended: Timer"),
            (PanelNotice(.fault, text: "button 'action' sticks"), "fault: button 'action' sticks"),
            (PanelNotice(.mended, text: "button 'action' sticks"), "mended: button 'action' sticks"),
            (
                PanelNotice(.extension, extension: FakePanel.status.extensions[1]),
                "extension music is absent: cannot be reached"
            ),
            (PanelNotice(.removed, name: "lamp"), "lamp is gone"),
        ]
        for (notice, line) in notices {
            await panel.tell(notice)
            if let line { #expect(try text(command.nextLine()) == line) }
        }
        command.send(signal)
        let outcome = try command.waitForEnd()
        #expect(outcome.status == 0)
        #expect(outcome.output + outcome.errors == "")
    }

    @Test("monitor prints the lock and faults when the state comes again, then the changes with their places")
    func changes() async throws {
        let panel = try await FakePanel()
        let command = try monitor(panel)
        _ = try command.nextLine(with: "bell")
        var (lamp, siren) = (FakePanel.controls[0], FakePanel.controls[0])
        lamp.places = ["lights.lamp"]
        (siren.name, siren.places, siren.snapshot.valueText) = ("siren", [], "On")
        let notices = [
            PanelNotice(.reset), PanelNotice(.control, name: "lamp", control: lamp),
            PanelNotice(.control, name: "siren", control: siren),
            PanelNotice(.control, name: FakePanel.controls[2].name, control: FakePanel.controls[2]),
            PanelNotice(.locked), PanelNotice(.lockout, text: "the PIN pad takes no PINs"),
            PanelNotice(.extension, extension: FakePanel.status.extensions[0]),
            PanelNotice(.extension, extension: FakePanel.status.extensions[1]),
            PanelNotice(.fault, name: "button 'action'", text: "button 'action' sticks"), PanelNotice(.ready),
        ]
        for notice in notices { await panel.tell(notice) }
        for line in [
            "the panel sends its state again", "ready: locked, 1 fault, 3 controls",
            "fault: button 'action' sticks", "extension music is absent: cannot be reached",
            "lockout: the PIN pad takes no PINs", "org.example.focus.timer is gone",
            "lamp is at lights.lamp, before at buttons.action.hold, lights.lamp",
            "siren is new, placed nowhere: On",
        ] {
            #expect(try text(command.nextLine()) == line)
        }
        command.send(SIGINT)
        #expect(try command.waitForEnd().output == "")
    }

    @Test("monitor --json prints each notice as received")
    func json() async throws {
        let panel = try await FakePanel()
        let command = try monitor(panel, ["--json"])
        let ready = try command.nextLine(with: "ready")
        #expect(ready == #"{"event":"ready"}"#)
        let notice = PanelNotice(.hint, text: "Hold\u{9B}1m")
        await panel.tell(notice)
        let line = try #require(try command.nextLine())
        #expect(line == #"{"event":"hint","text":"Hold\u009b1m"}"#)
        #expect(try JSONDecoder().decode(PanelNotice.self, from: Data(line.utf8)) == notice)
        command.send(SIGINT)
        #expect(try command.waitForEnd().status == 0)
    }

    @Test("monitor exits with 1 and one line at the panel's end")
    func panelEnds() async throws {
        let panel = try await FakePanel()
        let command = try monitor(panel)
        _ = try command.nextLine(with: "ready")
        await panel.stop()
        let outcome = try command.waitForEnd()
        #expect(outcome.status == 1)
        #expect(outcome.errors == "holdfast: the panel at \(panel.path) has ended\n")
    }

    @Test("monitor on a terminal updates a picture in place")
    func picture() async throws {
        let panel = try await FakePanel()
        // script(1) provides the terminal.
        let command = try Command(
            ["-qefc", "\(Command.program) monitor --socket \(panel.path)", "/dev/null"],
            environment: ["TERM": "xterm", "SHELL": "/bin/sh"], program: "/usr/bin/script")
        #expect(try command.nextLine(with: "no faults").hasSuffix("no faults, 3 controls\r"))
        #expect(try command.nextLine(with: "NAME").hasSuffix("PLACES\r"))
        _ = try command.nextLine(with: "bell")
        await panel.tell(PanelNotice(.hint, text: "Hold to Turn On 'Lamp'"))
        // The cursor moves up over the five lines of the first picture, with line wrapping off.
        #expect(try command.nextLine(with: "no faults").hasPrefix("\u{1B}[?7h\u{1B}[?7l\u{1B}[5A\r\u{1B}[J"))
        #expect(try command.nextLine(with: "hint") == "hint      Hold to Turn On 'Lamp'\r")
        await panel.stop()
        let outcome = try command.waitForEnd()
        #expect(outcome.status == 1)
        #expect(outcome.output.hasSuffix("\u{1B}[?7hholdfast: the panel at \(panel.path) has ended\r\n"))
    }
}
