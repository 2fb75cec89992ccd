import Foundation

/// The number of iterations of property tests: all of them in `make test-long`, with `HOLDFAST_EFFORT=full`; else a fifth,
/// so that all tests together take a minute.
public enum Effort {
    /// Whether all iterations run.
    public static let isFull = ProcessInfo.processInfo.environment["HOLDFAST_EFFORT"] == "full"

    /// Whether no other suite runs in this process, so that a suite can measure the process (`HOLDFAST_ALONE=1`).
    public static let isAlone = ProcessInfo.processInfo.environment["HOLDFAST_ALONE"] == "1"

    /// The number of iterations of `full` ones, at least one.
    public static func count<Count: BinaryInteger>(_ full: Count) -> Count { isFull ? full : max(1, full / 5) }
}
