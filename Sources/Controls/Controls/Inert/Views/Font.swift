/// A font. A panel draws no text, so that all fonts are equal.
public struct Font: Hashable, Sendable {
    /// The thickness of letters.
    public enum Weight: Hashable, Sendable {
        /// The thinnest.
        case ultraLight
        case thin
        case light
        case regular
        /// Between regular and semibold.
        case medium
        /// Nearly bold.
        case semibold
        case bold
        /// Heavier than bold.
        case heavy
        /// The thickest.
        case black
    }

    public enum Design: Hashable, Sendable {
        case `default`
        case serif
        case rounded
        /// With one width for all letters.
        case monospaced
    }

    public enum TextStyle: Hashable, Sendable {
        /// A role, named as in Apple's systems.
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    /// A font with a size in points.
    public static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font { Font() }

    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font { Font() }

    public func weight(_ weight: Weight) -> Font { self }

    public func bold() -> Font { self }

    public func italic() -> Font { self }

    /// The font with one width for all digits.
    public func monospacedDigit() -> Font { self }

    public static let largeTitle = Font()
    public static let title = Font()
    public static let title2 = Font()
    public static let title3 = Font()
    public static let headline = Font()
    public static let subheadline = Font()
    public static let body = Font()
    public static let callout = Font()
    public static let footnote = Font()
    public static let caption = Font()
    public static let caption2 = Font()
}
