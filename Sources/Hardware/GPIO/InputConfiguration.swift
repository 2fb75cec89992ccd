/// How an input line is to be requested.
public struct InputConfiguration: Sendable, Hashable {
    /// The line's name as the kernel has it (`GPIO17`), or `CHIP:OFFSET`.
    public var line: String

    /// Whether the low level is the active one. Levels and edges are then given the other way round, by the kernel.
    public var isActiveLow: Bool

    /// The resistor that holds the open line.
    public var bias: Bias

    /// An input on `line`.
    public init(line: String, isActiveLow: Bool = false, bias: Bias = .none) {
        self.line = line
        self.isActiveLow = isActiveLow
        self.bias = bias
    }
}
