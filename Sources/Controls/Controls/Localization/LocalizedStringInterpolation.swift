/// Collects the parts of a localised literal: `"\(count) visitors"` becomes the key `%lld visitors` and one value.
public struct LocalizedStringInterpolation: StringInterpolationProtocol, Sendable {
    var text = LocalizedText(key: "", isFormat: true)

    /// Reserves capacity for a literal.
    public init(literalCapacity: Int, interpolationCount: Int) {
        text.key.reserveCapacity(literalCapacity + 4 * interpolationCount)
        text.arguments.reserveCapacity(interpolationCount)
    }

    /// Adds literal text; `%` becomes `%%`, because the key is a format.
    public mutating func appendLiteral(_ literal: String) {
        for character in literal {
            text.key += character == "%" ? "%%" : String(character)
        }
    }

    /// Adds a whole number, `%lld` in the key.
    public mutating func appendInterpolation(_ value: some BinaryInteger) {
        append("%lld", value)
    }

    /// Adds the place of a number in a type's `numericFormat`, which has no effect here.
    public mutating func appendInterpolation(placeholder: LocalizedStringPlaceholder) {
        switch placeholder {
        case .int, .uint: append("%lld", "")
        case .float, .double: append("%lf", "")
        case .object: append("%@", "")
        }
    }

    /// Adds a floating-point number, `%lf` in the key.
    public mutating func appendInterpolation(_ value: some BinaryFloatingPoint) {
        append("%lf", value)
    }

    /// Adds a floating-point number, formatted with a specifier of printf(3) such as `%.1f`.
    public mutating func appendInterpolation(_ value: some BinaryFloatingPoint, specifier: String) {
        append(specifier, NumberFormat(specifier)?.text(of: Double(value)) ?? String(describing: value))
    }

    /// Adds a whole number, formatted with a specifier of printf(3) such as `%02d`.
    public mutating func appendInterpolation(_ value: some BinaryInteger, specifier: String) {
        let text = Int64(exactly: value).flatMap { NumberFormat(specifier)?.text(of: $0) }
        append(specifier, text ?? String(describing: value))
    }

    /// Adds a localised text, `%@` in the key.
    public mutating func appendInterpolation(_ value: LocalizedStringResource) {
        append("%@", value.text.resolved())
    }

    /// Adds a text of a label, `%@` in the key.
    public mutating func appendInterpolation(_ value: Text) {
        append("%@", value.text.resolved())
        text.symbol = text.symbol ?? value.text.symbol
    }

    /// Adds an image, `%@` in the key. A panel shows only the words; a label without another symbol shows the image as
    /// its symbol.
    public mutating func appendInterpolation(_ value: Image) {
        append("%@", String(LocalizedText.imageMark))
        text.symbol = text.symbol ?? value.symbol
    }

    /// Adds any other value by its description, `%@` in the key.
    public mutating func appendInterpolation(_ value: some Any) {
        append("%@", value)
    }

    private mutating func append(_ specifier: String, _ value: some Any) {
        text.key += specifier
        text.arguments.append(String(describing: value))
    }
}

/// The kind of a value that a text has a place for.
public enum LocalizedStringPlaceholder: Hashable, Sendable {
    /// A kind of Apple's.
    case int, uint, float, double, object
}
