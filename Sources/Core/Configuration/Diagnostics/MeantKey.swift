/// A key that a mapping of the file has and should not have.
struct UnknownKey: Sendable {
    var key: String
    /// The value that the file gives the key.
    var value: Node.Content
    /// The known keys that the file gives in the same mapping.
    var given: [String]
    var mapping: MappingDescription
    var place: Place
    /// Whether the value is a control, as only a button's gestures have one.
    var isGesture: Bool

    /// Whether the file gives the value `false`, in any of YAML's spellings.
    fileprivate var isFalse: Bool {
        guard case .scalar(let scalar) = value, case .truth(false) = scalar.meaning else { return false }
        return true
    }
}

/// The probable meaning of a key that a mapping does not have.
enum MeantKey {
    /// A key with the value behind it and no space between: `for:3s`, `line=GPIO5`.
    case joined(key: String, sign: Character, value: String)
    /// A key of another project, with the remedy.
    case foreign(String)
    /// A gesture that buttons do not have.
    case gesture
    /// A key of the mapping with a similar spelling.
    case spelled(String)
    /// A key of these other mappings.
    case standing([String])

    init?(_ unknown: UnknownKey) {
        let (key, mapping, place) = (unknown.key, unknown.mapping, unknown.place)
        let known = mapping.keys.map(\.name)
        let homes = Home.all[key] ?? []
        let meaning = ForeignWord.meaning(of: key, in: mapping, given: unknown.given, mustFit: !homes.isEmpty)
        if let joined = Self.joined(key), known.contains(joined.key) {
            self = .joined(key: joined.key, sign: joined.sign, value: joined.value)
        } else if let meaning {
            self = .foreign(unknown.isFalse ? meaning.remedyForFalse : meaning.remedy)
        } else if let beside = Home.words(for: homes, beside: place) {
            self = .standing(beside)
        } else if let word = NearestWord.to(key, among: known) {
            self = .spelled(word)
        } else if unknown.isGesture {
            self = .gesture
        } else if !homes.isEmpty, homes.count <= Self.mostHomes {
            self = .standing(homes.map { place.words(for: $0) })
        } else {
            return nil
        }
    }

    /// Whether an unknown key probably means `key`, so that the file does not lack `key` as well.
    static func isMeant(_ key: String, by unknown: String, in mapping: MappingDescription) -> Bool {
        joined(unknown)?.key == key
            || ForeignWord.meanings(of: unknown).contains { $0.key == key && $0.applies(to: mapping) }
    }

    /// The key, the sign and the value of `for:3s`, `line=GPIO5` or `title = Lamp`; `nil` for another text.
    static func joined(_ text: String) -> (key: String, sign: Character, value: String)? {
        guard let index = text.firstIndex(where: { $0 == ":" || $0 == "=" }) else { return nil }
        let parts = [text[..<index], text[text.index(after: index)...]]
        let trimmed = parts.map { part in
            String(part.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
        }
        return trimmed.contains("") ? nil : (trimmed[0], text[index], trimmed[1])
    }

    /// The most homes that a message lists. A longer list would not tell the author where the key belongs.
    private static let mostHomes = 4
}

/// The mappings of a panel's file that have a certain key, each in the form of `Place.sort`.
private enum Home {
    /// The mappings around, inside and beside `place` that are among `homes`; `nil` for none.
    static func words(for homes: [String], beside place: Place) -> [String]? {
        if let around = place.around.first(where: { homes.contains($0.sort) }) {
            return ["\(around.words) itself"]
        }
        // Looks inside the mapping, then inside the next mapping around it.
        for outer in [place] + place.around.prefix(1) {
            let keys = homes.compactMap { outer.key(leadingTo: $0) }
            if !keys.isEmpty { return ["\(keys.listed("or")) of \(outer.words)"] }
        }
        return nil
    }

    /// The mappings by their keys, in the order of the documentation, each once.
    static let all: [String: [String]] = {
        var homes: [String: [String]] = [:]
        func visit(_ mapping: MappingDescription, _ sort: String) {
            for key in mapping.keys {
                if homes[key.name]?.contains(sort) != true { homes[key.name, default: []].append(sort) }
                switch key.form {
                case .mapping(let inner), .mappingOrWord(let inner, _), .oneOrMore(let inner):
                    visit(inner, "\(key.name) of \(sort)")
                case .table(let inner), .list(of: .mapping(let inner), _, _): visit(inner, inner.noun.withArticle)
                default: break
                }
            }
        }
        visit(PanelKeys.mapping, Place.panel.sort)
        return homes
    }()
}

extension Place {
    /// The key of this mapping whose value is `home`.
    fileprivate func key(leadingTo home: String) -> String? {
        guard home.hasSuffix(" of \(sort)") else { return nil }
        let key = String(home.dropLast(sort.count + " of ".count))
        return key.contains(" ") ? nil : key
    }

    /// A mapping in words, with the names of the mappings around this one where it lies inside one of them.
    fileprivate func words(for home: String) -> String {
        guard let outer = around.first(where: { home.hasSuffix(" of \($0.sort)") }) else { return home }
        return home.dropLast(outer.sort.count) + outer.words
    }
}
