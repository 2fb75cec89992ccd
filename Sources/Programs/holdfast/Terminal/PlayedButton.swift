import Configuration
import EventLoop
import MonotonicTime

/// A button of a played panel: makes one gesture after the other, by timers.
@PanelActor
final class PlayedButton {
    private let description: ButtonDescription
    private let move: @PanelActor (_ isClosed: Bool) -> Void
    private var moves: ArraySlice<Duration> = []
    private var isClosed = false
    private var isBusy = false
    /// The gesture to make after the one that is under way.
    private var next: PlayedGesture?
    private var lastKey: (gesture: PlayedGesture, time: MonotonicInstant)?
    private var timer: PanelTimer?

    /// A key that is held down is struck again and again: terminals begin to repeat after 250 to 660 ms.
    private static let repeatDelay = Duration.milliseconds(700)

    /// - Parameter move: closes or opens the contact.
    init(_ description: ButtonDescription, move: @escaping @PanelActor (_ isClosed: Bool) -> Void) {
        self.description = description
        self.move = move
        timer = EventLoop.panel.makeTimer { [weak self] in self?.continueGesture() }
    }

    /// A gesture's key was struck: makes the gesture now, or after the one that is under way. The repeats of a held key
    /// make nothing, but for further taps.
    func strike(_ gesture: PlayedGesture) {
        let now = EventLoop.panel.now
        let isRepeat = lastKey.map { $0.gesture == gesture && $0.time.duration(to: now) < Self.repeatDelay } ?? false
        lastKey = (gesture, now)
        if isRepeat && (isBusy || gesture != .tap) { return }
        if isBusy { next = gesture } else { begin(gesture) }
    }

    /// Makes nothing more.
    func stop() {
        timer?.cancel()
    }

    private func begin(_ gesture: PlayedGesture) {
        isBusy = true
        moves = gesture.moves(on: description)[...]
        continueGesture()
    }

    private func continueGesture() {
        guard let duration = moves.popFirst() else {
            isBusy = false
            let waiting = next
            next = nil
            if let waiting { begin(waiting) }
            return
        }
        isClosed.toggle()
        move(isClosed)
        timer?.arm(at: EventLoop.panel.now.advanced(by: duration))
    }
}
