import MonotonicTime
import Testing

@testable import Gestures

/// Buttons whose gestures change at some moment.
struct BindingTests {
    private let start = MonotonicInstant(nanoseconds: 1_000_000_000)

    private func recognizer(_ bound: GestureSet = []) -> ButtonRecognizer {
        ButtonRecognizer(bound: bound, timings: GestureTimings(), isActive: false, at: start)
    }

    private func after(_ milliseconds: Int) -> MonotonicInstant { start.advanced(by: .milliseconds(milliseconds)) }

    /// The gestures in a list of outputs.
    private func gestures(_ outputs: [ButtonOutput]) -> [ButtonGesture] {
        outputs.compactMap { if case .gesture(let gesture, _) = $0 { gesture } else { nil } }
    }

    @Test("a change of the gestures between presses counts from the next press")
    func atRest() {
        var recognizer = recognizer()
        #expect(recognizer.bind([.doubleTap], at: after(0)).isEmpty)
        var outputs: [ButtonOutput] = []
        for time in [100, 250] {
            outputs += recognizer.edge(isActive: true, at: after(time))
            outputs += recognizer.edge(isActive: false, at: after(time + 80))
        }
        outputs += recognizer.elapse(to: after(2_000), level: false)
        #expect(gestures(outputs) == [.doubleTap])
        #expect(recognizer.bind([], at: after(2_000)).isEmpty)
        outputs = recognizer.edge(isActive: true, at: after(2_100))
        outputs += recognizer.edge(isActive: false, at: after(2_180))
        outputs += recognizer.elapse(to: after(2_190), level: false)
        #expect(gestures(outputs) == [.tap], "at once, since nothing can follow")
    }

    @Test("a change of the gestures aborts a press and waiting taps, and counts from the next press")
    func meanwhile() {
        for bound in [[], [.longHold]] as [GestureSet] {
            var recognizer = recognizer(bound)
            #expect(recognizer.edge(isActive: true, at: after(0)) == [.pressed(at: after(0))])
            // The time is past the threshold of a hold, and before that of a long hold.
            let time = bound.isEmpty ? 300 : 800
            _ = recognizer.elapse(to: after(time), level: true)
            #expect(recognizer.bind(bound, at: after(time)) == [.aborted(at: after(time))])
            #expect(!recognizer.isPressed)
            var outputs = recognizer.elapse(to: after(5_000), level: true)
            outputs += recognizer.edge(isActive: false, at: after(5_100))
            outputs += recognizer.elapse(to: after(5_200), level: false)
            #expect(gestures(outputs) == [])
            outputs = recognizer.edge(isActive: true, at: after(6_000))
            outputs += recognizer.elapse(to: after(9_000), level: true)
            #expect(gestures(outputs) == (bound.isEmpty ? [.hold] : [.longHold]))
        }
        var recognizer = recognizer([.doubleTap])
        _ = recognizer.edge(isActive: true, at: after(0))
        _ = recognizer.edge(isActive: false, at: after(80))
        _ = recognizer.elapse(to: after(100), level: false)
        #expect(recognizer.bind([.doubleTap], at: after(150)) == [.aborted(at: after(150))])
        #expect(recognizer.elapse(to: after(2_000), level: false).isEmpty)
        #expect(recognizer.deadline == nil)
    }

    @Test("a change of the gestures alters neither a recognized gesture nor a quarantine")
    func done() {
        var recognizer = recognizer()
        _ = recognizer.edge(isActive: true, at: after(0))
        #expect(gestures(recognizer.elapse(to: after(600), level: true)) == [.hold])
        #expect(recognizer.bind([.longHold], at: after(700)).isEmpty)
        let outputs = recognizer.edge(isActive: false, at: after(800)) + recognizer.elapse(to: after(900), level: false)
        #expect(outputs == [.released(at: after(800), after: .milliseconds(800))])
        var stuck = ButtonRecognizer(bound: [], timings: GestureTimings(), isActive: true, at: start)
        #expect(stuck.bind([.doubleTap], at: after(10)).isEmpty)
        #expect(stuck.fault == .stuck)
    }
}
