/// Whether a message shows a value.
///
/// Without a declaration, numbers, truth values and types are shown, and all else is replaced by `<private>`.
public struct OSLogPrivacy: Hashable, Sendable {
    /// The text that stands in a message for a hidden value.
    public enum Mask: Hashable, Sendable {
        /// A number that is the same for the same value as long as the program runs.
        case hash
        /// Nothing of the value.
        case none
    }

    private enum Rule: Hashable {
        case auto, shown, hidden
    }

    private let rule: Rule
    private let mask: Mask

    /// The default of the value's type.
    public static var auto: OSLogPrivacy { OSLogPrivacy(rule: .auto, mask: .none) }
    /// The value is shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(rule: .shown, mask: .none) }
    /// The value is replaced by `<private>`.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(rule: .hidden, mask: .none) }
    /// The value is replaced by `<private>`.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(rule: .hidden, mask: .none) }
    /// The value is replaced by its mask.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(rule: .hidden, mask: mask) }
    /// The value is replaced by its mask.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(rule: .hidden, mask: mask) }
    /// The default of the value's type; a hidden value is replaced by its mask.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(rule: .auto, mask: mask) }

    /// - Parameter isShownByDefault: The default of the value's type.
    func shown(_ text: @autoclosure () -> String, isShownByDefault: Bool) -> String {
        switch (rule, mask) {
        case (.shown, _): text()
        case (.auto, _) where isShownByDefault: text()
        case (_, .none): "<private>"
        // The seed of the hash is the process's own, so that a reader cannot find the value by trying.
        case (_, .hash): "<mask.hash: \(UInt(bitPattern: text().hashValue))>"
        }
    }
}

/// A message for a log: a literal, usually with interpolations.
public struct OSLogMessage: Sendable, ExpressibleByStringInterpolation {
    let text: String

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        text = value
    }

    public init(stringInterpolation: OSLogInterpolation) {
        text = stringInterpolation.text
    }
}

/// Collects the parts of a message.
public struct OSLogInterpolation: StringInterpolationProtocol {
    var text = ""

    /// An empty message.
    public init(literalCapacity: Int, interpolationCount: Int) {}

    /// A literal part.
    public mutating func appendLiteral(_ literal: String) { text += literal }

    /// A text. By default it is hidden.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> String, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        text += privacy.shown(align.aligned(value()), isShownByDefault: false)
    }

    /// A value that describes itself. By default it is hidden.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value: CustomStringConvertible>(
        _ value: @autoclosure () -> Value, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        text += privacy.shown(align.aligned(value().description), isShownByDefault: false)
    }

    /// A value, or its absence. By default it is hidden.
    @_disfavoredOverload
    public mutating func appendInterpolation<Value>(
        _ value: @autoclosure () -> Value?, privacy: OSLogPrivacy = .auto
    ) {
        text += privacy.shown(value().map { "\($0)" } ?? "nil", isShownByDefault: false)
    }

    /// An error. By default it is hidden.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ error: @autoclosure () -> any Error, privacy: OSLogPrivacy = .auto) {
        text += privacy.shown("\(error())", isShownByDefault: false)
    }

    /// A type. By default it is shown.
    public mutating func appendInterpolation(_ type: @autoclosure () -> Any.Type, privacy: OSLogPrivacy = .auto) {
        text += privacy.shown("\(type())", isShownByDefault: true)
    }

    /// A truth value. By default it is shown.
    public mutating func appendInterpolation(_ value: @autoclosure () -> Bool, privacy: OSLogPrivacy = .auto) {
        text += privacy.shown("\(value())", isShownByDefault: true)
    }

    /// A whole number. By default it is shown.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some FixedWidthInteger, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        text += privacy.shown(align.aligned(format.text(of: value())), isShownByDefault: true)
    }

    /// A number. By default it is shown.
    public mutating func appendInterpolation(
        _ value: @autoclosure () -> some BinaryFloatingPoint, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) {
        text += privacy.shown(align.aligned(format.text(of: Double(value()))), isShownByDefault: true)
    }
}

/// The least width of a value in a message.
public struct OSLogStringAlignment: Sendable {
    private enum Side {
        case left, right
    }

    private let side: Side
    private let columns: Int

    /// No least width.
    public static var none: OSLogStringAlignment { OSLogStringAlignment(side: .left, columns: 0) }
    /// Spaces before a shorter value.
    public static func right(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(side: .right, columns: columns)
    }
    /// Spaces behind a shorter value.
    public static func left(columns: Int) -> OSLogStringAlignment {
        OSLogStringAlignment(side: .left, columns: columns)
    }

    func aligned(_ text: String) -> String {
        let spaces = String(repeating: " ", count: max(0, min(columns, 1_000) - text.count))
        return side == .left ? text + spaces : spaces + text
    }
}

/// The form of a whole number in a message.
public struct OSLogIntegerFormatting: Sendable {
    private let radix: Int
    private let prefix: String
    private let isUppercase: Bool

    public static var decimal: OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 10, prefix: "", isUppercase: false)
    }
    /// In hexadecimal.
    public static var hex: OSLogIntegerFormatting { hex() }
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8, prefix: "", isUppercase: false) }
    /// In hexadecimal.
    public static func hex(includePrefix: Bool = false, uppercase: Bool = false) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(radix: 16, prefix: includePrefix ? "0x" : "", isUppercase: uppercase)
    }

    func text(of value: some FixedWidthInteger) -> String {
        prefix + String(value, radix: radix, uppercase: isUppercase)
    }
}

/// The form of a number in a message.
public struct OSLogFloatFormatting: Sendable {
    private let precision: Int?

    /// The shortest text that gives the number.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting(precision: nil) }
    /// With `precision` digits behind the point, 0 to 15.
    public static func fixed(precision: Int) -> OSLogFloatFormatting {
        OSLogFloatFormatting(precision: max(0, min(15, precision)))
    }

    func text(of value: Double) -> String {
        var scale = 1.0
        for _ in 0..<(precision ?? 0) { scale *= 10 }
        guard let precision, value.isFinite, let whole = Int64(exactly: (abs(value) * scale).rounded()) else {
            return "\(value)"
        }
        let digits = String(whole)
        let padded = String(repeating: "0", count: max(0, precision + 1 - digits.count)) + digits
        let sign = value < 0 && whole != 0 ? "-" : ""
        return sign + padded.dropLast(precision) + (precision > 0 ? "." : "") + padded.suffix(precision)
    }
}
