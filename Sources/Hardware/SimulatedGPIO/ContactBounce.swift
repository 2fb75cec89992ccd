import MonotonicTime

/// How a contact chatters when it closes or opens.
public struct ContactBounce: Sendable, Hashable {
    /// How long it goes on at the most; zero is a perfect contact. Real push buttons: 0.1 to 5 ms.
    public var duration: Duration

    /// The longest time between two changes within it.
    public var interval: Duration

    /// A contact that chatters for up to `duration`, changing at least every `interval`.
    public init(duration: Duration, interval: Duration) {
        self.duration = duration
        self.interval = interval
    }

    /// A contact that opens and closes once.
    public static let none = ContactBounce(duration: .zero, interval: .milliseconds(1))

    /// An ordinary push button: up to 2 ms.
    public static let typical = ContactBounce(duration: .milliseconds(2), interval: .microseconds(600))

    /// Moments after the first touch at which the contact changes again; an even number, so that it ends as it began.
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
