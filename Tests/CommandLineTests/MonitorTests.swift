import Controls
import Foundation
import Glibc
import LocalAPI
import Testing

/// `holdfast monitor`
struct MonitorTests {
    private func monitor(_ panel: FakePanel, _ arguments: [String] = []) throws -> Command {
        try Command(["monitor", "--socket", panel.path] + arguments)
    }

    /// The line without the time of day before it.
    private func text(_ line: String?) throws -> String {
        let line = try #require(line)
        let match = try #require(line.wholeMatch(of: /\d\d:\d\d:\d\d  (.*)/), "\(line)")
        return String(match.1)
    }

    @Test("a line for each happening, until Ctrl-C", arguments: [SIGINT, SIGTERM, SIGHUP])
    func lines(signal: Int32) async throws {
        let panel = try await FakePanel()
        let command = try monitor(panel)
        #expect(try text(command.nextLine()) == "lamp: Off")
        _ = try command.nextLine(with: "bell")
        #expect(try text(command.nextLine()) == "ready: 3 controls")
        var lamp = FakePanel.controls[0]
        lamp.snapshot.valueText = "On"
        let notices: [(PanelNotice, String)] = [
            (PanelNotice(.hint, text: "Hold to Turn On 'Lamp'"), "hint: Hold to Turn On 'Lamp'"),
            (PanelNotice(.hint), "no hint"),
            (PanelNotice(.performing, name: "lamp"), "lamp performs"),
            (PanelNotice(.control, name: "lamp", control: lamp), "lamp: On"),
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
                "extension music: absent: cannot be reached"
            ),
            (PanelNotice(.removed, name: "lamp"), "lamp is gone"),
        ]
        for (notice, line) in notices {
            await panel.tell(notice)
            #expect(try text(command.nextLine()) == line)
        }
        command.send(signal)
        let outcome = try command.waitForEnd()
        #expect(outcome.status == 0)
        #expect(outcome.output + outcome.errors == "")
    }

    @Test("--json: each notice as it came")
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

    @Test("the panel ends: exit code 1, and one line")
    func panelEnds() async throws {
        let panel = try await FakePanel()
        let command = try monitor(panel)
        _ = try command.nextLine(with: "ready")
        await panel.stop()
        let outcome = try command.waitForEnd()
        #expect(outcome.status == 1)
        #expect(outcome.errors == "holdfast: the panel at \(panel.path) has ended\n")
    }

    @Test("on a terminal: a picture that changes in place")
    func picture() async throws {
        let panel = try await FakePanel()
        // script(1) lends it a terminal.
        let command = try Command(
            ["-qefc", "\(Command.program) monitor --socket \(panel.path)", "/dev/null"],
            environment: ["TERM": "xterm", "SHELL": "/bin/sh"], program: "/usr/bin/script")
        #expect(try command.nextLine(with: "NAME").hasSuffix("PLACES\r"))
        _ = try command.nextLine(with: "bell")
        await panel.tell(PanelNotice(.hint, text: "Hold to Turn On 'Lamp'"))
        // Back over the four lines of the first picture, without lines that go on below.
        #expect(try command.nextLine(with: "NAME").hasPrefix("\u{1B}[?7h\u{1B}[?7l\u{1B}[4A\r\u{1B}[J"))
        #expect(try command.nextLine(with: "hint") == "hint      Hold to Turn On 'Lamp'\r")
        await panel.stop()
        let outcome = try command.waitForEnd()
        #expect(outcome.status == 1)
        #expect(outcome.output.hasSuffix("\u{1B}[?7hholdfast: the panel at \(panel.path) has ended\r\n"))
    }
}
