import ControlModel
import EventLoop
import Indicators
import Panel
import SimulatedGPIO
import Testing

/// Lights react before observers are notified, and observers receive events in the order in which they occurred.
@PanelActor
struct AnswerOrderTests {
    /// A word for each event of a press, `nil` for other events.
    private func word(_ event: PanelEvent) -> String? {
        switch event {
        case .buttonPressed: "pressed"
        case .buttonReleased: "released"
        case .lightShown(_, let frame): frame.isLit ? "lit" : "dark"
        case .statusShown(let status): status
        default: nil
        }
    }

    @Test("a light is lit before observers see the press and dark before they see the release; its own event follows")
    func order() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        var words: [String] = []
        var edgesAtPress: Int?
        panel.engine.observe { event in
            if case .buttonPressed = event { edgesAtPress = panel.edges["GPIO26"] }
            if let word = word(event) { words.append(word) }
        }
        try panel.engine.start()
        await panel.advance(.milliseconds(10))
        panel.forgetEdges()
        words = []
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.milliseconds(100))
        #expect(edgesAtPress == 1)
        #expect(words.prefix(2) == ["pressed", "lit"])
        words = []
        try panel.board.moveContact("GPIO17", isClosed: false)
        await panel.advance(.milliseconds(20))
        #expect(words.prefix(2) == ["released", "dark"])
        panel.engine.stop()
        await panel.expectNothingLeft()
    }

    @Test("events that an observer causes follow the events that occurred before")
    func setOff() async throws {
        let panel = try TestPanel(SamplePanel.ordinary)
        var words: [String] = []
        panel.engine.observe { event in
            if let word = word(event) { words.append(word) }
            if case .buttonPressed = event { panel.engine.light("lamp")?.show(.off, on: .test) }
        }
        try panel.engine.start()
        await panel.advance(.milliseconds(10))
        words = []
        try panel.board.moveContact("GPIO17", isClosed: true)
        await panel.advance(.milliseconds(20))
        #expect(words == ["pressed", "lit", "dark"])
        try panel.board.moveContact("GPIO17", isClosed: false)
        await panel.advance(.milliseconds(20))
        panel.engine.stop()
        await panel.expectNothingLeft()
    }
}
