/// What a person is told or asked on an intent's behalf.
public struct IntentDialog: Hashable, Sendable, ExpressibleByStringInterpolation {
    let text: LocalizedStringResource

    /// A text.
    public init(_ text: LocalizedStringResource) {
        self.text = text
    }

    /// A text in full and in short. A panel has little room, and shows the short one.
    public init(full: LocalizedStringResource, supporting: LocalizedStringResource) {
        self.init(supporting)
    }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        self.init(LocalizedStringResource(stringLiteral: value))
    }

    /// A literal with interpolation.
    public init(stringInterpolation: LocalizedStringInterpolation) {
        self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
    }
}
