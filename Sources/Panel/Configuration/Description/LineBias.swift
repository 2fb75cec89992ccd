/// The resistor inside the chip that holds an input while its contact is open.
public enum LineBias: String, Sendable, Hashable, CaseIterable {
    /// Holds the line high.
    case up
    /// Holds the line low.
    case down
    /// No resistor: the board has one of its own.
    case none
}
