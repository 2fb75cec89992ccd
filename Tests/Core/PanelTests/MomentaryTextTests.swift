import EventLoop
import MonotonicTime
import Testing

@testable import Panel

/// Hints and statuses, for viewers who may see private texts and for others.
@PanelActor
struct MomentaryTextTests {
    private let clock = VirtualScheduler()

    /// A text, whose ends `note` gets for each audience.
    private func makeText(_ note: @escaping @PanelActor (String) -> Void) -> MomentaryText {
        let events = PanelEvents(lock: nil)
        for (viewpoint, name) in [(Viewpoint.authenticated, "viewers"), (.anybody, "others")] {
            _ = events.observe(as: viewpoint) { if $0 == .hintEnded { note(name) } }
        }
        return MomentaryText(events, shown: PanelEvent.hintShown, ended: .hintEnded, scheduler: clock)
    }

    private func advance(by duration: Duration) {
        clock.advanceAtOnce(to: clock.now.advanced(by: duration))
    }

    @Test("a private text hides no public text from other viewers, neither as it begins nor as it ends")
    func beside() {
        var ended: [String] = []
        let text = makeText { [clock] in ended.append("\(clock.now.nanoseconds / 1_000_000) \($0)") }
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
        #expect(ended == ["3000 others", "4000 viewers"])
    }

    @Test("the end of a text is reported to exactly the viewers who saw it, and without a text to none")
    func alone() {
        var ended: [String] = []
        let text = makeText { ended.append($0) }
        text.show("secret", redacted: nil)
        advance(by: .seconds(3))
        text.show("plain", redacted: "plain")
        text.clear()
        text.clear()
        #expect(ended == ["viewers", "viewers", "others"])
        #expect(text.text(true) == nil && text.text(false) == nil)
        advance(by: .seconds(10))
        #expect(ended.count == 3)
    }
}
