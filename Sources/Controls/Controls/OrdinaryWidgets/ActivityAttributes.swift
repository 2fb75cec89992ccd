/// What a live activity is about, and what of it changes while it lasts.
///
/// A panel shows of both a title, a line beneath it, a symbol and the time that is left. Each is found among the stored
/// properties of the state, then of the attributes:
///
/// | shown | property |
/// |---|---|
/// | title | a `String` called `title` or `name`, or ending so (`timerName`), else the first one that is nothing else |
/// | beneath | a `String` called `subtitle`, `status` or `detail` |
/// | symbol | a `String` called `symbol`, `symbolName`, `systemImage`, `icon` or `image`: an SF Symbols name |
/// | time left | the first `ClosedRange<Date>` or `Date`; of a `Date` whose name begins with `start` or `begin`, time since |
public protocol ActivityAttributes: Codable {
    /// What changes while the activity lasts.
    associatedtype ContentState: Codable & Hashable
}
