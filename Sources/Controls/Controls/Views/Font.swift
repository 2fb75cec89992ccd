/// A font. A panel draws no text, so that all fonts are equal.
public struct Font: Hashable, Sendable {
    /// The thickness of letters.
    public enum Weight: Hashable, Sendable {
        /// The thinnest.
        case ultraLight
        /// Thin.
        case thin
        /// Light.
        case light
        /// The usual one.
        case regular
        /// Between regular and semibold.
        case medium
        /// Nearly bold.
        case semibold
        /// Bold.
        case bold
        /// Heavier than bold.
        case heavy
        /// The thickest.
        case black
    }

    /// The design of letters.
    public enum Design: Hashable, Sendable {
        /// The usual one.
        case `default`
        /// With serifs.
        case serif
        /// With round ends.
        case rounded
        /// With one width for all letters.
        case monospaced
    }

    /// The role of a text.
    public enum TextStyle: Hashable, Sendable {
        /// A role, named as in Apple's systems.
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    /// A font with a size in points.
    public static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font { Font() }

    /// A font for a role.
    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font { Font() }

    /// The font with another weight.
    public func weight(_ weight: Weight) -> Font { self }

    /// The font in bold.
    public func bold() -> Font { self }

    /// The font in italics.
    public func italic() -> Font { self }

    /// The font with one width for all digits.
    public func monospacedDigit() -> Font { self }

    /// The font of the role `largeTitle`.
    public static let largeTitle = Font()
    /// The font of the role `title`.
    public static let title = Font()
    /// The font of the role `title2`.
    public static let title2 = Font()
    /// The font of the role `title3`.
    public static let title3 = Font()
    /// The font of the role `headline`.
    public static let headline = Font()
    /// The font of the role `subheadline`.
    public static let subheadline = Font()
    /// The font of the role `body`.
    public static let body = Font()
    /// The font of the role `callout`.
    public static let callout = Font()
    /// The font of the role `footnote`.
    public static let footnote = Font()
    /// The font of the role `caption`.
    public static let caption = Font()
    /// The font of the role `caption2`.
    public static let caption2 = Font()
}
