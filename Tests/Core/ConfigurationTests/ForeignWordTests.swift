import Testing

@testable import Configuration

@Suite("The table of foreign words")
struct ForeignWordTests {
    /// All mappings of a panel's file.
    private static let mappings: [MappingDescription] = {
        func inner(_ mapping: MappingDescription) -> [MappingDescription] {
            [mapping]
                + mapping.keys.flatMap { key -> [MappingDescription] in
                    switch key.form {
                    case .mapping(let next), .table(let next), .mappingOrWord(let next, _), .oneOrMore(let next),
                        .list(of: .mapping(let next), _, _):
                        inner(next)
                    default: []
                    }
                }
        }
        return inner(PanelKeys.mapping)
    }()

    @Test("every meaning applies to a mapping of a panel's file", arguments: ForeignWord.words)
    func applies(word: String) {
        for meaning in ForeignWord.meanings(of: word) {
            #expect(Self.mappings.contains { meaning.applies(to: $0) }, "\(meaning)")
            for noun in meaning.nouns { #expect(Self.mappings.contains { $0.noun == noun }, "\(noun)") }
        }
    }

    @Test("no word of the table is a key of a mapping in which the table gives the word a meaning")
    func foreign() {
        for word in ForeignWord.words {
            for mapping in Self.mappings where mapping.keys.contains(where: { $0.name == word }) {
                let bound = ForeignWord.meanings(of: word).filter { $0.nouns.contains(mapping.noun) }
                // The two mappings called 'button', or 'mqtt', share their noun.
                let others = Self.mappings.filter { $0.noun == mapping.noun && !$0.keys.contains { $0.name == word } }
                #expect(bound.isEmpty || !others.isEmpty, "\(word) in \(mapping.noun)")
            }
        }
    }

    @Test("explain knows every word of the table that is no key", arguments: ForeignWord.words)
    func explained(word: String) {
        let remedy = KeyExplanation.remedy(forForeign: word)
        #expect(remedy != nil)
        for meaning in ForeignWord.meanings(of: word) { #expect(remedy?.contains(meaning.remedy) == true) }
        #expect(KeyExplanation.remedy(forForeign: "buttons." + word.uppercased()) == remedy)
    }

    @Test("a word outside the table has no remedy")
    func unknown() {
        for word in ["", ".", "xyzzy", "title", "hold_time"] { #expect(KeyExplanation.remedy(forForeign: word) == nil) }
    }
}
