import Gestures
import MonotonicTime

/// Checks a recognizer's outputs against the rules that hold for every input.
struct PressLedger {
    private enum Contact {
        case open
        case pressed(isArmed: Bool)
        case decided
        case quarantined
    }

    let bound: GestureSet
    let timings: GestureTimings
    private(set) var outputs: [ButtonOutput] = []
    private(set) var problem: String?

    private var contact = Contact.open
    /// Released presses without a gesture so far, noise left out.
    private var waiting = 0
    /// Whether the last release ended a press that waits.
    private var lastWaits = false
    /// Whether the present press continues a press that counted.
    private var continues = false
    private var owesHold = false
    /// A press that begins before this time is part of the press before it.
    private var bounceEnd = MonotonicInstant(nanoseconds: .min)
    private var latest = MonotonicInstant(nanoseconds: .min)

    init(bound: GestureSet, timings: GestureTimings) {
        self.bound = bound
        self.timings = timings
    }

    /// Adds the outputs of one call.
    mutating func enter(_ new: [ButtonOutput], isPressed: Bool, isQuarantined: Bool) {
        for output in new {
            outputs.append(output)
            if output.time < latest { fail("time went backwards") }
            latest = output.time
            enter(output)
            if case .released(let time, let length) = output {
                bounceEnd = time.advanced(by: timings.debounce)
                if length < .zero { fail("a press of negative length") }
            }
        }
        if owesHold { fail("an armed hold was released, and no hold came with it") }
        switch contact {
        case .open: if isPressed || isQuarantined { fail("open, but not said so") }
        case .pressed, .decided: if !isPressed || isQuarantined { fail("pressed, but not said so") }
        case .quarantined: if isPressed || !isQuarantined { fail("in quarantine, but not said so") }
        }
    }

    /// Checks that every press has had its end and its gesture.
    mutating func close() {
        if waiting > 0 { fail("\(waiting) presses without a gesture") }
        switch contact {
        case .open, .quarantined: break
        case .pressed, .decided: fail("a press without an end")
        }
    }

    mutating func fail(_ reason: String) {
        if problem == nil { problem = "\(reason): \(outputs.transcript)" }
    }

    private mutating func enter(_ output: ButtonOutput) {
        switch (output, contact) {
        case (.gesture(.hold, _), .open) where owesHold:
            owesHold = false
        case (.cured, .quarantined):
            contact = .open
        case (_, .quarantined):
            fail("output while in quarantine")
        case (_, _) where owesHold:
            fail("an armed hold was released, and something else came than the hold")
        case (.pressed(let time), .open):
            continues = time < bounceEnd && lastWaits
            if continues { waiting -= 1 }
            contact = .pressed(isArmed: false)
        case (.holdArmed, .pressed(isArmed: false)) where bound.contains(.longHold) && waiting == 0:
            contact = .pressed(isArmed: true)
        case (.gesture(.hold, _), .pressed(isArmed: false)) where !bound.contains(.longHold) && waiting == 0:
            contact = .decided
        case (.gesture(.longHold, _), .pressed(isArmed: true)):
            contact = .decided
        case (.gesture(let gesture, _), .open), (.gesture(let gesture, _), .pressed(isArmed: false)):
            if waiting < leastPresses(gesture) { fail("more gestures than presses") }
            (waiting, lastWaits, continues) = (0, false, false)
        case (.released(_, let length), .pressed(isArmed: false)):
            contact = .open
            lastWaits = length >= timings.shortestTap || continues
            if lastWaits { waiting += 1 }
        case (.released, .pressed(isArmed: true)):
            contact = .open
            owesHold = true
        case (.released, .decided):
            contact = .open
        case (.aborted, .pressed):
            contact = .open
            (waiting, lastWaits) = (0, false)
        case (.aborted, .open) where waiting > 0:
            (waiting, lastWaits) = (0, false)
        case (.quarantined, .open) where waiting == 0, (.quarantined, .decided):
            contact = .quarantined
        default:
            fail("an output that cannot be here")
        }
    }

    private func leastPresses(_ gesture: ButtonGesture) -> Int {
        switch gesture {
        case .tap: 1
        case .doubleTap: bound.contains(.doubleTap) ? 2 : .max
        case .tripleTap: bound.contains(.tripleTap) ? 3 : .max
        case .hold, .longHold: .max
        }
    }
}

extension ButtonOutput {
    /// The time of the edge or threshold that caused the output.
    var time: MonotonicInstant {
        switch self {
        case .pressed(let time), .holdArmed(let time), .gesture(_, let time), .released(let time, _),
            .aborted(let time), .quarantined(_, let time), .cured(let time):
            time
        }
    }
}
