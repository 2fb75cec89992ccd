/// Why a panel's file cannot be used: all its errors, in the order of the file.
public struct ConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The errors, and a closing note where there were more than are worth printing; never empty when thrown.
    public var diagnostics: [Diagnostic]

    /// An error of these diagnostics.
    public init(diagnostics: [Diagnostic]) {
        self.diagnostics = diagnostics
    }

    /// Every diagnostic, one a line, without a line break at the end.
    public var description: String {
        diagnostics.map(\.description).joined(separator: "\n")
    }
}
