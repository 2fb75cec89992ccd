import Configuration
import EventLoop
import GPIO

/// An output line that can be lost with its chip, and is requested again when the chip is back.
@PanelActor
final class OutputChannel {
    let line: LineDescription
    /// Whether the line is left active when the panel stops.
    private let restsActive: Bool
    private let board: any Board
    private var request: (any OutputRequest)?
    private var wasHeld = false

    /// The time before a new try of `end`.
    static let retryInterval = Duration.seconds(1)

    /// Why the line is not held.
    private var loss: GPIOError

    /// Called when the line becomes unusable, and when it is usable again.
    var lost: (@PanelActor (GPIOError) -> Void)?
    var returned: (@PanelActor () -> Void)?
    /// Requests the line, by `attach`, when its chip appears after the panel's start; with `nil`, the line starts
    /// inactive.
    var begin: (@PanelActor () throws(GPIOError) -> Void)?

    init(line: LineDescription, restsActive: Bool = false, board: any Board) {
        self.line = line
        self.restsActive = restsActive
        self.board = board
        loss = .chipGone(line.name)
    }

    var isHeld: Bool { request != nil }

    /// Requests the line with its initial level, which the line has from the first moment.
    func attach(isActive: Bool) throws(GPIOError) {
        do throws(GPIOError) {
            request = try board.requestOutputs(
                [OutputConfiguration(line: line.name, isActiveLow: line.isActiveLow, isActive: isActive)],
                consumer: PanelLines.consumer)
            wasHeld = true
        } catch {
            // A lost line keeps the first reason of its loss.
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

    /// Makes the line inactive at the end of its action. A lost line has become inactive with its chip's power, and is
    /// requested inactive later.
    ///
    /// - Returns: whether the line is inactive. Otherwise the caller tries again after `retryInterval`: a momentary bus
    ///   failure must not leave a door open or a saw running.
    func end() -> Bool { (try? set(false)) != nil || !isHeld }

    /// Drives the line to its level for a stopped panel.
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

    /// Makes the line inactive as the panel stops, and releases the line.
    ///
    /// - Parameter stillDriven: receives the line if it may still be active.
    func stop(_ stillDriven: inout Set<LineDescription>) {
        if PanelLines.failure(toMakeSafe: { () throws(GPIOError) in try set(false) }) != nil {
            stillDriven.insert(line)
        }
        release()
    }

    /// Releases the line at its current level.
    func release() {
        request?.release()
        request = nil
    }

    /// Reports the reason if the line is missing since the panel's start.
    func reportIfMissing() {
        if request == nil { lost?(loss) }
    }

    /// Releases the line because it cannot be entered in the record of driven lines.
    func refuse(_ error: GPIOError) {
        release()
        loss = error
        lost?(error)
    }

    /// Clears all callbacks.
    func ignore() {
        lost = nil
        returned = nil
        begin = nil
    }

    /// Checks the line after chips have come or gone: detects its loss, or requests it again.
    ///
    /// A line that was held before is requested inactive, since the chip lost its outputs with its power. Otherwise the
    /// line gets its level of the panel's start.
    func checkPresence() {
        if request != nil {
            _ = try? isActive()
        }
        guard request == nil else { return }
        do throws(GPIOError) {
            if !wasHeld, let begin { try begin() } else { try attach(isActive: false) }
            returned?()
        } catch {
            // The absence has been reported already; another program's use of the line has not.
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
