import Gestures
import MonotonicTime
import Testing

@Suite("Lost events")
struct LostEventTests {
    @Test(
        "the recognizer recovers from a lost release without a false gesture",
        arguments: [
            GestureCase(
                "becomes no hold: the level at the threshold says so",
                "d 100 (u) 1000",
                "pressed@0 aborted@500"),
            GestureCase(
                "of an armed hold becomes no long hold",
                "d 100 u 100 d 600 (u) 10 sync 5000",
                "pressed@0 released@100/100 tap@100 pressed@200 armed@700 aborted@810",
                late: "pressed@0 released@100/100 tap@100 pressed@200 aborted@810", bound: .longHold),
            GestureCase(
                "shows when the next press comes, which counts for nothing",
                "d 100 (u) 100 d 700 u 10",
                "pressed@0 aborted@200"),
            GestureCase(
                "shows when the next press comes; its bounce counts for nothing",
                "d 100 (u) 100 d 1 u 1 d 700 u 10",
                "pressed@0 aborted@200"),
            GestureCase(
                "costs no more than those two presses",
                "d 100 (u) 100 d 100 u 100 d 600 u 10",
                "pressed@0 aborted@200 pressed@400 hold@900 released@1000/600"),
            GestureCase(
                "within the debounce window is bounce",
                "d 1 (u) 1 d 600 u 10",
                "pressed@0 hold@500 released@602/602"),
            GestureCase(
                "after the hold ends the press when it is found out",
                "d 600 (u) 10 sync 1000",
                "pressed@0 hold@500 released@610/610", late: "pressed@0 aborted@610"),
            GestureCase(
                "after the hold is found out before the contact counts as stuck",
                "d 600 (u) 70000",
                "pressed@0 hold@500 released@60000/60000", late: "pressed@0 aborted@500"),
            GestureCase(
                "aborts the taps before it too",
                "d 50 u 50 d 50 (u) 100 sync 1000",
                "pressed@0 released@50/50 pressed@100 aborted@250", bound: .doubleTap),
        ])
    func release(_ rule: GestureCase) {
        rule.check()
    }

    @Test(
        "the recognizer recovers from a lost press without a false gesture",
        arguments: [
            GestureCase(
                "makes of its release no tap",
                "(d) 300 u 1000",
                ""),
            GestureCase(
                "aborts the taps that wait",
                "d 50 u 100 (d) 100 u 1000",
                "pressed@0 released@50/50 aborted@250", bound: .doubleTap),
            GestureCase(
                "after the multi-tap window takes nothing from the tap before it",
                "d 50 u 400 (d) 100 u 1000",
                "pressed@0 released@50/50 tap@350", bound: .doubleTap),
            GestureCase(
                "begins where the level is read",
                "(d) 100 sync 600 u 10",
                "pressed@100 hold@600 released@700/600"),
            GestureCase(
                "long after a hold: what follows is not the hold's bounce",
                "d 600 u 1000 (d) 300 u 2 d 600 u 10",
                "pressed@0 hold@500 released@600/600 pressed@1902 hold@2402 released@2502/600"),
            GestureCase(
                "does not stop the next one",
                "(d) 300 u 2 d 600 u 10",
                "pressed@302 hold@802 released@902/600"),
        ])
    func press(_ rule: GestureCase) {
        rule.check()
    }

    @Test(
        "a resynchronization ends a press without a gesture",
        arguments: [
            GestureCase(
                "while down and still down: aborted, and nothing more comes of that contact",
                "d 100 sync 5000 u 10",
                "pressed@0 aborted@100"),
            GestureCase(
                "while down, its bounce on the way up begins nothing",
                "d 100 sync 1000 u 1 d 1 u 1 d 1000 u 10",
                "pressed@0 aborted@100"),
            GestureCase(
                "while down and found up: aborted, no tap",
                "d 100 (u) 50 sync 1000",
                "pressed@0 aborted@150"),
            GestureCase(
                "the next press counts again",
                "d 100 sync 100 u 100 d 600 u 10",
                "pressed@0 aborted@100 pressed@300 hold@800 released@900/600"),
            GestureCase(
                "while a hold is armed: aborted",
                "d 700 sync 5000 u 10",
                "pressed@0 armed@500 aborted@700", late: "pressed@0 aborted@700", bound: .longHold),
            GestureCase(
                "after the hold: it stays performed, once",
                "d 700 sync 1000 u 10",
                "pressed@0 hold@500 released@1700/1700", late: "pressed@0 aborted@700"),
            GestureCase(
                "while taps wait: aborted",
                "d 50 u 100 sync 1000",
                "pressed@0 released@50/50 aborted@150", bound: .doubleTap),
            GestureCase(
                "after the multi-tap window: the tap stays told",
                "d 50 u 1000 sync 1000",
                "pressed@0 released@50/50 tap@350", bound: .doubleTap),
            GestureCase(
                "at rest: nothing",
                "100 sync 100 d 100 u 10",
                "pressed@200 released@300/100 tap@300"),
            GestureCase(
                "within the debounce window and down: only bounce was lost",
                "d 1 (u) 1 (d) 1 sync 600 u 10",
                "pressed@0 hold@500 released@603/603"),
            GestureCase(
                "within the debounce window and up: aborted, unless an edge tells of the release",
                "d 1 (u) 1 sync 1000",
                "pressed@0 aborted@2"),
            GestureCase(
                "within the debounce window, in the middle of bounce: the edges after it count",
                "d 1 (u) 1 sync 0.5 d 600 u 10",
                "pressed@0 hold@500 released@602.5/602.5"),
        ])
    func resynchronised(_ rule: GestureCase) {
        rule.check()
    }

    @Test(
        "a repeated edge is bounce within the window and shows a loss after it",
        arguments: [
            GestureCase(
                "within the debounce window is harmless",
                "d 2 d 600 u 2 u 10",
                "pressed@0 hold@500 released@602/602"),
            GestureCase(
                "below the threshold aborts",
                "d 100 d 1000 u 10",
                "pressed@0 aborted@100"),
            GestureCase(
                "after the hold (noise on a closed contact looks the same) performs no second one",
                "d 600 d 1000 d 1000 u 10",
                "pressed@0 hold@500 released@2600/2600", late: "pressed@0 aborted@600"),
            GestureCase(
                "of a release is nothing",
                "d 100 u 100 u 100 u 10",
                "pressed@0 released@100/100 tap@100"),
        ])
    func repeated(_ rule: GestureCase) {
        rule.check()
    }

    @Test("a repeated edge and the resynchronization that follows it abort a press only once")
    func repeatThenResynchronise() {
        var button = GestureCase("", "", "").recognizer()
        let script = GestureScript("d 100 d 0.1 sync 1000 u 10")
        #expect(script.outputs(of: &button, level: false, handling: .prompt).transcript == "pressed@0 aborted@100")
    }

    @Test("an overdue threshold makes no hold of a press whose release was lost before the next press")
    func overdue() {
        var button = GestureCase("", "", "").recognizer()
        let script = GestureScript("d 100 (u) 1000 d 100 u 10")
        #expect(script.outputs(of: &button, level: false, handling: .late).transcript == "pressed@0 aborted@1100")
    }

    @Test("a release between the reads of the queue and of the level does no harm when it is read")
    func race() {
        var button = GestureCase("", "", "").recognizer()
        var outputs = button.edge(isActive: true, at: .zero)
        outputs += button.elapse(to: .zero.advanced(by: .milliseconds(501)), level: false)
        outputs += button.edge(isActive: false, at: .zero.advanced(by: .microseconds(500_900)))
        outputs += button.edge(isActive: true, at: .zero.advanced(by: .milliseconds(600)))
        #expect(outputs.transcript == "pressed@0 aborted@500 pressed@600")
    }
}
