import Gestures
import MonotonicTime

/// The rules once more, as a calculation over whole presses: no bounce, no clock, no state between calls.
enum GestureReference {
    static func outputs(of presses: [ContactHistory.Press], bound: GestureSet) -> [ButtonOutput] {
        let (hold, longHold, window) = (500_000_000, 3_000_000_000, 300_000_000) as (Int64, Int64, Int64)
        let mostTaps = bound.contains(.tripleTap) ? 3 : bound.contains(.doubleTap) ? 2 : 1
        var outputs: [ButtonOutput] = []
        var taps = 0

        func instant(_ time: Int64) -> MonotonicInstant { MonotonicInstant(nanoseconds: time) }
        func tell(at time: Int64) {
            let gesture: ButtonGesture? =
                switch taps {
                case 0: nil
                case 3: .tripleTap
                case 2 where bound.contains(.doubleTap): .doubleTap
                default: .tap
                }
            if let gesture { outputs.append(.gesture(gesture, at: instant(time))) }
            taps = 0
        }

        for (index, press) in presses.enumerated() {
            let length = press.end - press.start
            let released = ButtonOutput.released(at: instant(press.end), after: .nanoseconds(length))
            outputs.append(.pressed(at: instant(press.start)))
            if length < hold {
                outputs.append(released)
                taps += 1
                let next = index + 1 < presses.count ? presses[index + 1].start : .max
                if taps == mostTaps {
                    tell(at: press.end)
                } else if next >= press.end + window {
                    tell(at: press.end + window)
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
