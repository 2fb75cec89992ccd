import Configuration
import EventLoop
import GPIO
import MonotonicTime

/// An input line that says what is so: its level counts once it has lasted.
@PanelActor
final class SensorChannel {
    let description: SensorDescription
    private let board: any Board
    private let scheduler: any Scheduler
    private let consumer: String
    private var watcher: InputWatcher?
    private var timer: PanelTimer?

    /// How soon a line that could not be read, though its chip is there, is taken again.
    private static let retryInterval = Duration.seconds(1)

    /// Whether the line is active; `nil` while it cannot be read.
    private(set) var isActive: Bool?

    /// Called when `isActive` has changed.
    var changed: (@PanelActor () -> Void)?
    /// Called when the line cannot be read any more, and when it can again.
    var lost: (@PanelActor (GPIOError) -> Void)?
    var returned: (@PanelActor () -> Void)?

    init(_ description: SensorDescription, board: any Board, scheduler: any Scheduler, consumer: String) {
        self.description = description
        self.board = board
        self.scheduler = scheduler
        self.consumer = consumer
        timer = scheduler.makeTimer { [weak self] in self?.timerFired() }
    }

    /// Takes the line, and reads it.
    func attach() throws(GPIOError) {
        let bias = Bias(rawValue: description.bias.rawValue) ?? .none
        let request = try board.requestInputs(
            [InputConfiguration(line: description.line.name, isActiveLow: description.line.isActiveLow, bias: bias)],
            consumer: consumer)
        do throws(GPIOError) {
            let watcher = try InputWatcher(request, scheduler: scheduler) { [weak self] in self?.handle($0) }
            self.watcher = watcher
            isActive = watcher.levels[0]
        } catch {
            request.release()
            throw error
        }
    }

    /// Gives the line back.
    func release() {
        timer?.cancel()
        watcher?.cancel()
        watcher = nil
        changed = nil
        lost = nil
        returned = nil
    }

    /// After chips have come or gone: notices that the line is lost, or takes it again.
    func checkPresence() {
        watcher?.checkPresence()
        guard watcher == nil else { return }
        do throws(GPIOError) {
            try attach()
            returned?()
        } catch {
            retry(after: error)
            if !error.isAbsence { lost?(error) }
        }
    }

    private func handle(_ event: InputWatcher.Event) {
        switch event {
        case .edge(let edge): wait(from: edge.time)
        case .resynchronised(line: _, isActive: _, let time): wait(from: time)
        case .lost(let error):
            watcher = nil
            isActive = nil
            retry(after: error)
            lost?(error)
        }
    }

    private func wait(from time: MonotonicInstant) {
        timer?.arm(at: time.advanced(by: description.debounce))
    }

    private func retry(after error: GPIOError) {
        timer?.arm(at: error.isAbsence ? nil : scheduler.now.advanced(by: Self.retryInterval))
    }

    /// It has lasted: edges that came meanwhile begin the time anew.
    private func timerFired() {
        guard let watcher else { return checkPresence() }
        timer?.cancel()
        watcher.drain()
        guard timer?.deadline == nil, let level = self.watcher?.readLevel(0), level != isActive else { return }
        isActive = level
        changed?()
    }
}
