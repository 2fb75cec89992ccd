/// A panel's own symbol: an SVG document that is written from the shapes of a file.
///
/// The document has nothing but shapes, groups and the attributes in the tables below, so that it can run nothing and
/// load nothing. Every colour becomes `currentColor`, so that the page tints the symbol.
public struct SymbolDrawing: Sendable, Hashable {
    let svg: [UInt8]
    /// The identifier of the document's outermost element, to which the page refers.
    static let identifier = "symbol"

    private static let namespace = "http://www.w3.org/2000/svg"
    private static let root = "svg"
    private static let group = "g"
    static let shapes: Set = ["circle", "ellipse", "line", "path", "polygon", "polyline", "rect"]
    /// Elements that draw nothing by themselves, and that drawing programs add. They are left out with what is in them.
    private static let silent: Set = ["defs", "desc", "metadata", "title"]
    /// Elements that are refused also inside an element that is left out: without them, the shapes would look different.
    private static let refused: Set = ["script", "style"]

    /// The size of the largest file with a single drawing, in bytes.
    public static let sizeLimit = SVGReader.sizeLimit
    /// The size of the largest file, in bytes: of a template of SF Symbols.
    public static let templateSizeLimit = SymbolTemplate.sizeLimit

    /// Reads a file: a drawing, or a template of SF Symbols.
    ///
    /// - Throws: `SymbolRefusal`.
    public init(_ file: [UInt8]) throws(SymbolRefusal) {
        let template = try SymbolTemplate(file)
        var reader = try SVGReader(file, sizeLimit: template == nil ? Self.sizeLimit : SymbolTemplate.sizeLimit)
        let text: String?
        do throws(SymbolRefusal) {
            text = try Self.document(&reader, template)
        } catch {
            throw SymbolRefusal(error.reason, line: reader.line)
        }
        guard let text else { throw SymbolRefusal(.empty) }
        // A drawing is nearly as large as its file.
        guard template == nil || text.utf8.count <= Self.sizeLimit else { throw SymbolRefusal(.tooLarge) }
        svg = Array(text.utf8)
    }

    /// The document; `nil` for a file without a shape.
    ///
    /// - Parameter template: The variant to draw; `nil` to draw the whole file.
    private static func document(
        _ reader: inout SVGReader, _ template: SymbolTemplate?
    ) throws(SymbolRefusal) -> String? {
        var text = ""
        var hasShape = false
        var depth = 0
        /// The depth of the template's variant, while the reader is in it.
        var variantDepth: Int?
        /// The depth of the outermost element that is left out.
        var silentDepth: Int?
        while let tag = try reader.next() {
            switch tag {
            case .begin(let name, let attributes):
                depth += 1
                if let template, depth > 1, variantDepth == nil {
                    guard template.isVariant(name, attributes) else { continue }
                    variantDepth = depth
                }
                if refused.contains(name) { throw SymbolRefusal(.element(name)) }
                if silentDepth == nil, depth > 1, silent.contains(name) || name.contains(":") { silentDepth = depth }
                if silentDepth != nil { continue }
                if depth == 1, name != root { throw SymbolRefusal(.root(name)) }
                let isShape = shapes.contains(name)
                guard isShape || name == (depth == 1 ? root : group) else { throw SymbolRefusal(.element(name)) }
                hasShape = hasShape || isShape
                text += try begin(name, attributes, template)
            case .end(let name):
                let isDrawn = template == nil || variantDepth != nil || depth == 1
                if isDrawn, silentDepth == nil { text += "</\(name)>" }
                if silentDepth == depth { silentDepth = nil }
                if variantDepth == depth { variantDepth = nil }
                depth -= 1
            }
        }
        return hasShape ? text : nil
    }

    // MARK: Attributes

    private enum Value {
        case numbers, path, transform, paint
        case word(Set<String>)
    }

    /// The properties of groups and shapes, which the outermost element may have, too.
    private static let properties: [String: Value] = [
        "clip-rule": .word(["evenodd", "nonzero"]), "fill": .paint, "fill-opacity": .numbers,
        "fill-rule": .word(["evenodd", "nonzero"]), "opacity": .numbers, "stroke": .paint,
        "stroke-linecap": .word(["butt", "round", "square"]), "stroke-linejoin": .word(["bevel", "miter", "round"]),
        "stroke-miterlimit": .numbers, "stroke-opacity": .numbers, "stroke-width": .numbers,
    ]

    /// Where groups and shapes are, and their form.
    private static let geometry: [String: Value] = [
        "cx": .numbers, "cy": .numbers, "d": .path, "height": .numbers, "points": .numbers, "r": .numbers,
        "rx": .numbers, "ry": .numbers, "transform": .transform, "width": .numbers, "x": .numbers, "x1": .numbers,
        "x2": .numbers, "y": .numbers, "y1": .numbers, "y2": .numbers,
    ]

    private static func begin(
        _ name: String, _ attributes: [SVGReader.Attribute], _ template: SymbolTemplate?
    ) throws(SymbolRefusal) -> String {
        var given: [String: String] = [:]
        for attribute in attributes { given[attribute.name] = attribute.value.trimmed }
        guard given["xmlns"] ?? namespace == namespace else { throw SymbolRefusal(.namespace(name)) }
        var start = "<\(name)"
        if name == root {
            guard let box = template?.viewBox ?? viewBox(given) else { throw SymbolRefusal(.noSize) }
            start += " xmlns=\"\(namespace)\" id=\"\(identifier)\" viewBox=\"\(box)\""
        }
        // Drawing programs write properties as CSS, which has precedence over attributes.
        for declaration in (given["style"] ?? "").split(separator: ";") {
            let parts = declaration.split(separator: ":", maxSplits: 1).map { String($0).trimmed }
            if parts.count == 2, properties[parts[0]] != nil { given[parts[0]] = parts[1] }
        }
        for (key, value) in given.sorted(by: { $0.key < $1.key }) where !value.isEmpty {
            guard let form = properties[key] ?? (name == root ? nil : geometry[key]) else { continue }
            guard let plain = plain(value, form) else { throw SymbolRefusal(.value(key)) }
            start += " \(key)=\"\(plain)\""
        }
        return start + ">"
    }

    /// A value as the document has it; `nil` for a value with other characters than its form needs.
    private static func plain(_ value: String, _ form: Value) -> String? {
        switch form {
        case .numbers: value.utf8.allSatisfy(numberBytes.contains) ? value : nil
        case .path: value.utf8.allSatisfy(pathBytes.contains) ? value : nil
        case .transform: isTransform(value) ? value : nil
        case .paint: ["none", "transparent"].contains(value.lowercased()) ? "none" : "currentColor"
        case .word(let words): words.contains(value) ? value : nil
        }
    }

    /// Numbers with a space or comma between them, also in percent and in pixels (`px`).
    private static let numberBytes = Set("0123456789+-.eE,% \t\r\npx".utf8)
    /// Numbers and the commands of paths (SVG 2, 9.3).
    private static let pathBytes = numberBytes.union("MmZzLlHhVvCcSsQqTtAa".utf8).subtracting("%px".utf8)
    /// The names of transformations (SVG 1.1, 7.6).
    private static let transformations: Set = ["matrix", "rotate", "scale", "skewX", "skewY", "translate"]

    /// Whether the value is a list of transformations, each with numbers in parentheses.
    private static func isTransform(_ value: String) -> Bool {
        value.split(separator: ")").allSatisfy { part in
            let parts = part.split(separator: "(", omittingEmptySubsequences: false)
            let name = parts[0].filter { !($0.isASCII && $0.isWhitespace) && $0 != "," }
            return parts.count == 2 && transformations.contains(name) && parts[1].utf8.allSatisfy(numberBytes.contains)
        }
    }

    /// The part of the plane that the drawing shows: `viewBox`, else the drawing's own size.
    private static func viewBox(_ given: [String: String]) -> String? {
        let size = ["width", "height"].map { name in
            let value = given[name] ?? ""
            return value.hasSuffix("px") ? String(value.dropLast(2)) : value
        }
        let box = given["viewBox"] ?? "0 0 \(size[0]) \(size[1])"
        let parts = box.split { $0.isWhitespace || $0 == "," }
        let numbers = parts.compactMap { part in
            part.utf8.allSatisfy(numberBytes.contains) ? Double(part) : nil
        }
        guard parts.count == 4, numbers.count == 4, numbers.allSatisfy(\.isFinite), numbers[2] > 0, numbers[3] > 0
        else {
            return nil
        }
        return parts.joined(separator: " ")
    }
}

extension String {
    /// The text without space at its ends.
    fileprivate var trimmed: String {
        String(drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
    }
}
