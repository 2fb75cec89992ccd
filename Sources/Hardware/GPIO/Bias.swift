/// The resistor inside the chip that holds an open input at a level.
public enum Bias: String, Sendable, Hashable, CaseIterable {
    /// Pulled to supply: for a contact that connects to ground.
    case up
    /// Pulled to ground: for a contact that connects to supply.
    case down
    /// Off: something outside the chip decides the level.
    case none
}
