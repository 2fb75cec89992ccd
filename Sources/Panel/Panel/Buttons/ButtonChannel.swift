import Configuration
import EventLoop
import GPIO
import Gestures
import MonotonicTime

/// A push button: its line's edges brought through the recogniser to the engine.
@PanelActor
final class ButtonChannel {
    private(set) var description: ButtonDescription
    let input: InputChannel
    private let scheduler: any Scheduler
    private var recognizer: ButtonRecognizer
    private var timer: PanelTimer?

    /// While the contact is broken and its edges go unheard: when to look whether they have ended.
    private var listensAgainAt: MonotonicInstant?

    /// How long the edges of a broken contact go unheard: a storm may wake the loop about once in that time.
    private static let deafness = Duration.seconds(1)

    /// Called for everything the recogniser finds.
    var recognized: (@PanelActor (ButtonOutput) -> Void)?

    init(description: ButtonDescription, board: any Board, scheduler: any Scheduler, consumer: String) {
        self.description = description
        self.scheduler = scheduler
        input = InputChannel(
            description.line, bias: description.bias, board: board, scheduler: scheduler, consumer: consumer)
        recognizer = Self.makeRecognizer(description, isActive: false, at: scheduler.now)
        timer = scheduler.makeTimer { [weak self] in self?.timerFired() }
        input.taken = { [weak self] in self?.begin($0) }
        input.seen = { [weak self] in self?.handle($0) }
    }

    /// How many edges of this button were handled, each of which may have woken the loop.
    private(set) var wakeups = 0

    /// The line has been taken: a contact that is closed already is reported as stuck at once.
    private func begin(_ watcher: InputWatcher) {
        listensAgainAt = nil
        recognizer = Self.makeRecognizer(description, isActive: watcher.levels[0], at: scheduler.now)
        armTimer()
    }

    /// Whether the contact is broken.
    var isQuarantined: Bool { recognizer.isQuarantined }

    /// Gives the line back.
    func release() {
        timer?.cancel()
        input.release()
    }

    /// The gestures perform other controls from now on. A press that goes on was not meant for them, and comes to
    /// nothing.
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
            timer?.cancel()
            listensAgainAt = nil
            // Whatever was held down is not held any more as far as anybody can tell.
            deliver(recognizer.resynchronise(isActive: false, at: scheduler.now))
            return
        }
        if listensAgainAt == nil { wakeups += 1 }
        deliver(outputs)
        if recognizer.isQuarantined { stopListening() }
        armTimer()
    }

    /// Drain first, then read, then decide: an edge that was stamped in time counts, however late it is read.
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
            // An edge between the two reads looks like a lost one; a second look at the queue tells.
            watcher.drain()
            guard let second = input.watcher?.readLevel(0) else { return }
            level = second
        }
        deliver(recognizer.elapse(to: now, level: level))
        if !recognizer.isQuarantined { listenAgain() }
    }

    /// A storm of edges must not keep the loop awake.
    private func stopListening() {
        listensAgainAt = scheduler.now.advanced(by: Self.deafness)
        input.watcher?.setMuted(true)
    }

    private func listenAgain() {
        listensAgainAt = nil
        input.watcher?.setMuted(false)
    }

    private func armTimer() {
        // Whoever was told of an edge may have released the line.
        guard input.watcher != nil else { return }
        timer?.arm(at: [recognizer.deadline, listensAgainAt].compactMap { $0 }.min())
    }

    private func deliver(_ outputs: [ButtonOutput]) {
        for output in outputs { recognized?(output) }
    }

    private static func makeRecognizer(
        _ description: ButtonDescription, isActive: Bool, at time: MonotonicInstant
    ) -> ButtonRecognizer {
        ButtonRecognizer(
            bound: gestures(of: description),
            timings: GestureTimings(
                debounce: description.debounce, hold: description.holdTime, longHold: description.longHoldTime,
                multiTapWindow: description.doubleTapTime),
            isActive: isActive, at: time)
    }

    private static func gestures(of description: ButtonDescription) -> GestureSet {
        var bound: GestureSet = []
        if description.doubleTap != nil { bound.insert(.doubleTap) }
        if description.tripleTap != nil { bound.insert(.tripleTap) }
        if description.longHold != nil { bound.insert(.longHold) }
        return bound
    }
}
