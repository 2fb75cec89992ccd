/// Why a drawing is not shown.
public struct SymbolRefusal: Error, Sendable, Hashable, CustomStringConvertible {
    enum Reason: Sendable, Hashable {
        case tooLarge
        /// Not UTF-8, or with control characters.
        case noText
        /// Not well-formed XML; the fault in words.
        case malformed(String)
        /// Markup that is no element; its kind in words.
        case markup(String)
        case tooDeep
        /// The outermost element is another one.
        case root(String)
        /// An element in another namespace than SVG's.
        case namespace(String)
        /// No usable `viewBox`, `width` and `height`.
        case noSize
        /// A template of SF Symbols without guides for this variant.
        case noGuides(String)
        /// An element that is not part of a symbol.
        case element(String)
        /// An attribute's value that is not plain.
        case value(String)
        /// A file without a shape.
        case empty
    }

    let reason: Reason
    /// The line, counted from 1; `nil` for the whole file.
    let line: Int?

    init(_ reason: Reason, line: Int? = nil) {
        (self.reason, self.line) = (reason, line)
    }

    /// The line, the fault and the remedy, in one line.
    public var description: String { (line.map { "line \($0): " } ?? "") + words }

    private var words: String {
        switch reason {
        case .tooLarge: "it has more than \(SVGReader.sizeLimit / 1024) kB; simplify the drawing"
        case .noText: "it is not a text in UTF-8; save the drawing as plain SVG"
        case .malformed(let fault): "\(Self.short(fault)); save the drawing as plain SVG"
        case .markup(let name): "it has \(name); save the drawing as plain SVG, or delete that"
        case .tooDeep: "elements are nested deeper than \(SVGReader.depthLimit) levels; ungroup them"
        case .root(let name): "the outermost element is <\(Self.short(name))>; it must be <svg>"
        case .namespace(let name): "<\(Self.short(name))> must have xmlns=\"http://www.w3.org/2000/svg\"; correct it"
        case .noSize: "<svg> has no usable viewBox; add one, such as viewBox=\"0 0 24 24\""
        case .noGuides(let variant):
            "the template has no margins, baseline and cap line for '\(Self.short(variant))'; export it with SF Symbols"
        case .element(let name): "<\(Self.short(name))> cannot be part of a symbol; turn it into paths, or delete it"
        case .value(let name): "the value of '\(Self.short(name))' is not allowed in a symbol; correct or delete it"
        case .empty: "it draws nothing; draw a path or another shape"
        }
    }

    private static func short(_ text: String) -> String {
        text.count > 80 ? text.prefix(80) + "…" : text
    }
}
