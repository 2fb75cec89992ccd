import MonotonicTime

/// Recognises a push button's gestures from its contact's edges.
///
/// A pure state machine: its input is edges and the passing of time, its output `ButtonOutput`s and one `deadline`.
/// The outputs depend on the edges' time stamps alone. Before an edge, all thresholds up to its stamp are handled. A
/// release stamped before a threshold precedes it, however late the edge is read. A stamp earlier than the latest
/// report counts as the time of that report.
///
/// When `deadline` comes, the caller reads all queued edges and passes them to `edge(isActive:at:)`. It then reads
/// the line's level, and calls `elapse(to:level:)`. An edge between the two reads looks like a lost one. If the level
/// differs from the last edge's, the caller must therefore read the queue once more.
///
/// When edges are lost, an undecided gesture is aborted, and a contact that is still closed is ignored until it has
/// been open. A second closing edge in a row does not start a new press either. On a line watched for both edges, the
/// kernel determines the direction from the level that it reads after the interrupt (`edge_irq_thread` in
/// drivers/gpio/gpiolib-cdev.c). A short noise pulse on a closed contact thus looks the same, and must not make one
/// long hold perform twice.
///
/// No finger opens and closes a contact within the debounce window. If a contact does so, it is the same press: its
/// first part does not count as a tap, and after a performed hold or multi-tap, the rest performs nothing.
///
/// A press shorter than `GestureTimings.shortestTap` is noise: a finger takes longer. Noise has no gesture, and
/// neither begins nor extends a series of taps.
public struct ButtonRecognizer: Sendable {
    /// A series of taps.
    private struct Taps: Sendable {
        var count: Int
        /// A press that begins earlier continues the series.
        var until: MonotonicInstant
    }

    private enum State: Sendable {
        /// Open, nothing undecided. `spent`: the last press has had its effect, so its bounce must have none.
        case open(spent: Bool)
        /// Open after taps that wait for more. `before` is the `taps` value of the press that ended last, for the case
        /// that bounce continues that press.
        case tapped(Taps, before: Taps?)
        /// Closed, below the hold threshold, after `taps` of the same series. `least` are the taps even if the press
        /// turns out to be noise.
        case pressed(since: MonotonicInstant, taps: Taps?, least: Taps?)
        /// Closed, between the thresholds of hold and long hold.
        case armed(since: MonotonicInstant)
        /// Closed, with the gesture recognised.
        case held(since: MonotonicInstant)
        /// Closed; the press is ignored.
        case disregarded(since: MonotonicInstant)
        /// Faulty; `openSince` is `nil` while closed. The debouncer is not used meanwhile and rests as open.
        case quarantined(ContactFault, openSince: MonotonicInstant?)
    }

    private var bound: GestureSet
    private let timings: GestureTimings
    private var state: State
    private var debouncer: Debouncer
    private var chatter: ChatterDetector
    /// The latest stamp or threshold handled. Times before it count as it.
    private var latest: MonotonicInstant
    /// Whether the raw level comes from `resynchronise`, with no edge since.
    private var levelIsAssumed = false

    /// Creates a button whose contact has the level `isActive`.
    ///
    /// A contact that is closed at the start is stuck: it is in quarantine at once, without an output.
    ///
    /// - Parameter timings: thresholds out of order are raised: none is shorter than `debounce`, `longHold` not
    ///   shorter than `hold`, `stuck` not shorter than either.
    public init(bound: GestureSet, timings: GestureTimings, isActive: Bool, at time: MonotonicInstant) {
        let timings = timings.ordered
        self.bound = bound
        self.timings = timings
        self.state = isActive ? .quarantined(.stuck, openSince: nil) : .open(spent: false)
        self.debouncer = Debouncer(window: timings.debounce, release: timings.release, isActive: false)
        self.chatter = ChatterDetector(timings)
        self.latest = time
    }

    /// Whether a press is in progress: begun, and neither released, aborted nor quarantined.
    public var isPressed: Bool {
        switch state {
        case .pressed, .armed, .held: true
        case .open, .tapped, .disregarded, .quarantined: false
        }
    }

    /// The contact's fault while it is in quarantine; else `nil`.
    public var fault: ContactFault? {
        if case .quarantined(let fault, _) = state { fault } else { nil }
    }

    /// Whether the contact is in quarantine.
    public var isQuarantined: Bool { fault != nil }

    /// The time for the next `elapse(to:level:)` if no edge comes first; later than all times handled so far.
    public var deadline: MonotonicInstant? {
        debouncer.isOpening ? debouncer.wakeup : Self.earlier(debouncer.wakeup, threshold)
    }

    /// The time of the next possible change of state, including changes without an output.
    ///
    /// While it is open whether the contact has opened, no threshold passes: the release may precede the threshold.
    private var nextChange: MonotonicInstant? {
        debouncer.isOpening ? debouncer.deadline : Self.earlier(debouncer.deadline, threshold)
    }

    private static func earlier(_ one: MonotonicInstant?, _ other: MonotonicInstant?) -> MonotonicInstant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// The time at which the present state ends without an edge; `nil` where it does not. A state
    /// has at most one such time.
    private var threshold: MonotonicInstant? {
        switch state {
        case .open: nil
        case .tapped(let taps, before: _): taps.until
        case .pressed(let since, _, _): since.advanced(by: timings.hold)
        case .armed(let since): since.advanced(by: timings.longHold)
        case .held(let since), .disregarded(let since): since.advanced(by: timings.stuck)
        case .quarantined(_, let openSince): openSince?.advanced(by: timings.cure)
        }
    }

    /// Handles a raw edge, with the kernel's time stamp.
    ///
    /// - Parameter isActive: the level after the edge. The same level as before, outside the debounce window, means
    ///   that an edge was lost; the button then resynchronises with the edge's level.
    public mutating func edge(isActive: Bool, at time: MonotonicInstant) -> [ButtonOutput] {
        let time = max(time, latest)
        var outputs: [ButtonOutput] = []
        settle(through: time, into: &outputs)
        let isRepeat = isActive == debouncer.rawIsActive && debouncer.deadline == nil
        // The lost release may precede any threshold that has passed since, so none of them is handled.
        if !(isRepeat && isActive) { advance(through: time, level: nil, into: &outputs) }
        latest = time
        if case .quarantined(let fault, _) = state {
            state = .quarantined(fault, openSince: isActive ? nil : time)
        } else if let fault = chatter.count(at: time) {
            quarantine(fault, isActive: isActive, at: time, into: &outputs)
        } else if isRepeat {
            lose(isActive: isActive, at: time, into: &outputs)
        } else {
            levelIsAssumed = false
            if let change = debouncer.handle(isActive: isActive, at: time) {
                take(change, reconciled: false, into: &outputs)
            }
        }
        advance(through: time, level: nil, into: &outputs)
        return outputs
    }

    /// Handles a level that was read after edges were lost (a gap in their numbers, an overflow, an error).
    ///
    /// Call this instead of passing the edges that were read after the gap. A press in progress, or taps that wait
    /// for more, are aborted. Nothing is aborted within the debounce window: edges lost there are bounce, unless the
    /// edge of the release never comes.
    public mutating func resynchronise(isActive: Bool, at time: MonotonicInstant) -> [ButtonOutput] {
        let time = max(time, latest)
        var outputs: [ButtonOutput] = []
        settle(through: time, into: &outputs)
        if !debouncer.isActive { advance(through: time, level: nil, into: &outputs) }
        latest = time
        levelIsAssumed = true
        if debouncer.deadline == nil {
            lose(isActive: isActive, at: time, into: &outputs)
        } else {
            _ = debouncer.resynchronise(isActive: isActive, at: time)
        }
        advance(through: time, level: nil, into: &outputs)
        return outputs
    }

    /// Handles all thresholds up to `time`. The queue of edges must be empty.
    ///
    /// - Parameter level: the line's level, read after the queue. If it is inactive while the button is down, the
    ///   release was lost, and the press is aborted instead of becoming a hold.
    public mutating func elapse(to time: MonotonicInstant, level: Bool) -> [ButtonOutput] {
        var outputs: [ButtonOutput] = []
        advance(through: time, level: level, into: &outputs)
        return outputs
    }

    /// Sets the bound gestures from now on.
    ///
    /// A press in progress, and taps that wait for more, are aborted, since the user made them for the earlier
    /// action.
    public mutating func bind(_ gestures: GestureSet, at time: MonotonicInstant) -> [ButtonOutput] {
        bound = gestures
        latest = max(time, latest)
        switch state {
        case .pressed(let since, _, _), .armed(let since): state = .disregarded(since: since)
        case .tapped: state = .open(spent: false)
        case .open, .held, .disregarded, .quarantined: return []
        }
        return [.aborted(at: latest)]
    }

    // MARK: - Time

    /// Ends debounce windows only.
    private mutating func settle(through time: MonotonicInstant, into outputs: inout [ButtonOutput]) {
        while let window = debouncer.deadline, window <= time {
            latest = max(latest, window)
            if let change = debouncer.elapse(to: window) { take(change, reconciled: true, into: &outputs) }
        }
    }

    /// Ends windows and handles thresholds, in their order; at the same instant the window first.
    ///
    /// - Parameter level: the level that was read, or `nil` to rely on the edges.
    private mutating func advance(
        through time: MonotonicInstant, level: Bool?, into outputs: inout [ButtonOutput]
    ) {
        while let next = nextChange, next <= time {
            latest = max(latest, next)
            if let window = debouncer.deadline, window <= next {
                settle(through: next, into: &outputs)
            } else {
                pass(level: level, into: &outputs)
            }
        }
    }

    /// Handles the threshold of the present state.
    private mutating func pass(level: Bool?, into outputs: inout [ButtonOutput]) {
        let releaseWasLost = level == false && debouncer.deadline == nil
        switch state {
        case .open:
            break
        case .tapped(let taps, before: _):
            state = .open(spent: false)
            outputs.append(.gesture(gesture(taps.count), at: latest))
        case .pressed, .armed, .held, .disregarded:
            if releaseWasLost {
                lose(isActive: false, at: latest, into: &outputs)
            } else {
                passWhileClosed(into: &outputs)
            }
        case .quarantined(let fault, _):
            if level == true {
                state = .quarantined(fault, openSince: nil)
            } else {
                state = .open(spent: false)
                chatter = ChatterDetector(timings)
                outputs.append(.cured(at: latest))
            }
        }
    }

    private mutating func passWhileClosed(into outputs: inout [ButtonOutput]) {
        switch state {
        case .pressed(let since, let taps, _):
            if let taps { outputs.append(.gesture(gesture(taps.count), at: latest)) }
            if bound.contains(.longHold) {
                state = .armed(since: since)
                outputs.append(.holdArmed(at: latest))
            } else {
                state = .held(since: since)
                outputs.append(.gesture(.hold, at: latest))
            }
        case .armed(let since):
            state = .held(since: since)
            outputs.append(.gesture(.longHold, at: latest))
        case .held, .disregarded:
            quarantine(.stuck, isActive: debouncer.rawIsActive, at: latest, into: &outputs)
        case .open, .tapped, .quarantined:
            break
        }
    }

    // MARK: - Contact

    /// Handles a change of the debounced level. `reconciled`: at a window's end, and thus within a window of the last
    /// change.
    private mutating func take(
        _ change: Debouncer.Change, reconciled: Bool, into outputs: inout [ButtonOutput]
    ) {
        let time = change.time
        switch (state, change.isActive) {
        case (.open(let spent), true):
            if spent && reconciled {
                state = .disregarded(since: time)
            } else {
                press(at: time, into: &outputs)
            }
        case (.tapped(let taps, let before), true):
            press(at: time, taps: reconciled ? before : taps, least: taps, into: &outputs)
        case (.pressed, false) where levelIsAssumed:
            state = .open(spent: true)
            outputs.append(.aborted(at: time))
        case (.pressed(let since, let taps, let least), false):
            let length = time.elapsed(since: since)
            outputs.append(.released(at: time, after: length))
            var counted = least
            // The bounce of noise must not precede the gesture.
            counted?.until = max(least?.until ?? time, time.advanced(by: timings.debounce))
            if length >= timings.shortestTap {
                counted = Taps(count: (taps?.count ?? 0) + 1, until: time.advanced(by: timings.multiTapWindow))
            }
            finish(counted, before: taps, at: time, into: &outputs)
        case (.armed(let since), false):
            state = .open(spent: true)
            outputs.append(.released(at: time, after: time.elapsed(since: since)))
            outputs.append(.gesture(.hold, at: time))
        case (.held(let since), false):
            state = .open(spent: true)
            outputs.append(.released(at: time, after: time.elapsed(since: since)))
        case (.disregarded, false):
            state = .open(spent: true)
        case (.open, false), (.tapped, false), (.pressed, true), (.armed, true), (.held, true),
            (.disregarded, true), (.quarantined, _):
            // The debouncer alternates, and rests in quarantine, so these cases do not occur.
            break
        }
    }

    private mutating func press(
        at time: MonotonicInstant, taps: Taps? = nil, least: Taps? = nil, into outputs: inout [ButtonOutput]
    ) {
        state = .pressed(since: time, taps: taps, least: least)
        outputs.append(.pressed(at: time))
    }

    /// Ends a press after which `taps` are counted; `nil` for none.
    private mutating func finish(
        _ taps: Taps?, before: Taps?, at time: MonotonicInstant, into outputs: inout [ButtonOutput]
    ) {
        let mostTaps = bound.contains(.tripleTap) ? 3 : bound.contains(.doubleTap) ? 2 : 1
        if let taps, taps.count < mostTaps {
            state = .tapped(taps, before: before)
        } else {
            // A hold may still follow a plain tap, so that a contact works whose bounce has become longer than the
            // window.
            state = .open(spent: (taps?.count ?? 0) > 1)
            if let taps { outputs.append(.gesture(gesture(taps.count), at: time)) }
        }
    }

    private func gesture(_ taps: Int) -> ButtonGesture {
        switch taps {
        case 2 where bound.contains(.doubleTap): .doubleTap
        case 3 where bound.contains(.tripleTap): .tripleTap
        default: .tap
        }
    }

    // MARK: - Faults

    /// Edges were lost; the contact now has the level `isActive`.
    private mutating func lose(isActive: Bool, at time: MonotonicInstant, into outputs: inout [ButtonOutput]) {
        switch state {
        case .open:
            state = .open(spent: false)
            if isActive { press(at: time, into: &outputs) }
        case .tapped:
            state = .open(spent: false)
            outputs.append(.aborted(at: time))
            if isActive { press(at: time, into: &outputs) }
        case .pressed(let since, _, _), .armed(let since):
            state = isActive ? .disregarded(since: since) : .open(spent: true)
            outputs.append(.aborted(at: time))
        case .held(let since):
            if !isActive {
                state = .open(spent: true)
                outputs.append(.released(at: time, after: time.elapsed(since: since)))
            }
        case .disregarded:
            if !isActive { state = .open(spent: true) }
        case .quarantined(let fault, _):
            state = .quarantined(fault, openSince: isActive ? nil : time)
            return
        }
        _ = debouncer.resynchronise(isActive: isActive, at: time)
    }

    private mutating func quarantine(
        _ fault: ContactFault, isActive: Bool, at time: MonotonicInstant, into outputs: inout [ButtonOutput]
    ) {
        switch state {
        case .tapped, .pressed, .armed: outputs.append(.aborted(at: time))
        case .open, .held, .disregarded, .quarantined: break
        }
        state = .quarantined(fault, openSince: isActive ? nil : time)
        debouncer = Debouncer(window: timings.debounce, release: timings.release, isActive: false)
        levelIsAssumed = false
        outputs.append(.quarantined(fault, at: time))
    }
}
