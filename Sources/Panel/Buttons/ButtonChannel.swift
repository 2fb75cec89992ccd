import Configuration
import EventLoop
import GPIO
import Gestures
import MonotonicTime

/// A push button: its line's edges brought through the recogniser to the engine.
@PanelActor
final class ButtonChannel {
    let description: ButtonDescription
    private let board: any Board
    private let scheduler: any Scheduler
    private let consumer: String
    private var watcher: InputWatcher?
    private var recognizer: ButtonRecognizer
    private var timer: PanelTimer?

    /// Called for everything the recogniser finds.
    var recognized: (@PanelActor (ButtonOutput) -> Void)?

    /// Called when the line cannot be read any more, and when it can again.
    var lost: (@PanelActor (GPIOError) -> Void)?
    var returned: (@PanelActor () -> Void)?

    init(description: ButtonDescription, board: any Board, scheduler: any Scheduler, consumer: String) {
        self.description = description
        self.board = board
        self.scheduler = scheduler
        self.consumer = consumer
        recognizer = Self.makeRecognizer(description, isActive: false, at: scheduler.now)
        timer = scheduler.makeTimer { [weak self] in self?.deadlineCame() }
    }

    /// How many edges of this button were handled.
    private(set) var wakeups = 0

    /// Takes the line. A contact that is closed already is reported as stuck at once.
    func attach() throws(GPIOError) {
        let bias = Bias(rawValue: description.bias.rawValue) ?? .none
        let request = try board.requestInputs(
            [InputConfiguration(line: description.line.name, isActiveLow: description.line.isActiveLow, bias: bias)],
            consumer: consumer)
        do throws(GPIOError) {
            let watcher = try InputWatcher(request, scheduler: scheduler) { [weak self] in self?.handle($0) }
            self.watcher = watcher
            recognizer = Self.makeRecognizer(description, isActive: watcher.levels[0], at: scheduler.now)
        } catch {
            request.release()
            throw error
        }
        timer?.arm(at: recognizer.deadline)
    }

    /// Whether the contact is broken.
    var isQuarantined: Bool { recognizer.isQuarantined }

    /// Gives the line back.
    func release() {
        timer?.cancel()
        watcher?.cancel()
        watcher = nil
    }

    /// After chips have come or gone: notices that the line is lost, or takes it again.
    func checkPresence() {
        watcher?.checkPresence()
        guard watcher == nil else { return }
        do throws(GPIOError) {
            try attach()
            returned?()
        } catch {
            lost?(error)
        }
    }

    private func handle(_ event: InputWatcher.Event) {
        let outputs: [ButtonOutput]
        switch event {
        case .edge(let edge):
            outputs = recognizer.edge(isActive: edge.isActive, at: edge.time)
        case .resynchronised(_, let isActive, let time):
            outputs = recognizer.resynchronise(isActive: isActive, at: time)
        case .lost(let error):
            watcher = nil
            timer?.cancel()
            // Whatever was held down is not held any more as far as anybody can tell.
            deliver(recognizer.resynchronise(isActive: false, at: scheduler.now))
            lost?(error)
            return
        }
        wakeups += 1
        deliver(outputs)
        timer?.arm(at: recognizer.deadline)
    }

    /// Drain first, then read, then decide: an edge that was stamped in time counts, however late it is read.
    private func deadlineCame() {
        watcher?.drain()
        guard let watcher, let deadline = recognizer.deadline else { return }
        let now = scheduler.now
        guard deadline <= now else {
            timer?.arm(at: deadline)
            return
        }
        guard var level = watcher.readLevel(0) else { return }
        if level != watcher.levels[0] {
            // An edge between the two reads looks like a lost one; a second look at the queue tells.
            watcher.drain()
            guard let second = self.watcher?.readLevel(0) else { return }
            level = second
        }
        deliver(recognizer.elapse(to: now, level: level))
        timer?.arm(at: recognizer.deadline)
    }

    private func deliver(_ outputs: [ButtonOutput]) {
        for output in outputs {
            // A storm of edges must not keep the loop awake; the recogniser's deadline looks at the line once a second.
            switch output {
            case .quarantined(.chatter, _): watcher?.setMuted(true)
            case .cured: watcher?.setMuted(false)
            default: break
            }
            recognized?(output)
        }
    }

    private static func makeRecognizer(
        _ description: ButtonDescription, isActive: Bool, at time: MonotonicInstant
    ) -> ButtonRecognizer {
        var bound: GestureSet = []
        if description.doubleTap != nil { bound.insert(.doubleTap) }
        if description.tripleTap != nil { bound.insert(.tripleTap) }
        if description.longHold != nil { bound.insert(.longHold) }
        return ButtonRecognizer(
            bound: bound,
            timings: GestureTimings(
                debounce: description.debounce, hold: description.holdTime, longHold: description.longHoldTime,
                multiTapWindow: description.doubleTapTime),
            isActive: isActive, at: time)
    }
}
