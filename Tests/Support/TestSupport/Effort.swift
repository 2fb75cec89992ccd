import Foundation

/// The number of iterations of property tests: all of them in CI, with `HOLDFAST_EFFORT=full`; else a fifth, so that
/// all tests together take a minute.
public enum Effort {
    /// Whether all iterations run.
    public static let isFull = ProcessInfo.processInfo.environment["HOLDFAST_EFFORT"] == "full"

    /// The number of iterations of `full` ones, at least one.
    public static func count<Count: BinaryInteger>(_ full: Count) -> Count { isFull ? full : max(1, full / 5) }
}
