import EventLoop
import GPIO
import MonotonicTime

/// The bounce of a contact when it closes or opens.
public struct ContactBounce: Sendable, Hashable {
    /// The longest bounce; zero is a perfect contact. Real push buttons: 0.1 to 5 ms.
    public var duration: Duration

    /// The longest time between two changes of a bounce.
    public var interval: Duration

    /// Creates a bounce of up to `duration`, with a change at least every `interval`.
    public init(duration: Duration, interval: Duration) {
        self.duration = duration
        self.interval = interval
    }

    /// No bounce: a contact that closes and opens once.
    public static let none = ContactBounce(duration: .zero, interval: .milliseconds(1))

    /// An ordinary push button: up to 2 ms.
    public static let typical = ContactBounce(duration: .milliseconds(2), interval: .microseconds(600))

    /// The times after the first touch at which the contact changes again. Their number is even, so that the contact
    /// ends in the state of the first touch.
    func changes(using generator: inout SeededGenerator) -> [Duration] {
        guard duration > .zero else { return [] }
        let end = Int64.random(in: 0...duration.nanoseconds, using: &generator)
        var moments: [Duration] = []
        var moment: Int64 = 0
        while true {
            moment += Int64.random(in: 20_000...max(20_000, interval.nanoseconds), using: &generator)
            guard moment < end else { break }
            moments.append(.nanoseconds(moment))
        }
        if !moments.count.isMultiple(of: 2) { moments.removeLast() }
        return moments
    }
}

/// SplitMix64 (Steele, Lea, Flood: *Fast splittable pseudorandom number generators*, 2014): small, good enough for
/// bounce, and the same on every machine for one seed.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Creates a generator whose whole state comes from `seed`.
    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// The contacts of a simulated board that bounce at present.
@PanelActor
final class BouncingContacts {
    /// A contact from a line to a level, or between two lines.
    enum Contact: Hashable {
        case line(LineAddress)
        case joint(SimulatedJoint)
    }

    var bounce = ContactBounce.typical
    /// The number of changes by bounce.
    private(set) var firings = 0
    private let scheduler: any Scheduler
    private var generator: SeededGenerator
    private var timers: [Contact: [PanelTimer]] = [:]

    init(scheduler: any Scheduler, seed: UInt64) {
        self.scheduler = scheduler
        generator = SeededGenerator(seed: seed)
    }

    /// Restarts the generator with another seed.
    func seed(_ seed: UInt64) {
        generator = SeededGenerator(seed: seed)
    }

    /// Schedules the bounce after a contact's first touch.
    ///
    /// - Parameter move: called at each change, with whether the contact is in its state before the touch.
    func bounce(_ contact: Contact, _ move: @escaping @PanelActor (_ isAsBefore: Bool) -> Void) {
        timers[contact] = bounce.changes(using: &generator).enumerated().map { index, moment in
            let timer = scheduler.makeTimer { [weak self] in
                self?.firings += 1
                move(index.isMultiple(of: 2))
            }
            timer.arm(at: scheduler.now.advanced(by: moment))
            return timer
        }
    }

    func stopBouncing(_ contact: Contact) {
        for timer in timers.removeValue(forKey: contact) ?? [] { timer.cancel() }
    }
}
