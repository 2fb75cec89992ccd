import GPIO

/// A contact between two lines of a simulated board, whichever is named first.
struct SimulatedJoint: Hashable {
    let first: LineAddress
    let second: LineAddress

    init(_ line: LineAddress, _ other: LineAddress) {
        (first, second) = line.isBefore(other) ? (line, other) : (other, line)
    }
}

/// Two connected lines of a simulated board that were to have different levels with the same force.
public struct SimulatedConflict: Sendable, Hashable {
    /// What was to be low.
    public var low: LineAddress
    /// What was to be high.
    public var high: LineAddress
}

extension LineAddress {
    /// An order that is the same at each run.
    func isBefore(_ other: LineAddress) -> Bool { (chip, offset) < (other.chip, other.offset) }
}
