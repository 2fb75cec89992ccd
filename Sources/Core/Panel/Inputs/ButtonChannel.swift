import Configuration
import EventLoop
import GPIO
import Gestures
import MonotonicTime

/// A push button: passes its line's edges through the recognizer to the engine.
@PanelActor
final class ButtonChannel {
    private(set) var description: ButtonDescription
    let input: InputChannel
    private let scheduler: any Scheduler
    private var recognizer: ButtonRecognizer
    private lazy var timer = scheduler.makeTimer { [weak self] in self?.timerFired() }

    /// The time of the next check of a broken contact whose edges are muted; `nil` while the line is not muted.
    private var listensAgainAt: MonotonicInstant?

    /// The time for which a broken contact is muted: a storm of edges wakes the loop about once per this time.
    private static let deafness = Duration.seconds(1)

    /// Called for each output of the recognizer.
    var recognized: (@PanelActor (ButtonOutput) -> Void)?

    init(description: ButtonDescription, board: any Board, scheduler: any Scheduler) {
        self.description = description
        self.scheduler = scheduler
        input = InputChannel(description.line, bias: description.bias, board: board, scheduler: scheduler)
        recognizer = Self.makeRecognizer(description, isActive: false, at: scheduler.now)
        input.onAttach = { [weak self] in self?.begin($0) }
        input.onEvent = { [weak self] in self?.handle($0) }
    }

    /// The number of handled edges; each may have woken the loop.
    private(set) var wakeups = 0

    /// Starts recognition on a new line request. A contact that is closed at this moment is reported as stuck.
    private func begin(_ watcher: InputWatcher) {
        listensAgainAt = nil
        recognizer = Self.makeRecognizer(description, isActive: watcher.levels[0], at: scheduler.now)
        armTimer()
    }

    /// Whether the recognizer has quarantined the contact as broken.
    var isQuarantined: Bool { recognizer.isQuarantined }

    func release() {
        timer.cancel()
        input.release()
    }

    /// Binds the gestures to other controls. A press in progress was not meant for these controls, and is aborted.
    func bind(_ other: ButtonDescription) {
        deliver(recognizer.bind(Self.gestures(of: other), at: scheduler.now))
        description = other
        armTimer()
    }

    private func handle(_ event: InputWatcher.Event) {
        let outputs: [ButtonOutput]
        switch event {
        case .edge(let edge):
            outputs = recognizer.edge(isActive: edge.isActive, at: edge.time)
        case .resynchronised(_, let isActive, let time):
            outputs = recognizer.resynchronise(isActive: isActive, at: time)
        case .lost:
            timer.cancel()
            listensAgainAt = nil
            // A button that was held down counts as released, since the line can no longer be read.
            deliver(recognizer.resynchronise(isActive: false, at: scheduler.now))
            return
        }
        if listensAgainAt == nil { wakeups += 1 }
        deliver(outputs)
        if recognizer.isQuarantined { stopListening() }
        armTimer()
    }

    /// Drains the queue before reading the level, so that an edge with an earlier time stamp counts even if it is read
    /// late.
    private func timerFired() {
        input.watcher?.drain()
        if let time = listensAgainAt, time <= scheduler.now { listenAgain() }
        decide()
        armTimer()
    }

    private func decide() {
        guard let watcher = input.watcher, let deadline = recognizer.deadline, deadline <= scheduler.now else { return }
        let now = scheduler.now
        guard var level = watcher.readLevel(0) else { return }
        if level != watcher.levels[0] {
            // An edge between the two reads looks like a lost edge, so the queue is drained again.
            watcher.drain()
            guard let second = input.watcher?.readLevel(0) else { return }
            level = second
        }
        deliver(recognizer.elapse(to: now, level: level))
        if !recognizer.isQuarantined { listenAgain() }
    }

    /// Mutes the line, since a storm of edges must not keep the loop awake.
    private func stopListening() {
        listensAgainAt = scheduler.now.advanced(by: Self.deafness)
        input.watcher?.setMuted(true)
    }

    private func listenAgain() {
        listensAgainAt = nil
        input.watcher?.setMuted(false)
    }

    private func armTimer() {
        // An observer may have released the line.
        guard input.watcher != nil else { return }
        timer.arm(at: [recognizer.deadline, listensAgainAt].compactMap { $0 }.min())
    }

    private func deliver(_ outputs: [ButtonOutput]) {
        for output in outputs { recognized?(output) }
    }

    private static func makeRecognizer(
        _ description: ButtonDescription, isActive: Bool, at time: MonotonicInstant
    ) -> ButtonRecognizer {
        var timings = GestureTimings.usual
        (timings.debounce, timings.hold) = (description.debounce, description.holdTime)
        timings.release = description.releaseTime
        (timings.longHold, timings.multiTapWindow) = (description.longHoldTime, description.doubleTapTime)
        return ButtonRecognizer(bound: gestures(of: description), timings: timings, isActive: isActive, at: time)
    }

    private static func gestures(of description: ButtonDescription) -> GestureSet {
        var bound: GestureSet = []
        if description.doubleTap != nil { bound.insert(.doubleTap) }
        if description.tripleTap != nil { bound.insert(.tripleTap) }
        if description.longHold != nil { bound.insert(.longHold) }
        return bound
    }
}
