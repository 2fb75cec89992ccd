/// Finds entries whose indentation makes them part of another mapping than their author means.
///
/// ```
///   controls:
///     lamp:
///     title: Lamp          a control 'title', beside an empty control 'lamp'
/// ```
///
/// Only an entry counts that makes no sense where it stands. All other mistakes have errors of their own.
enum Indentation {
    /// - Parameters:
    ///   - entry: An unknown key of the mapping `place`.
    ///   - outer: The entry before it, and the form of its value.
    static func problem(
        ofKey entry: Node.Entry, behind outer: Node.Entry, _ form: ValueForm?, in place: Place
    ) -> PanelFileProblem? {
        guard outer.value.isEmpty, entry.isAligned(with: outer) else { return nil }
        let fits =
            switch form {
            case .table: entry.value.keys != nil
            case .mapping(let inner), .mappingOrWord(let inner, _), .oneOrMore(let inner): inner.has(entry.key.text)
            default: false
            }
        return fits
            ? .indentMore(entry.key.text, columns: usual, below: outer.key.text, in: place.value(of: outer.key.text))
            : nil
    }

    /// - Parameters:
    ///   - entry: An entry of the table `table`, whose elements have the keys of `description`.
    ///   - outer: The entry before it; `nil` for the first one.
    static func problem(
        ofElement entry: Node.Entry, behind outer: Node.Entry?, of description: MappingDescription, in table: String
    ) -> PanelFileProblem? {
        let name = entry.key.text
        let isElement = entry.value.keys?.contains(where: description.almostHas) == true
        if let outer, entry.isAligned(with: outer), description.has(name), outer.value.isEmpty || !isElement {
            let first = outer.value.firstKey.flatMap { $0.line > outer.keyPosition.line ? $0.column : nil }
            if outer.value.isEmpty || first != nil {
                let columns = first.map { $0 - entry.keyPosition.column } ?? usual
                let place = Place.entry(description.noun, outer.key.text)
                return .indentMore(name, columns: columns, below: outer.key.text, in: place)
            }
        }
        guard PanelKeys.mapping.has(name), entry.value.keys?.isEmpty == false, !isElement else { return nil }
        return .indentLess(name, in: Place(words: table), as: "a key of the panel")
    }

    /// The unknown key of an element of a table that is the table's next element.
    ///
    /// - Parameter column: The column of the element's name.
    static func problem(
        ofKey entry: Node.Entry, in place: Place, at column: Int, of description: MappingDescription
    ) -> PanelFileProblem? {
        guard entry.keyPosition.column > column, place.sort == description.noun.withArticle,
            let keys = entry.value.keys, !keys.isEmpty, keys.allSatisfy(description.has)
        else { return nil }
        return .indentLess(entry.key.text, in: place, as: "\(description.noun.withArticle) of its own")
    }

    /// The columns by which most authors indent.
    private static let usual = 2
}

extension MappingDescription {
    fileprivate func has(_ key: String) -> Bool { keys.contains { $0.name == key } }

    /// Whether `key` is one of the keys, or a misspelt one.
    fileprivate func almostHas(_ key: String) -> Bool { NearestWord.to(key, among: keys.lazy.map(\.name)) != nil }
}

extension Node {
    /// The keys of a mapping; `nil` for another node.
    fileprivate var keys: [String]? {
        if case .mapping(let entries) = content { entries.map(\.key.text) } else { nil }
    }

    fileprivate var firstKey: SourcePosition? {
        if case .mapping(let entries) = content { entries.first?.keyPosition } else { nil }
    }

    fileprivate var isEmpty: Bool {
        if case .scalar(let scalar) = content { scalar.isPlain && scalar.text.isEmpty } else { false }
    }
}

extension Node.Entry {
    /// Whether the entry begins in the column of `other`, in a later line.
    fileprivate func isAligned(with other: Node.Entry) -> Bool {
        keyPosition.column == other.keyPosition.column && keyPosition.line > other.keyPosition.line
    }
}
