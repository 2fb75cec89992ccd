import Configuration
import EventLoop
import GPIO
import MonotonicTime

/// A sensor line that reports a state; a new level counts once it has lasted for the debounce time.
@PanelActor
final class SensorChannel {
    let description: SensorDescription
    let input: InputChannel
    private var timer: PanelTimer?

    /// Whether the line is active; `nil` while it cannot be read.
    private(set) var isActive: Bool?

    /// Called when `isActive` changes while the line can be read.
    var changed: (@PanelActor () -> Void)?

    init(_ description: SensorDescription, board: any Board, scheduler: any Scheduler) {
        self.description = description
        input = InputChannel(description.line, bias: description.bias, board: board, scheduler: scheduler)
        timer = scheduler.makeTimer { [weak self] in self?.timerFired() }
        input.onAttach = { [weak self] in self?.isActive = $0.levels[0] }
        input.onEvent = { [weak self] in self?.handle($0) }
    }

    /// Releases the line.
    func release() {
        timer?.cancel()
        input.release()
        changed = nil
    }

    private func handle(_ event: InputWatcher.Event) {
        switch event {
        case .edge(let edge): wait(from: edge.time)
        case .resynchronised(line: _, isActive: _, let time): wait(from: time)
        case .lost:
            timer?.cancel()
            isActive = nil
        }
    }

    private func wait(from time: MonotonicInstant) {
        timer?.arm(at: time.advanced(by: description.debounce))
    }

    /// Takes the level after the debounce time; draining first lets newer edges restart that time.
    private func timerFired() {
        timer?.cancel()
        input.watcher?.drain()
        guard timer?.deadline == nil, let level = input.watcher?.readLevel(0), level != isActive else { return }
        isActive = level
        changed?()
    }
}
