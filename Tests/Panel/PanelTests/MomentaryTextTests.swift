import EventLoop
import MonotonicTime
import Testing

@testable import Panel

/// Hints and statuses, for those who may see what is private and for all others.
@PanelActor
struct MomentaryTextTests {
    private let clock = VirtualScheduler()

    private func advance(by duration: Duration) {
        clock.move(to: clock.now.advanced(by: duration))
        while clock.fireDueTimer() {}
    }

    @Test("what is private takes nothing away that others see, neither when it comes nor when it goes")
    func beside() {
        var ended: [String] = []
        let text = MomentaryText(scheduler: clock) { [clock] in
            ended.append("\(clock.now.nanoseconds / 1_000_000) \($0) \($1)")
        }
        text.show("plain", redacted: "plain")
        advance(by: .seconds(1))
        text.show("secret", redacted: nil)
        #expect(text.text(true) == "secret" && text.text(false) == "plain")
        advance(by: .milliseconds(1_999))
        #expect(text.text(false) == "plain" && ended == [])
        advance(by: .milliseconds(1))
        #expect(text.text(true) == "secret" && text.text(false) == nil)
        advance(by: .seconds(1))
        #expect(text.text(true) == nil)
        #expect(ended == ["3000 false true", "4000 true false"])
    }

    @Test("what is private alone ends for those alone who saw it; what is not, for all at once; nothing, for nobody")
    func alone() {
        var ended: [String] = []
        let text = MomentaryText(scheduler: clock) { ended.append("\($0) \($1)") }
        text.show("secret", redacted: nil)
        advance(by: .seconds(3))
        text.show("plain", redacted: "plain")
        text.clear()
        text.clear()
        #expect(ended == ["true false", "true true"])
        #expect(text.text(true) == nil && text.text(false) == nil)
        advance(by: .seconds(10))
        #expect(ended.count == 2)
    }
}
