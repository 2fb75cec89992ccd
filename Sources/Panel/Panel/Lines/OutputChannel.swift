import Configuration
import EventLoop
import GPIO

/// An output line that may be lost with its chip, and is requested again when the chip is back.
@PanelActor
final class OutputChannel {
    let line: LineDescription
    /// What the line is left as when the panel stops.
    private let restsActive: Bool
    private let board: any Board
    private let consumer: String
    private var request: (any OutputRequest)?
    private var wasHeld = false
    /// Why the line is not held.
    private var loss: GPIOError

    /// Called when the line cannot be used any more, and when it can again.
    var lost: (@PanelActor (GPIOError) -> Void)?
    var returned: (@PanelActor () -> Void)?
    /// Takes the line for the first time where its chip comes after the panel's start, by `attach`; inactive where `nil`.
    var begin: (@PanelActor () throws(GPIOError) -> Void)?

    init(line: LineDescription, restsActive: Bool = false, board: any Board, consumer: String) {
        self.line = line
        self.restsActive = restsActive
        self.board = board
        self.consumer = consumer
        loss = .chipGone(line.name)
    }

    var isHeld: Bool { request != nil }

    /// Takes the line with the level it shall have from the first moment.
    func attach(isActive: Bool) throws(GPIOError) {
        do throws(GPIOError) {
            request = try board.requestOutputs(
                [OutputConfiguration(line: line.name, isActiveLow: line.isActiveLow, isActive: isActive)],
                consumer: consumer)
            wasHeld = true
        } catch {
            // The loss of a line that was held keeps its first reason.
            if !error.isAbsence || !wasHeld { loss = error }
            throw error
        }
    }

    func set(_ isActive: Bool) throws(GPIOError) {
        guard let request else { throw loss }
        do throws(GPIOError) {
            try request.set(0, isActive: isActive)
        } catch {
            lose(error)
            throw error
        }
    }

    /// Drives the line as a stop shall leave it.
    func rest() throws(GPIOError) {
        try set(restsActive)
    }

    func isActive() throws(GPIOError) -> Bool {
        guard let request else { throw loss }
        do throws(GPIOError) {
            return try request.levels()[0]
        } catch {
            lose(error)
            throw error
        }
    }

    /// Gives the line back as it is driven now.
    func release() {
        request?.release()
        request = nil
    }

    /// Tells why the line is not held, where the panel has begun without it.
    func tellIfMissing() {
        if request == nil { lost?(loss) }
    }

    /// Leaves the line alone, which cannot be put on record.
    func refuse(_ error: GPIOError) {
        release()
        loss = error
        lost?(error)
    }

    /// Tells nobody any more what becomes of the line.
    func ignore() {
        lost = nil
        returned = nil
        begin = nil
    }

    /// After chips have come or gone: notices that the line is lost, or takes it. A line that was held is taken inactive,
    /// since what the chip drove is gone with its power; one that was not, as at the panel's start.
    func checkPresence() {
        if request != nil {
            _ = try? isActive()
        }
        guard request == nil else { return }
        do throws(GPIOError) {
            if !wasHeld, let begin { try begin() } else { try attach(isActive: false) }
            returned?()
        } catch {
            // That it is away has been told; that somebody else has it now is news.
            if !error.isAbsence { lost?(error) }
        }
    }

    private func lose(_ error: GPIOError) {
        guard case .chipGone = error else { return }
        release()
        loss = error
        lost?(error)
    }
}
