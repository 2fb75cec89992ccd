import EventLoop
import MonotonicTime
import Testing

@testable import Panel

/// Hints and statuses, for viewers who may see private texts and for others.
@PanelActor
struct MomentaryTextTests {
    private let clock = VirtualScheduler()

    private func advance(by duration: Duration) {
        clock.advanceAtOnce(to: clock.now.advanced(by: duration))
    }

    @Test("a private text hides no public text from other viewers, neither as it begins nor as it ends")
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

    @Test("the end of a text is reported to exactly the viewers who saw it, and without a text to none")
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
