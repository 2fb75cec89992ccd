import Configuration
import EventLoop
import GPIO
import MonotonicTime

/// An input line that can be lost with its chip, and is requested again when the chip is back.
@PanelActor
final class InputChannel {
    private let configuration: InputConfiguration
    private let board: any Board
    private let scheduler: any Scheduler
    private lazy var timer = scheduler.makeTimer { [weak self] in self?.checkPresence() }

    /// The line's watcher; `nil` while the line cannot be read.
    private(set) var watcher: InputWatcher?
    /// Why the last request failed or the line was lost.
    private var loss: GPIOError?

    /// The time before a new request after a read failure, with the chip present.
    private static let retryInterval = Duration.seconds(1)

    /// Called after each successful request of the line.
    var onAttach: (@PanelActor (InputWatcher) -> Void)?
    /// Called for each event of the line.
    var onEvent: (@PanelActor (InputWatcher.Event) -> Void)?
    /// Called when the line becomes unreadable, and when it is readable again.
    var lost: (@PanelActor (GPIOError) -> Void)?
    var returned: (@PanelActor () -> Void)?

    init(_ line: LineDescription, bias: LineBias, board: any Board, scheduler: any Scheduler) {
        configuration = InputConfiguration(
            line: line.name, isActiveLow: line.isActiveLow, bias: Bias(rawValue: bias.rawValue) ?? .none)
        self.board = board
        self.scheduler = scheduler
    }

    /// Requests the line and starts to watch it.
    func attach() throws(GPIOError) {
        do throws(GPIOError) {
            try take()
            loss = nil
        } catch {
            // A lost line keeps the first reason of its loss.
            if !error.isAbsence || loss == nil { loss = error }
            throw error
        }
    }

    private func take() throws(GPIOError) {
        let request = try board.requestInputs([configuration], consumer: PanelLines.consumer)
        do throws(GPIOError) {
            let watcher = try InputWatcher(request, scheduler: scheduler) { [weak self] in self?.handle($0) }
            self.watcher = watcher
            onAttach?(watcher)
        } catch {
            request.release()
            throw error
        }
    }

    /// Reports the reason if the line is missing since the panel's start.
    func reportIfMissing() {
        if watcher == nil, let loss { lost?(loss) }
    }

    var isHeld: Bool { watcher != nil }

    /// Releases the line and clears all callbacks.
    func release() {
        timer.cancel()
        watcher?.cancel()
        watcher = nil
        onAttach = nil
        onEvent = nil
        lost = nil
        returned = nil
    }

    /// Checks the line after chips have come or gone: detects its loss, or requests it again.
    func checkPresence() {
        watcher?.checkPresence()
        guard watcher == nil else { return }
        do throws(GPIOError) {
            try attach()
            timer.cancel()
            returned?()
        } catch {
            retry(after: error)
            // The absence has been reported already; another program's use of the line has not.
            if !error.isAbsence { lost?(error) }
        }
    }

    private func handle(_ event: InputWatcher.Event) {
        guard case .lost(let error) = event else {
            onEvent?(event)
            return
        }
        watcher = nil
        loss = error
        retry(after: error)
        onEvent?(event)
        lost?(error)
    }

    /// The board reports when a missing chip is back, but not when a bus works again.
    private func retry(after error: GPIOError) {
        timer.arm(at: error.isAbsence ? nil : scheduler.now.advanced(by: Self.retryInterval))
    }
}
