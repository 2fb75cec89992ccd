import Foundation

/// How much the tests of properties go through: all of it as CI does, with `HOLDFAST_EFFORT=full`, else a fifth, so that all
/// tests together take a minute.
public enum Effort {
    /// Whether all of it.
    public static let isFull = ProcessInfo.processInfo.environment["HOLDFAST_EFFORT"] == "full"

    /// So many of `full`, at least one.
    public static func count<Count: BinaryInteger>(_ full: Count) -> Count { isFull ? full : max(1, full / 5) }
}
