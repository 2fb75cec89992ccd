import Configuration
import EventLoop
import GPIO
import MonotonicTime

/// Presses keys of a simulated PIN pad one after the other, by timers, however fast the keys are requested.
///
/// ```
///   strike 1, 2   ▕1▏ 80 ms down ▕ 80 ms up ▕2▏ 80 ms down ▕ 80 ms up ▕ rested
/// ```
@PanelActor
public final class PadTypist {
    /// The time for which a key is down, and then up.
    package nonisolated static let keyDuration = Duration.milliseconds(80)

    public let keypad: KeypadDescription
    private let pads: SimulatedPads
    private let scheduler: any Scheduler
    private var waiting: ArraySlice<Character> = []
    private var down: Character?
    private var timer: PanelTimer?

    /// Whether a key waits, is down, or has been up for less than 80 ms.
    public private(set) var isBusy = false

    /// Called when a key has gone down or up.
    public var moved: (@PanelActor (_ isDown: Bool) -> Void)?
    /// Called when the last key has been up for its time, or with the reason why a key could not be pressed. In that
    /// case the remaining keys are dropped.
    public var rested: (@PanelActor (_ problem: String?) -> Void)?

    public init(_ keypad: KeypadDescription, _ pads: SimulatedPads, scheduler: any Scheduler) {
        self.keypad = keypad
        self.pads = pads
        self.scheduler = scheduler
        timer = scheduler.makeTimer { [weak self] in self?.next() }
    }

    /// Waits 80 ms for the panel to read the pad first. A key that is down at that time would count as stuck.
    public func start() {
        isBusy = true
        arm()
    }

    /// The number of waiting keys.
    public var waitingCount: Int { waiting.count }

    /// Adds keys after the waiting ones.
    public func strike(_ keys: some Sequence<Character>) {
        waiting.append(contentsOf: keys)
        if !isBusy { next() }
    }

    /// Drops the waiting keys. A key that is down goes up.
    public func stop() {
        timer?.cancel()
        waiting = []
        // While the chip is unplugged, the key is connected to nothing.
        if let down { try? pads.move(String(down), of: keypad, isDown: false) }
        down = nil
        isBusy = false
    }

    /// Opens the keys of a matrix that were released while a chip was unplugged.
    func releaseLeftKeys() {
        guard case .matrix = keypad.source else { return }
        for key in keypad.keys where key != down { try? pads.move(String(key), of: keypad, isDown: false) }
    }

    private func next() {
        do throws(GPIOError) {
            if let down {
                self.down = nil
                try move(down, isDown: false)
            } else if let key = waiting.popFirst() {
                try move(key, isDown: true)
                down = key
            } else {
                isBusy = false
                rested?(nil)
                return
            }
            isBusy = true
            arm()
        } catch {
            stop()
            rested?(error.description)
        }
    }

    private func arm() {
        timer?.arm(at: scheduler.now.advanced(by: Self.keyDuration))
    }

    private func move(_ key: Character, isDown: Bool) throws(GPIOError) {
        try pads.move(String(key), of: keypad, isDown: isDown)
        moved?(isDown)
    }
}
