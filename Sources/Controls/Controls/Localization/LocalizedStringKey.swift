/// The key of a text in a label, usually written as a literal.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: LocalizedText

    /// A key known only at run time. It is looked up, where `Text(verbatim:)` is not.
    public init(_ value: String) {
        text = LocalizedText(key: value)
    }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        self.init(value)
    }

    /// A literal with interpolation.
    public init(stringInterpolation: LocalizedStringInterpolation) {
        text = stringInterpolation.text
    }
}
