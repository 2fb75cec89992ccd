/// A key of a PIN pad.
enum PadKey: Sendable, Hashable {
    /// 0 to 9.
    case digit(Int)
    /// Ends a PIN.
    case enter
    /// Takes back what was typed, and what waits for a PIN.
    case clear
    /// A key that means nothing.
    case other
}
