import MonotonicTime

/// Tells a push button's gestures from its contact's edges.
///
/// A pure state machine: edges and the passing of time go in, `ButtonOutput`s and one `deadline` come out. Its outputs
/// follow from the edges' time stamps alone. An edge is preceded by every threshold that had passed by its stamp, and a
/// release stamped before a threshold wins however late it is read. A stamp earlier than what has been reported already
/// counts as the time of the latest report.
///
/// The caller, when `deadline` comes: reads all queued edges and gives them to `edge(isActive:at:)`, then reads the line's
/// level, then calls `elapse(to:level:)`. An edge between the two reads looks like a lost one; so where the level is not
/// the one of the last edge, read the queue once more.
///
/// What happens when edges are lost: whatever was undecided is aborted, and a contact that is still closed counts for
/// nothing until it has been open. Not even a new press is taken from a second closing edge in a row: on a line watched
/// for both edges the kernel tells them apart by the level it reads after the interrupt (`edge_irq_thread` in
/// drivers/gpio/gpiolib-cdev.c), so a needle of noise on a closed contact looks the same, and must not make one long hold
/// perform twice.
///
/// No finger opens and closes a contact within the debounce window. Where one does, it is the same press: its first part
/// is not counted as a tap of its own, and if a hold or a multi-tap has been performed, the rest performs nothing.
public struct ButtonRecognizer: Sendable {
    private enum State: Sendable {
        /// Open, nothing undecided. `spent`: the press before has had its effect, so that its bounce must have none.
        case open(spent: Bool)
        /// Open after presses that amount to `count` taps, be it none; another press before `until` goes on counting.
        /// `before` is what the press that ended last had as its `taps`: where it goes on after all, it is one press.
        case tapped(count: Int, before: Int?, until: MonotonicInstant)
        /// Closed, below the hold threshold, after `taps` taps of the same sequence; `nil`: it is the first press.
        case pressed(since: MonotonicInstant, taps: Int?)
        /// Closed, between the thresholds of hold and long hold.
        case armed(since: MonotonicInstant)
        /// Closed, its gesture is recognised.
        case held(since: MonotonicInstant)
        /// Closed, and nothing comes of it.
        case disregarded(since: MonotonicInstant)
        /// Faulty; `openSince` is `nil` while closed. The debouncer rests meanwhile, as open.
        case quarantined(ContactFault, openSince: MonotonicInstant?)
    }

    private var bound: GestureSet
    private let timings: GestureTimings
    private var state: State
    private var debouncer: Debouncer
    private var chatter: ChatterDetector
    /// The latest stamp or threshold handled: time never goes behind it.
    private var latest: MonotonicInstant
    /// Whether the raw level was read by `resynchronise`, with no edge since.
    private var levelIsAssumed = false

    /// A button whose contact is as `isActive` says.
    ///
    /// A contact that is closed already is a stuck one: it is in quarantine from the start, with no output that says so.
    ///
    /// - Parameter timings: thresholds out of order are raised: none is shorter than `debounce`, `longHold` not shorter
    ///   than `hold`, `stuck` not shorter than either.
    public init(bound: GestureSet, timings: GestureTimings, isActive: Bool, at time: MonotonicInstant) {
        let timings = timings.ordered
        self.bound = bound
        self.timings = timings
        self.state = isActive ? .quarantined(.stuck, openSince: nil) : .open(spent: false)
        self.debouncer = Debouncer(window: timings.debounce, isActive: false)
        self.chatter = ChatterDetector(rate: timings.stormRate, duration: timings.stormDuration)
        self.latest = time
    }

    /// Whether a press is in progress: begun, and neither released, aborted nor quarantined.
    public var isPressed: Bool {
        switch state {
        case .pressed, .armed, .held: true
        case .open, .tapped, .disregarded, .quarantined: false
        }
    }

    /// What is wrong with the contact, while it is in quarantine.
    public var fault: ContactFault? {
        if case .quarantined(let fault, _) = state { fault } else { nil }
    }

    /// Whether the contact is in quarantine.
    public var isQuarantined: Bool { fault != nil }

    /// When to call `elapse(to:level:)`, if no edge comes before; later than all that has been handled.
    public var deadline: MonotonicInstant? {
        Self.earlier(debouncer.wakeup, threshold)
    }

    /// When the state may change by itself, be it that nothing comes of it.
    private var nextChange: MonotonicInstant? {
        Self.earlier(debouncer.deadline, threshold)
    }

    private static func earlier(_ one: MonotonicInstant?, _ other: MonotonicInstant?) -> MonotonicInstant? {
        guard let one, let other else { return one ?? other }
        return min(one, other)
    }

    /// When the state ends by itself. Every state has one way to.
    private var threshold: MonotonicInstant? {
        switch state {
        case .open: nil
        case .tapped(_, _, let until): until
        case .pressed(let since, _): since.advanced(by: timings.hold)
        case .armed(let since): since.advanced(by: timings.longHold)
        case .held(let since), .disregarded(let since): since.advanced(by: timings.stuck)
        case .quarantined(_, let openSince): openSince?.advanced(by: timings.cure)
        }
    }

    /// Takes a raw edge, with the kernel's time stamp.
    ///
    /// - Parameter isActive: the level after the edge. A repeat of the one before, outside the debounce window, says that
    ///   an edge was lost: the button resynchronises with the edge's level.
    public mutating func edge(isActive: Bool, at time: MonotonicInstant) -> [ButtonOutput] {
        let time = max(time, latest)
        var outputs: [ButtonOutput] = []
        settle(through: time, into: &outputs)
        let isRepeat = isActive == debouncer.rawIsActive && debouncer.deadline == nil
        // A lost release may be older than any threshold that has passed since: none of them counts.
        if !(isRepeat && isActive) { advance(through: time, level: nil, into: &outputs) }
        latest = time
        if case .quarantined(let fault, _) = state {
            state = .quarantined(fault, openSince: isActive ? nil : time)
        } else if chatter.count(at: time) {
            quarantine(.chatter, isActive: isActive, at: time, into: &outputs)
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

    /// Takes the level read after edges were lost (a gap in their numbers, an overflow, an error).
    ///
    /// Give it instead of the edges that were read after the gap. A press in progress, or taps that wait for more, are
    /// aborted. Only within the debounce window nothing is: what got lost then is bounce, unless no edge ever tells of
    /// the release.
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

    /// Lets all thresholds up to `time` pass, the queue of edges being empty.
    ///
    /// - Parameter level: the line's level, read after the queue. Where it is inactive though the button is down, the
    ///   release was lost, and the press is aborted instead of becoming a hold.
    public mutating func elapse(to time: MonotonicInstant, level: Bool) -> [ButtonOutput] {
        var outputs: [ButtonOutput] = []
        advance(through: time, level: level, into: &outputs)
        return outputs
    }

    /// Other gestures count from now on.
    ///
    /// A press that goes on, and taps that wait for more, come to nothing: they were meant for what was there before.
    public mutating func bind(_ gestures: GestureSet, at time: MonotonicInstant) -> [ButtonOutput] {
        bound = gestures
        latest = max(time, latest)
        switch state {
        case .pressed(let since, _), .armed(let since): state = .disregarded(since: since)
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

    /// Ends windows and passes thresholds, in their order; at the same instant the window first.
    ///
    /// - Parameter level: the level read, or `nil` where the edges are trusted.
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

    /// The state's threshold has come.
    private mutating func pass(level: Bool?, into outputs: inout [ButtonOutput]) {
        let releaseWasLost = level == false && debouncer.deadline == nil
        switch state {
        case .open:
            break
        case .tapped(let count, _, _):
            state = .open(spent: false)
            outputs.append(.gesture(gesture(taps: count), at: latest))
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
                chatter = ChatterDetector(rate: timings.stormRate, duration: timings.stormDuration)
                outputs.append(.cured(at: latest))
            }
        }
    }

    private mutating func passWhileClosed(into outputs: inout [ButtonOutput]) {
        switch state {
        case .pressed(let since, let taps):
            if let taps { outputs.append(.gesture(gesture(taps: taps), at: latest)) }
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

    /// The debounced level changed. `reconciled`: at a window's end, so within a window of the change before.
    private mutating func take(
        _ change: Debouncer.Change, reconciled: Bool, into outputs: inout [ButtonOutput]
    ) {
        let time = change.time
        switch (state, change.isActive) {
        case (.open(let spent), true):
            if spent && reconciled {
                state = .disregarded(since: time)
            } else {
                press(at: time, taps: nil, into: &outputs)
            }
        case (.tapped(let count, let before, _), true):
            press(at: time, taps: reconciled ? before : count, into: &outputs)
        case (.pressed, false) where levelIsAssumed:
            state = .open(spent: true)
            outputs.append(.aborted(at: time))
        case (.pressed(let since, let taps), false):
            outputs.append(.released(at: time, after: time.elapsed(since: since)))
            let counts = time.elapsed(since: since) >= timings.shortestTap
            finishTap(count: (taps ?? 0) + (counts ? 1 : 0), before: taps, at: time, into: &outputs)
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
            // The debouncer alternates and rests in quarantine.
            break
        }
    }

    private mutating func press(at time: MonotonicInstant, taps: Int?, into outputs: inout [ButtonOutput]) {
        state = .pressed(since: time, taps: taps)
        outputs.append(.pressed(at: time))
    }

    private mutating func finishTap(
        count: Int, before: Int?, at time: MonotonicInstant, into outputs: inout [ButtonOutput]
    ) {
        let mostTaps = bound.contains(.tripleTap) ? 3 : bound.contains(.doubleTap) ? 2 : 1
        if mostTaps > 1 && count < mostTaps {
            state = .tapped(count: count, before: before, until: time.advanced(by: timings.multiTapWindow))
        } else {
            // After a plain tap a hold may still follow: a contact whose bounce has outgrown the window goes on working.
            state = .open(spent: count > 1)
            outputs.append(.gesture(gesture(taps: count), at: time))
        }
    }

    private func gesture(taps: Int) -> ButtonGesture {
        switch taps {
        case 2 where bound.contains(.doubleTap): .doubleTap
        case 3 where bound.contains(.tripleTap): .tripleTap
        default: .tap
        }
    }

    // MARK: - Faults

    /// Edges were lost; the contact is now as `isActive` says.
    private mutating func lose(isActive: Bool, at time: MonotonicInstant, into outputs: inout [ButtonOutput]) {
        switch state {
        case .open:
            state = .open(spent: false)
            if isActive { press(at: time, taps: nil, into: &outputs) }
        case .tapped:
            state = .open(spent: false)
            outputs.append(.aborted(at: time))
            if isActive { press(at: time, taps: nil, into: &outputs) }
        case .pressed(let since, _), .armed(let since):
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
        debouncer = Debouncer(window: timings.debounce, isActive: false)
        levelIsAssumed = false
        outputs.append(.quarantined(fault, at: time))
    }
}
