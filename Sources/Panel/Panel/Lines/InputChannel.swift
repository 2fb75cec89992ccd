import Configuration
import EventLoop
import GPIO
import MonotonicTime

/// An input line that may be lost with its chip, and is requested again when the chip is back.
@PanelActor
final class InputChannel {
    private let configuration: InputConfiguration
    private let board: any Board
    private let scheduler: any Scheduler
    private let consumer: String
    private var timer: PanelTimer?

    /// What reads the line; `nil` while it cannot be read.
    private(set) var watcher: InputWatcher?
    /// Why the line could not be taken the last time.
    private var loss: GPIOError?

    /// How soon a line that could not be read, though its chip is there, is taken again.
    private static let retryInterval = Duration.seconds(1)

    /// Called when the line has been taken, the first time and again.
    var taken: (@PanelActor (InputWatcher) -> Void)?
    /// Called for what is seen of the line.
    var seen: (@PanelActor (InputWatcher.Event) -> Void)?
    /// Called when the line cannot be read any more, and when it can again.
    var lost: (@PanelActor (GPIOError) -> Void)?
    var returned: (@PanelActor () -> Void)?

    init(_ line: LineDescription, bias: LineBias, board: any Board, scheduler: any Scheduler, consumer: String) {
        configuration = InputConfiguration(
            line: line.name, isActiveLow: line.isActiveLow, bias: Bias(rawValue: bias.rawValue) ?? .none)
        self.board = board
        self.scheduler = scheduler
        self.consumer = consumer
        timer = scheduler.makeTimer { [weak self] in self?.checkPresence() }
    }

    /// Takes the line, and reads it.
    func attach() throws(GPIOError) {
        do throws(GPIOError) {
            try take()
            loss = nil
        } catch {
            // The loss of a line keeps its first reason.
            if !error.isAbsence || loss == nil { loss = error }
            throw error
        }
    }

    private func take() throws(GPIOError) {
        let request = try board.requestInputs([configuration], consumer: consumer)
        do throws(GPIOError) {
            let watcher = try InputWatcher(request, scheduler: scheduler) { [weak self] in self?.handle($0) }
            self.watcher = watcher
            taken?(watcher)
        } catch {
            request.release()
            throw error
        }
    }

    /// Tells why the line cannot be read, where the panel has begun without it.
    func tellIfMissing() {
        if watcher == nil, let loss { lost?(loss) }
    }

    var isHeld: Bool { watcher != nil }

    /// Gives the line back, and tells nobody any more what becomes of it.
    func release() {
        timer?.cancel()
        watcher?.cancel()
        watcher = nil
        taken = nil
        seen = nil
        lost = nil
        returned = nil
    }

    /// After chips have come or gone: notices that the line is lost, or takes it again.
    func checkPresence() {
        watcher?.checkPresence()
        guard watcher == nil else { return }
        do throws(GPIOError) {
            try attach()
            timer?.cancel()
            returned?()
        } catch {
            retry(after: error)
            // That it is away has been told; that somebody else has it now is news.
            if !error.isAbsence { lost?(error) }
        }
    }

    private func handle(_ event: InputWatcher.Event) {
        guard case .lost(let error) = event else {
            seen?(event)
            return
        }
        watcher = nil
        loss = error
        retry(after: error)
        seen?(event)
        lost?(error)
    }

    /// A chip that is away tells when it is back; a bus that failed for a moment does not.
    private func retry(after error: GPIOError) {
        timer?.arm(at: error.isAbsence ? nil : scheduler.now.advanced(by: Self.retryInterval))
    }
}
