/// Reads the elements of an SVG file one by one: the part of XML that drawings need, strictly.
///
/// Comments, texts, an XML declaration and a document type without declarations are passed over. Entities of the file's
/// own, processing instructions and CDATA are refused, and so is what is not well-formed. The time is in proportion to
/// the size.
struct SVGReader {
    /// The begin or the end of an element. An empty element has both.
    enum Tag: Equatable {
        case begin(String, [Attribute])
        case end(String)
    }

    /// An attribute as it is written, with its references to characters.
    struct Attribute: Equatable {
        var name: String
        var value: String
    }

    /// The deepest nesting of elements.
    static let depthLimit = 16
    /// The size of the largest file with a single drawing, in bytes.
    static let sizeLimit = 32_768

    private let bytes: [UInt8]
    private var position = 0
    /// The elements that are open, the innermost one last.
    private var open: [String] = []
    private var hasRoot = false
    /// The end of an element that is empty, `<path/>`.
    private var pendingEnd: String?

    /// - Parameters:
    ///   - file: The file's content: UTF-8, with or without a byte order mark.
    ///   - sizeLimit: The size of the largest file, in bytes.
    init(_ file: [UInt8], sizeLimit: Int) throws(SymbolRefusal) {
        guard file.count <= sizeLimit else { throw SymbolRefusal(.tooLarge) }
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        bytes = file.starts(with: byteOrderMark) ? Array(file.dropFirst(byteOrderMark.count)) : file
        // XML 1.0, 2.2: of the control characters, a document may have these three.
        let isText = bytes.allSatisfy { $0 >= 0x20 || Self.isSpace($0) }
        guard isText, String(validating: bytes, as: UTF8.self) != nil else { throw SymbolRefusal(.noText) }
    }

    /// The line that is being read, counted from 1.
    var line: Int { bytes[..<position].count { $0 == UInt8(ascii: "\n") } + 1 }

    /// The next begin or end of an element; `nil` after the end of the outermost one.
    mutating func next() throws(SymbolRefusal) -> Tag? {
        if let name = pendingEnd {
            pendingEnd = nil
            return .end(name)
        }
        while let byte = peek {
            guard byte == UInt8(ascii: "<") else {
                try passText()
                continue
            }
            if try passMarkup() { continue }
            return takes("</") ? try end() : try begin()
        }
        if let name = open.last { throw SymbolRefusal(.malformed("<\(name)> has no end")) }
        guard hasRoot else { throw SymbolRefusal(.malformed("there is no element")) }
        return nil
    }

    private var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

    // MARK: Between tags

    /// Passes text. Outside the outermost element only space may stand.
    private mutating func passText() throws(SymbolRefusal) {
        let text = bytes[position...].prefix { $0 != UInt8(ascii: "<") }
        guard !open.isEmpty || text.allSatisfy(Self.isSpace) else {
            throw SymbolRefusal(.malformed("a text is outside of <svg>"))
        }
        try checkReferences(text)
        position = text.endIndex
    }

    /// Passes a comment, the XML declaration or a document type, and refuses other markup that is no tag.
    private mutating func passMarkup() throws(SymbolRefusal) -> Bool {
        if takes("<!--") {
            try pass(through: "-->", of: "a comment")
            return true
        }
        // A declaration is the first thing in a file.
        if position == 0, takes("<?xml ") {
            try pass(through: "?>", of: "the declaration")
            return true
        }
        if !hasRoot, takes("<!DOCTYPE ") {
            // Drawing programs name the document type of SVG 1.1, which changes nothing without declarations.
            let text = bytes[position...].prefix { $0 != UInt8(ascii: ">") }
            let isPlain = !text.contains(UInt8(ascii: "[")) && !text.contains(UInt8(ascii: "<"))
            guard isPlain, text.endIndex < bytes.count else { throw SymbolRefusal(.markup("a document type")) }
            position = text.endIndex + 1
            return true
        }
        for (start, name) in [
            ("<?", "a processing instruction"), ("<![CDATA[", "CDATA"), ("<!", "a document type"),
        ] where takes(start) {
            throw SymbolRefusal(.markup(name))
        }
        return false
    }

    private mutating func pass(through mark: String, of name: String) throws(SymbolRefusal) {
        while position < bytes.count {
            if takes(mark) { return }
            position += 1
        }
        throw SymbolRefusal(.malformed("\(name) has no end"))
    }

    /// Passes `text` if the file goes on with it.
    private mutating func takes(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    /// XML's five entities and references to characters need no document type.
    private func checkReferences(_ text: ArraySlice<UInt8>) throws(SymbolRefusal) {
        for index in text.indices where text[index] == UInt8(ascii: "&") {
            // The longest reference is to the last character: &#1114111;
            let name = text[(index + 1)...].prefix(9).prefix { $0 != UInt8(ascii: ";") }
            let isKnown =
                name.first == UInt8(ascii: "#")
                || ["amp", "lt", "gt", "quot", "apos"].contains { name.elementsEqual($0.utf8) }
            guard isKnown, name.endIndex < text.endIndex, text[name.endIndex] == UInt8(ascii: ";") else {
                throw SymbolRefusal(.markup("an entity"))
            }
        }
    }

    // MARK: Tags

    private mutating func begin() throws(SymbolRefusal) -> Tag {
        position += 1
        let name = try takeName()
        guard !open.isEmpty || !hasRoot else { throw SymbolRefusal(.malformed("<\(name)> comes after the drawing")) }
        guard open.count < Self.depthLimit else { throw SymbolRefusal(.tooDeep) }
        hasRoot = true
        var attributes: [Attribute] = []
        var names: Set<String> = []
        while true {
            let hasSpace = passSpace()
            if takes("/>") {
                pendingEnd = name
                break
            }
            if takes(">") {
                open.append(name)
                break
            }
            guard hasSpace else { throw SymbolRefusal(.malformed("<\(name)> has no '>'")) }
            let attribute = try takeAttribute()
            guard names.insert(attribute.name).inserted else {
                throw SymbolRefusal(.malformed("<\(name)> has '\(attribute.name)' twice"))
            }
            attributes.append(attribute)
        }
        return .begin(name, attributes)
    }

    private mutating func end() throws(SymbolRefusal) -> Tag {
        let name = try takeName()
        passSpace()
        guard takes(">"), open.popLast() == name else {
            throw SymbolRefusal(.malformed("</\(name)> does not end the element before it"))
        }
        return .end(name)
    }

    private mutating func takeAttribute() throws(SymbolRefusal) -> Attribute {
        let name = try takeName()
        passSpace()
        let hasSign = takes("=")
        passSpace()
        guard hasSign, let quote = peek, [UInt8(ascii: "\""), UInt8(ascii: "'")].contains(quote) else {
            throw SymbolRefusal(.malformed("'\(name)' has no value in quotation marks"))
        }
        let value = bytes[(position + 1)...].prefix { $0 != quote }
        guard value.endIndex < bytes.count, !value.contains(UInt8(ascii: "<")) else {
            throw SymbolRefusal(.malformed("the value of '\(name)' has no end"))
        }
        try checkReferences(value)
        position = value.endIndex + 1
        return Attribute(name: name, value: String(decoding: value, as: UTF8.self))
    }

    /// Takes a name of an element or attribute. Names of SVG and of drawing programs have these characters alone.
    private mutating func takeName() throws(SymbolRefusal) -> String {
        let name = bytes[position...].prefix(while: Self.isNameByte)
        guard let first = name.first, Self.isNameStart(first) else {
            throw SymbolRefusal(.malformed("a name is missing"))
        }
        position = name.endIndex
        return String(decoding: name, as: UTF8.self)
    }

    @discardableResult
    private mutating func passSpace() -> Bool {
        let start = position
        position = bytes[position...].prefix(while: Self.isSpace).endIndex
        return position > start
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\n")
            || byte == UInt8(ascii: "\r")
    }

    private static func isNameStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ":"): true
        default: isNameStart(byte)
        }
    }
}
