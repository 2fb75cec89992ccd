import Configuration
import EventLoop
import MonotonicTime

/// A button of a played panel. It makes one gesture after the other, by a timer.
@PanelActor
final class PlayedButton {
    private let description: ButtonDescription
    private let move: @PanelActor (_ isClosed: Bool) -> Void
    private var moves: ArraySlice<Duration> = []
    private var isClosed = false
    private var isBusy = false
    /// The gesture to make after the current one.
    private var next: PlayedGesture?
    private var lastKey: (gesture: PlayedGesture, time: MonotonicInstant)?
    private var timer: PanelTimer?

    /// The time within which strikes of a key are repeats of a held key. Terminals begin to repeat after 250 to 660
    /// ms.
    private static let repeatDelay = Duration.milliseconds(700)

    /// - Parameter move: Closes or opens the contact.
    init(_ description: ButtonDescription, move: @escaping @PanelActor (_ isClosed: Bool) -> Void) {
        self.description = description
        self.move = move
        timer = EventLoop.panel.makeTimer { [weak self] in self?.continueGesture() }
    }

    /// Makes the gesture of a struck key: now, or after the current gesture. Repeats of a held key are ignored,
    /// except for taps when no gesture is in progress.
    func strike(_ gesture: PlayedGesture) {
        let now = EventLoop.panel.now
        let isRepeat = lastKey.map { $0.gesture == gesture && $0.time.duration(to: now) < Self.repeatDelay } ?? false
        lastKey = (gesture, now)
        if isRepeat && (isBusy || gesture != .tap) { return }
        if isBusy { next = gesture } else { begin(gesture) }
    }

    /// Stops the timer, and the current gesture with it.
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
