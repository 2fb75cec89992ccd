import MonotonicTime
import Testing

@testable import Gestures

@Suite("Buttons fed by alternating current")
struct ReleaseTests {
    private static let timings = GestureTimings(release: .milliseconds(40))

    @Test(
        "a contact that closes with each half-wave is one press",
        arguments: [
            GestureCase(
                "100 closings a second are a hold, stamped with the first edge that shows the contact still closed",
                "200/s:700 1000", "pressed@0 hold@500 released@695/695", timings: timings),
            GestureCase(
                "50 closings a second, each of 5 ms, are a hold",
                String(repeating: "d 5 u 15 ", count: 30) + "1000", "pressed@0 hold@500 released@585/585",
                timings: timings),
            GestureCase(
                "a threshold within an opening waits for the next closing",
                String(repeating: "d 3 u 13 ", count: 40) + "1000", "pressed@0 hold@512 released@627/627",
                timings: timings),
            GestureCase(
                "the last opening before the threshold makes the press a tap",
                "d 495 u 1000", "pressed@0 released@495/495 tap@495", timings: timings),
            GestureCase(
                "an opening as long as the release time is a release",
                "d 100 u 40 d 100 u 1000", "pressed@0 released@100/100 tap@100 pressed@140 released@240/100 tap@240",
                timings: timings),
            GestureCase(
                "an opening one nanosecond shorter is none",
                "d 100 u 39.999999 d 100 u 1000", "pressed@0 released@239.999999/239.999999 tap@239.999999",
                timings: timings),
            GestureCase(
                "two presses are a double tap",
                "200/s:100 100 200/s:100 1000",
                "pressed@0 released@95/95 pressed@200 released@295/95 double_tap@295", bound: .doubleTap,
                timings: timings),
            GestureCase(
                "a needle is noise, though the release becomes known later", "d 1 u 1000", "pressed@0 released@1/1",
                timings: timings),
            GestureCase(
                "a press of a minute is stuck, and no hum",
                "240/s:61000 500", "pressed@0 hold@500 stuck@60000",
                timings: timings),
            GestureCase(
                "a storm of 5000 edges a second is chatter",
                "5000/s:2100 10", "pressed@0 hold@500 chatter@2000", timings: timings),
            GestureCase(
                "a release that was lost is no hold", "d 100 (u) 1000 sync 1000", "pressed@0 aborted@500",
                late: "pressed@0 aborted@1100", timings: timings),
            GestureCase(
                "after a lost release the next press counts at once",
                "d 100 (u) 500 sync 10 d 100 u 1000", "pressed@0 aborted@500 pressed@610 released@710/100 tap@710",
                late: "pressed@0 aborted@600 pressed@610 released@710/100 tap@710", timings: timings),
        ])
    func bridged(_ rule: GestureCase) {
        rule.check()
    }
}
