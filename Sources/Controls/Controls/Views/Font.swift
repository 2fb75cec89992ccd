/// How letters look, where they are drawn.
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
        /// Between the usual one and the next.
        case medium
        /// Nearly bold.
        case semibold
        /// Bold.
        case bold
        /// More than bold.
        case heavy
        /// The thickest.
        case black
    }

    /// The form of letters.
    public enum Design: Hashable, Sendable {
        /// The usual one.
        case `default`
        /// With serifs.
        case serif
        /// With round ends.
        case rounded
        /// All of one width.
        case monospaced
    }

    /// The role of a text.
    public enum TextStyle: Hashable, Sendable {
        /// A role by its name.
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    /// Letters of a size in points.
    public static func system(size: Double, weight: Weight? = nil, design: Design? = nil) -> Font { Font() }

    /// Letters of a role.
    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font { Font() }

    /// Letters of another thickness.
    public func weight(_ weight: Weight) -> Font { self }

    /// Thick letters.
    public func bold() -> Font { self }

    /// Slanting letters.
    public func italic() -> Font { self }

    /// Digits of one width.
    public func monospacedDigit() -> Font { self }

    /// The letters of the role `largeTitle`.
    public static let largeTitle = Font()
    /// The letters of the role `title`.
    public static let title = Font()
    /// The letters of the role `title2`.
    public static let title2 = Font()
    /// The letters of the role `title3`.
    public static let title3 = Font()
    /// The letters of the role `headline`.
    public static let headline = Font()
    /// The letters of the role `subheadline`.
    public static let subheadline = Font()
    /// The letters of the role `body`.
    public static let body = Font()
    /// The letters of the role `callout`.
    public static let callout = Font()
    /// The letters of the role `footnote`.
    public static let footnote = Font()
    /// The letters of the role `caption`.
    public static let caption = Font()
    /// The letters of the role `caption2`.
    public static let caption2 = Font()
}
