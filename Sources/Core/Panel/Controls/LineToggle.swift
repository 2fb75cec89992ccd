import Configuration
import EventLoop
import GPIO
import MonotonicTime

/// `toggle: {line: …}`: an output line that is active while the toggle is on, for at most `max_time`.
@PanelActor
final class LineToggle: BuiltInControl {
    private let kind: String
    private let output: OutputChannel
    private let restore: RestoredState
    private let maxTime: Duration?
    private let memory: PanelMemory
    /// Turns the toggle off after `maxTime`, and tries again after a failure.
    private var limit: KeptTimer?
    private var state = false
    var changed: (@PanelActor () -> Void)?

    init(
        kind: String, output: OutputChannel, restore: RestoredState, maxTime: Duration?, memory: PanelMemory,
        scheduler: any Scheduler
    ) {
        self.kind = kind
        self.output = output
        self.restore = restore
        self.maxTime = maxTime
        self.memory = memory
        limit = KeptTimer(kind: kind, for: [.maxTime], scheduler: scheduler, memory: memory) { [weak self] in
            self?.end()
        }
    }

    var outputs: [OutputChannel] { [output] }
    var isOn: Bool? { state }

    func attach(resuming isOn: Bool?) throws(GPIOError) {
        var isActive = isOn ?? restored
        let left = limit?.kept.map { min($0.duration, maxTime ?? $0.duration) }
        // The time limit has passed since the previous engine stopped.
        if isActive, maxTime != nil, let left, left <= .zero { isActive = false }
        try output.attach(isActive: isActive)
        state = isActive
        if let maxTime, isActive {
            if let left { limit?.resume(left) } else { limit?.start(maxTime) }
        } else {
            limit?.clear()
        }
    }

    private var restored: Bool {
        switch restore {
        case .inactive: false
        case .active: true
        case .last: memory.isOn(kind) ?? false
        }
    }

    func perform(_ isOn: Bool?) throws(GPIOError) {
        let isActive = isOn ?? !state
        try output.set(isActive)
        note(isActive)
    }

    /// Stores the new state of the line, and restarts the time limit.
    private func note(_ isActive: Bool) {
        state = isActive
        if restore == .last { memory.setOn(isActive, of: kind) }
        if let maxTime, isActive { limit?.start(maxTime) } else { limit?.clear() }
    }

    private func end() {
        guard output.end() else {
            limit?.resume(OutputChannel.retryInterval)
            return
        }
        note(false)
        changed?()
    }

    func reload() throws(GPIOError) {
        let isActive = try output.isActive()
        guard isActive != state else { return }
        // Another program has switched the line, or its chip lost power.
        note(isActive)
    }

    func timesChanged() {
        if state, let left = limit?.kept { limit?.resume(min(left.duration, maxTime ?? left.duration)) }
    }

    func makeSafe() throws(GPIOError) {
        limit?.suspend()
        state = false
        try output.rest()
    }
}
