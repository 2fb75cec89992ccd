import MonotonicTime
import Testing

@testable import Indicators

/// Display content that changes with time.
struct DisplayTimeTests {
    @Test(
        "time left is shown in seconds below an hour, in minutes below a hundred hours, then in days",
        arguments: [
            (0, "0:00"), (-5_000, "0:00"), (1, "0:01"), (1_000, "0:01"), (1_001, "0:02"), (59_000, "0:59"),
            (60_000, "1:00"), (61_500, "1:02"), (600_000, "10:00"), (3_599_000, "59:59"), (3_599_001, "1h00"),
            (3_600_000, "1h00"), (3_600_001, "1h01"), (7_260_000, "2h01"), (360_000_000, "100h00"), (360_000_001, "5d"),
            (864_000_000, "10d"),
        ])
    func countdown(milliseconds: Int, text: String) {
        let now = MonotonicInstant(nanoseconds: 7)
        let end = now.advanced(by: .milliseconds(milliseconds))
        #expect(DisplayCountdown(to: end, at: now).text == text)
    }

    @Test("a countdown wakes for each change of its text until it ends, and for nothing else")
    func wakeups() {
        let end = MonotonicInstant.zero.advanced(by: .seconds(3 * 3_600))
        var now = MonotonicInstant.zero
        var texts = [DisplayCountdown(to: end, at: now).text]
        while let next = DisplayCountdown(to: end, at: now).next {
            #expect(next > now)
            #expect(
                DisplayCountdown(to: end, at: MonotonicInstant(nanoseconds: next.nanoseconds - 1)).text == texts.last)
            now = next
            texts.append(DisplayCountdown(to: end, at: now).text)
        }
        #expect(now == end)
        #expect(Set(texts).count == texts.count)
        #expect(texts.prefix(3) == ["3h00", "2h59", "2h58"])
        #expect(texts.suffix(2) == ["0:01", "0:00"])
        // Two hours by minutes and one by seconds.
        #expect(texts.count == 121 + 3_600)
    }

    @Test("a text that is too long rests, moves by a column per step, repeats, and finally rests for good")
    func scroll() {
        var time = Duration.zero
        var offsets = [0]
        var times: [Duration] = [.zero]
        while let next = DisplayScroll(excess: 3, after: time).next {
            #expect(next > .zero)
            #expect(DisplayScroll(excess: 3, after: time + next - .nanoseconds(1)).offset == offsets.last)
            time += next
            offsets.append(DisplayScroll(excess: 3, after: time).offset)
            times.append(time)
        }
        #expect(offsets == [0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3, 0])
        #expect(times.prefix(5).map { $0 / .milliseconds(1) } == [0, 800, 950, 1_100, 2_600])
        #expect(times.last == .milliseconds(3 * 2_600))
        #expect(DisplayScroll(excess: 3, after: .seconds(86_400)).next == nil)
    }

    @Test("a text that fits does not move", arguments: [-20, -1, 0])
    func fitting(excess: Int) {
        let scroll = DisplayScroll(excess: excess, after: .zero)
        #expect(scroll.offset == 0 && scroll.next == nil)
    }
}
