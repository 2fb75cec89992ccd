import CEventLoop
import EventLoop
import MonotonicTime

/// The moment of the touch, or of the command's start, from which a request to act comes.
///
/// A request may wait on its way: in a stopped process, in a queue, in a network. The person has left meanwhile, and a
/// door must not open then. So each request carries this moment, and the program that acts refuses an old one.
///
/// The value counts milliseconds of the machine's `CLOCK_BOOTTIME`, which no program can set, and which also runs while
/// the machine sleeps. A simulation counts from its own start.
public struct RequestTime: Sendable, Hashable {
    /// Milliseconds since the clock's start.
    public var milliseconds: Int64

    /// The highest age at which a request is carried out.
    public static let highestAge = Duration.seconds(5)
    /// The most by which a request may be ahead of the clock of the program that acts. A client that estimates this clock
    /// may be wrong by some milliseconds. A clock that is far ahead would give a request a longer life.
    public static let highestLead = Duration.seconds(1)

    /// The moment so many milliseconds after the clock's start.
    public init(milliseconds: Int64) {
        self.milliseconds = milliseconds
    }

    /// The present moment of a panel's clock.
    @PanelActor
    public init(of scheduler: any Scheduler) {
        self.init(milliseconds: scheduler.sinceBoot.nanoseconds / 1_000_000)
    }

    /// The present moment of the machine's clock.
    public static var now: RequestTime { RequestTime(milliseconds: holdfast_boottime_now() / 1_000_000) }

    /// The time from this moment to `now`; negative if this moment is ahead.
    public func age(at now: RequestTime) -> Duration {
        // `Duration` holds 128 bits, so no value of a client overflows.
        .milliseconds(now.milliseconds) - .milliseconds(milliseconds)
    }

    /// Returns the reason why a request of this moment is not carried out at the moment `now`; `nil` if it is in time.
    public func refusal(at now: RequestTime) -> String? {
        let age = age(at: now)
        if age > Self.highestAge {
            return "the request came \(Self.text(age)) late, and only counts for \(Self.highestAge.text): repeat it"
        }
        if age < .zero - Self.highestLead {
            return "the request's time is \(Self.text(.zero - age)) ahead of the panel's clock"
        }
        return nil
    }

    private static func text(_ duration: Duration) -> String { Duration.seconds(duration.components.seconds).text }
}

extension RequestTime: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(milliseconds: try decoder.singleValueContainer().decode(Int64.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(milliseconds)
    }
}

/// The parameters of a method that acts.
public protocol TimedParameters {
    /// When the action was asked for; `nil` if the client does not say.
    var requestedAt: RequestTime? { get }
}
