import EventLoop
import Layout
import LocalAPI
import MonotonicTime
import Testing

@testable import Panel

/// The text display as a service for other programs.
@PanelActor
@Suite(.timeLimit(.minutes(5)))
struct DisplayServiceTests {
    private typealias Method = PanelInterface.Display

    private func ask(_ panel: TestPanel, columns: Int? = nil, rows: Int? = nil) async throws -> Method.Reply? {
        let parameters = Method.Parameters(columns: columns, rows: rows)
        return try await panel.ask(Method.method, parameters, Method.Reply.self).first
    }

    private static let display = "\ndisplay: {device: /dev/lcd, columns: 16, rows: 2}\n"

    @Test("a program gets the text that a display of the requested size would show, also without a display")
    func frames() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        panel.engine.begin(PanelFault(part: .store, cause: .store("Überfüllt")))
        let rows = ["Hallway", "Fault: what the", "panel keeps:", "Überfüllt"]
        #expect(try await ask(panel) == Method.Reply(columns: 20, rows: rows))
        #expect(try await ask(panel, rows: 1) == Method.Reply(columns: 20, rows: ["Fault: what the pane"]))
        await panel.stop()
    }

    @Test("with a display, its size and characters are the default of the service")
    func ownDisplay() async throws {
        let panel = try TestPanel.arranged(SamplePanel.arranged + Self.display)
        await panel.settle()
        panel.engine.begin(PanelFault(part: .store, cause: .store("Überfüllt")))
        #expect(try await ask(panel)?.columns == 16)
        #expect(try await ask(panel, columns: 40)?.rows == ["Hallway", "Fault: what the panel keeps: Überfüllt"])
        await panel.stop()
    }

    @Test("a display size out of range fails", arguments: [(7, 4), (201, 4), (20, 0), (20, 51), (Int.max, Int.min)])
    func sizes(columns: Int, rows: Int) async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        await #expect(throws: VarlinkClientError.self) { try await ask(panel, columns: columns, rows: rows) }
        await panel.stop()
    }

    @Test("a follower gets each frame, also of the panel after a reload, until it disconnects")
    func following() async throws {
        let panel = try TestPanel.arranged()
        await panel.settle()
        var frames: [[String]] = []
        let client = VarlinkClient(path: panel.socket)
        client.call(Method.self, .init(rows: 2), more: true) { result in
            if case .success(let reply) = result { frames.append(reply.value.rows) }
        }
        await panel.settle()
        #expect(frames == [["Hallway", ""]])
        panel.engine.begin(PanelFault(part: .store, cause: .store("full")))
        await panel.settle()
        #expect(frames.last == ["Hallway", "Fault: what the pane"])
        await panel.advance(.milliseconds(800))
        #expect(frames.last == ["Hallway", "ault: what the panel"])
        try await panel.restart()
        #expect(frames.last == ["Hallway", ""])
        #expect(panel.engine.surfaces.displays.views.count == 1)
        client.close()
        await panel.settle()
        #expect(panel.engine.surfaces.displays.views.count == 0)
        await panel.stop()
    }
}
