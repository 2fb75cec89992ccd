import Gestures
import MonotonicTime

/// An independent implementation of the rules, calculated over whole presses, without bounce, clock or state.
enum GestureReference {
    static func outputs(of presses: [ContactHistory.Press], bound: GestureSet) -> [ButtonOutput] {
        let (hold, longHold, window) = (500_000_000, 3_000_000_000, 300_000_000) as (Int64, Int64, Int64)
        let (shortestTap, debounce) = (20_000_000, 5_000_000) as (Int64, Int64)
        let mostTaps = bound.contains(.tripleTap) ? 3 : bound.contains(.doubleTap) ? 2 : 1
        var outputs: [ButtonOutput] = []
        // The number of taps whose gesture is still undecided; `nil` for none.
        var taps: Int?
        var until: Int64 = 0

        func instant(_ time: Int64) -> MonotonicInstant { MonotonicInstant(nanoseconds: time) }
        func tell(at time: Int64) {
            guard let count = taps else { return }
            let gesture: ButtonGesture =
                switch count {
                case 3: .tripleTap
                case 2 where bound.contains(.doubleTap): .doubleTap
                default: .tap
                }
            outputs.append(.gesture(gesture, at: instant(time)))
            taps = nil
        }

        for (index, press) in presses.enumerated() {
            let length = press.end - press.start
            let released = ButtonOutput.released(at: instant(press.end), after: .nanoseconds(length))
            outputs.append(.pressed(at: instant(press.start)))
            if length < hold {
                outputs.append(released)
                if length >= shortestTap {
                    taps = (taps ?? 0) + 1
                    until = press.end + window
                } else {
                    until = max(until, press.end + debounce)
                }
                let next = index + 1 < presses.count ? presses[index + 1].start : .max
                if mostTaps == 1 || taps == mostTaps {
                    tell(at: press.end)
                } else if next >= until {
                    tell(at: until)
                }
                continue
            }
            tell(at: press.start + hold)
            if !bound.contains(.longHold) {
                outputs += [.gesture(.hold, at: instant(press.start + hold)), released]
            } else if length < longHold {
                outputs += [
                    .holdArmed(at: instant(press.start + hold)), released, .gesture(.hold, at: instant(press.end)),
                ]
            } else {
                outputs += [
                    .holdArmed(at: instant(press.start + hold)),
                    .gesture(.longHold, at: instant(press.start + longHold)), released,
                ]
            }
        }
        return outputs
    }
}
