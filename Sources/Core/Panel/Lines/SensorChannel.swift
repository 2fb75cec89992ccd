import Configuration
import EventLoop
import GPIO
import Gestures
import MonotonicTime

/// A sensor line that reports a state; a new level counts once it has lasted for the debounce time.
///
/// A line that does not come to rest for `restlessness` has no state: wires pick up the hum of mains, or a contact is worn.
/// The old state would look like a fact.
@PanelActor
final class SensorChannel {
    let description: SensorDescription
    let input: InputChannel
    private var timer: PanelTimer?
    /// The first edge since the line was at rest.
    private var restlessSince: MonotonicInstant?
    /// The time without rest after which the line has no state: as long as a button chatters until it is left out, and
    /// several times the debounce time.
    private let restlessness: Duration

    /// Whether the line is active; `nil` while it cannot be read, and while it chatters.
    private(set) var isActive: Bool?

    /// The fault of a line that does not come to rest.
    private(set) var fault: ContactFault?

    /// Called when `isActive` or `fault` changes while the line can be read.
    var changed: (@PanelActor () -> Void)?

    init(_ description: SensorDescription, board: any Board, scheduler: any Scheduler) {
        self.description = description
        restlessness = max(GestureTimings.usual.stormDuration, description.debounce * 5)
        input = InputChannel(description.line, bias: description.bias, board: board, scheduler: scheduler)
        timer = scheduler.makeTimer { [weak self] in self?.timerFired() }
        input.onAttach = { [weak self] in self?.isActive = $0.levels[0] }
        input.onEvent = { [weak self] in self?.handle($0) }
    }

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
            (isActive, restlessSince, fault) = (nil, nil, nil)
        }
    }

    private func wait(from time: MonotonicInstant) {
        timer?.arm(at: time.advanced(by: description.debounce))
        let since = restlessSince ?? time
        restlessSince = since
        guard fault == nil, since.duration(to: time) >= restlessness else { return }
        (isActive, fault) = (nil, .chatter)
        changed?()
    }

    /// Takes the level after the debounce time; draining first lets newer edges restart that time.
    private func timerFired() {
        timer?.cancel()
        input.watcher?.drain()
        guard timer?.deadline == nil, let level = input.watcher?.readLevel(0) else { return }
        restlessSince = nil
        guard level != isActive else { return }
        (isActive, fault) = (level, nil)
        changed?()
    }
}
