import MonotonicTime
import Testing

@testable import Gestures

@Suite("Tap and hold")
struct TapAndHoldTests {
    @Test(
        "a press is a tap or a hold, never both",
        arguments: [
            GestureCase(
                "a press shorter than the threshold is a tap, at its release",
                "d 100 u 1000",
                "pressed@0 released@100/100 tap@100"),
            GestureCase(
                "a hold is performed at the threshold, while the button is down",
                "d 800 u 1000",
                "pressed@0 hold@500 released@800/800"),
            GestureCase(
                "a release one nanosecond before the threshold is a tap",
                "d 499.999999 u 1000",
                "pressed@0 released@499.999999/499.999999 tap@499.999999"),
            GestureCase(
                "a release at the threshold is a hold",
                "d 500 u 1000",
                "pressed@0 hold@500 released@500/500"),
            GestureCase(
                "a hold is one gesture, however long",
                "d 59000 u 1000",
                "pressed@0 hold@500 released@59000/59000"),
            GestureCase(
                "each press is judged by itself",
                "d 100 u 50 d 600 u 50 d 100 u 50",
                "pressed@0 released@100/100 tap@100 pressed@150 hold@650 released@750/600 "
                    + "pressed@800 released@900/100 tap@900"),
            GestureCase(
                "still down at the end: the hold is all there is",
                "d 700",
                "pressed@0 hold@500"),
            GestureCase(
                "another threshold",
                "d 250 u 10",
                "pressed@0 hold@200 released@250/250",
                timings: GestureTimings(hold: .milliseconds(200))),
            GestureCase(
                "a hold threshold below the debounce window is raised to it",
                "d 1 u 1 d 10 u 10",
                "pressed@0 hold@5 released@12/12",
                timings: GestureTimings(hold: .milliseconds(1))),
        ])
    func exclusion(_ rule: GestureCase) {
        rule.check()
    }

    @Test(
        "bounce does not change a gesture",
        arguments: [
            GestureCase(
                "of press and release changes nothing",
                "d 0.2 u 0.3 d 0.4 u 0.1 d 99 u 1 d 1 u 1 d 0.5 u 1000",
                "pressed@0 released@100/100 tap@100"),
            GestureCase(
                "at the press leaves the hold's threshold where the first edge put it",
                "d 2 u 2 d 600 u 10",
                "pressed@0 hold@500 released@604/604"),
            GestureCase(
                "a glitch shorter than the window is at most a tap, released at its last edge",
                "d 1 u 1 d 1 u 1000",
                "pressed@0 released@3/3"),
            GestureCase(
                "a glitch that ends the window early does not hide the press after it",
                "d 1 u 20 d 600 u 10",
                "pressed@0 released@1/1 pressed@21 hold@521 released@621/600"),
            GestureCase(
                "that outlasts the window costs a tap; the hold still comes",
                "d 3 u 3 d 600 u 10",
                "pressed@0 released@3/3 pressed@6 hold@506 released@606/600"),
            GestureCase(
                "a contact that opens for less than the window after its hold performs no second one",
                "d 600 u 0.05 d 5000 u 10",
                "pressed@0 hold@500 released@600/600"),
            GestureCase(
                "not even when it goes on doing so",
                "d 600 u 1 d 1000 u 1 d 1000 u 2 d 1000 u 10",
                "pressed@0 hold@500 released@600/600"),
            GestureCase(
                "a contact that has been open for the whole window is pressed anew",
                "d 600 u 5 d 600 u 10",
                "pressed@0 hold@500 released@600/600 pressed@605 hold@1105 released@1205/600"),
        ])
    func bounce(_ rule: GestureCase) {
        rule.check()
    }

    @Test("a press is reported by its edge and a hold by its threshold, without a deadline in between")
    func deadlines() {
        // The debounce window ends without a wakeup, which would only find an unchanged level.
        var button = GestureCase("", "", "").recognizer()
        #expect(button.deadline == nil)
        #expect(button.edge(isActive: true, at: .zero).transcript == "pressed@0")
        #expect(button.isPressed)
        #expect(button.deadline == .zero.advanced(by: .milliseconds(500)))
        #expect(button.elapse(to: .zero.advanced(by: .milliseconds(499)), level: true).isEmpty)
        #expect(button.elapse(to: .zero.advanced(by: .milliseconds(510)), level: true).transcript == "hold@500")
        #expect(button.isPressed)
        #expect(
            button.edge(isActive: false, at: .zero.advanced(by: .milliseconds(520))).transcript == "released@520/520")
        #expect(!button.isPressed)
    }
}
