import MonotonicTime
import Testing

@testable import Gestures

@Suite("Multiple taps and the long hold")
struct MultiTapTests {
    @Test(
        "a button with a double tap tells one tap from two",
        arguments: [
            GestureCase(
                "a single tap waits for the window",
                "d 100 u 1000",
                "pressed@0 released@100/100 tap@400", bound: .doubleTap),
            GestureCase(
                "two taps are a double tap, at the second release",
                "d 100 u 200 d 100 u 1000",
                "pressed@0 released@100/100 pressed@300 released@400/100 double_tap@400", bound: .doubleTap),
            GestureCase(
                "the window is for the second press to begin, not to end",
                "d 100 u 299.999999 d 400 u 1000",
                "pressed@0 released@100/100 pressed@399.999999 released@799.999999/400 double_tap@799.999999",
                bound: .doubleTap),
            GestureCase(
                "a press at the window's end is another sequence",
                "d 100 u 300 d 100 u 1000",
                "pressed@0 released@100/100 tap@400 pressed@400 released@500/100 tap@800", bound: .doubleTap),
            GestureCase(
                "three taps are a double tap and a tap",
                "d 50 u 50 d 50 u 50 d 50 u 1000",
                "pressed@0 released@50/50 pressed@100 released@150/50 double_tap@150 pressed@200 released@250/50 tap@550",
                bound: .doubleTap),
            GestureCase(
                "a tap, then a hold: both, the tap first",
                "d 100 u 100 d 700 u 1000",
                "pressed@0 released@100/100 pressed@200 tap@700 hold@700 released@900/700", bound: .doubleTap),
            GestureCase(
                "a hold does not wait",
                "d 700 u 1000",
                "pressed@0 hold@500 released@700/700", bound: .doubleTap),
            GestureCase(
                "another window",
                "d 100 u 80 d 10 u 100",
                "pressed@0 released@100/100 tap@150 pressed@180 released@190/10", bound: .doubleTap,
                timings: GestureTimings(multiTapWindow: .milliseconds(50))),
            GestureCase(
                "a window below the debounce window is raised to it",
                "d 100 u 4 d 100 u 100",
                "pressed@0 released@100/100 pressed@104 released@204/100 tap@209", bound: .doubleTap,
                timings: GestureTimings(multiTapWindow: .milliseconds(1))),
            GestureCase(
                "a contact that chatters makes neither a tap nor a double tap",
                "d 8 u 8 d 8 u 8 d 8 u 1000",
                "pressed@0 released@8/8 pressed@16 released@24/8 pressed@32 released@40/8", bound: .doubleTap),
            GestureCase(
                "noise after a tap does not extend the wait for another",
                "d 100 u 290 d 5 u 100 d 100 u 1000",
                "pressed@0 released@100/100 pressed@390 released@395/5 tap@400 pressed@495 released@595/100 tap@895",
                bound: .doubleTap),
            GestureCase(
                "noise at the end of the wait delays the tap until the noise has stopped bouncing",
                "d 100 u 295 d 15 u 1000",
                "pressed@0 released@100/100 pressed@395 released@410/15 tap@415", bound: .doubleTap),
            GestureCase(
                "noise between two taps leaves a double tap one",
                "d 100 u 100 d 5 u 100 d 100 u 1000",
                "pressed@0 released@100/100 pressed@200 released@205/5 pressed@305 released@405/100 double_tap@405",
                bound: .doubleTap),
            GestureCase(
                "a glitch before a tap is no double tap",
                "d 10 u 50 d 100 u 1000",
                "pressed@0 released@10/10 pressed@60 released@160/100 tap@460", bound: .doubleTap),
            GestureCase(
                "a glitch before a hold is no tap",
                "d 10 u 50 d 700 u 100",
                "pressed@0 released@10/10 pressed@60 hold@560 released@760/700", bound: .doubleTap),
            GestureCase(
                "the shortest tap counts",
                "d 20 u 50 d 20 u 1000",
                "pressed@0 released@20/20 pressed@70 released@90/20 double_tap@90", bound: .doubleTap),
            GestureCase(
                "a press that bounces beyond the window is not counted twice",
                "d 3 u 4 d 100 u 1000",
                "pressed@0 released@3/3 pressed@7 released@107/100 tap@407", bound: .doubleTap),
            GestureCase(
                "a release that bounces beyond the window is not counted twice",
                "d 100 u 3 d 4 u 1000",
                "pressed@0 released@100/100 pressed@103 released@107/4 tap@400", bound: .doubleTap),
            GestureCase(
                "after a double tap the contact's bounce is no hold",
                "d 50 u 50 d 50 u 3 d 5000 u 10",
                "pressed@0 released@50/50 pressed@100 released@150/50 double_tap@150", bound: .doubleTap),
        ])
    func doubleTap(_ rule: GestureCase) {
        rule.check()
    }

    @Test(
        "a button with a triple tap tells one tap from two and three",
        arguments: [
            GestureCase(
                "three taps are a triple tap, at the third release",
                "d 50 u 50 d 50 u 50 d 50 u 1000",
                "pressed@0 released@50/50 pressed@100 released@150/50 pressed@200 released@250/50 triple_tap@250",
                bound: [.doubleTap, .tripleTap]),
            GestureCase(
                "two taps wait, then are a double tap",
                "d 50 u 50 d 50 u 1000",
                "pressed@0 released@50/50 pressed@100 released@150/50 double_tap@450", bound: [.doubleTap, .tripleTap]),
            GestureCase(
                "one tap waits, then is a tap",
                "d 50 u 1000",
                "pressed@0 released@50/50 tap@350", bound: [.doubleTap, .tripleTap]),
            GestureCase(
                "without a double tap, two taps are one tap",
                "d 50 u 50 d 50 u 1000",
                "pressed@0 released@50/50 pressed@100 released@150/50 tap@450", bound: .tripleTap),
            GestureCase(
                "two taps, then a hold: a double tap, then the hold",
                "d 50 u 50 d 50 u 50 d 600 u 10",
                "pressed@0 released@50/50 pressed@100 released@150/50 pressed@200 double_tap@700 hold@700 released@800/600",
                bound: [.doubleTap, .tripleTap]),
            GestureCase(
                "four taps are a triple tap and a tap",
                "d 50 u 50 d 50 u 50 d 50 u 50 d 50 u 500",
                "pressed@0 released@50/50 pressed@100 released@150/50 pressed@200 released@250/50 triple_tap@250 "
                    + "pressed@300 released@350/50 tap@650", bound: .tripleTap),
        ])
    func tripleTap(_ rule: GestureCase) {
        rule.check()
    }

    @Test(
        "a button with a long hold tells it from a hold",
        arguments: [
            GestureCase(
                "a hold is performed at its release, before the long threshold",
                "d 1000 u 10",
                "pressed@0 armed@500 released@1000/1000 hold@1000", bound: .longHold),
            GestureCase(
                "released at the hold's threshold it is a hold",
                "d 500 u 10",
                "pressed@0 armed@500 released@500/500 hold@500", bound: .longHold),
            GestureCase(
                "released one nanosecond before the long threshold it is a hold",
                "d 2999.999999 u 10",
                "pressed@0 armed@500 released@2999.999999/2999.999999 hold@2999.999999", bound: .longHold),
            GestureCase(
                "the long hold is performed at its threshold, and the hold never",
                "d 3000 u 10",
                "pressed@0 armed@500 long_hold@3000 released@3000/3000", bound: .longHold),
            GestureCase(
                "down for longer it is the same",
                "d 20000 u 10",
                "pressed@0 armed@500 long_hold@3000 released@20000/20000", bound: .longHold),
            GestureCase(
                "a tap does not wait",
                "d 499 u 10",
                "pressed@0 released@499/499 tap@499", bound: .longHold),
            GestureCase(
                "earlier taps are told when the hold is armed",
                "d 50 u 50 d 600 u 10",
                "pressed@0 released@50/50 pressed@100 tap@600 armed@600 released@700/600 hold@700",
                bound: [.doubleTap, .longHold]),
            GestureCase(
                "a contact that opens for less than the window after its hold performs no long hold",
                "d 1000 u 1 d 5000 u 10",
                "pressed@0 armed@500 released@1000/1000 hold@1000", bound: .longHold),
            GestureCase(
                "a long threshold below the hold's is raised to it",
                "d 600 u 10",
                "pressed@0 armed@500 long_hold@500 released@600/600", bound: .longHold,
                timings: GestureTimings(longHold: .milliseconds(100))),
        ])
    func longHold(_ rule: GestureCase) {
        rule.check()
    }
}
