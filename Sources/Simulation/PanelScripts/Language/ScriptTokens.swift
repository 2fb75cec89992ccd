import Configuration
import MonotonicTime

/// One line of a script as words, separated by spaces, with quotes around texts. A comment ends the line.
struct ScriptTokens {
    /// A word, or a text in quotes.
    struct Token: Hashable {
        var text: String
        var isQuoted: Bool
    }

    private var tokens: ArraySlice<Token>
    let place: ScriptPlace

    init(_ line: Substring, at place: ScriptPlace) throws(ScriptError) {
        self.place = place
        tokens = try Self.split(line, at: place)[...]
    }

    var isEmpty: Bool { tokens.isEmpty }

    /// The next word, without taking it.
    var peek: String? { tokens.first?.text }

    /// The rest of the line, without its comment.
    var text: String { tokens.map { $0.isQuoted ? "\"\($0.text)\"" : $0.text }.joined(separator: " ") }

    /// Whether the next word is a text in quotes.
    var isTextNext: Bool { tokens.first?.isQuoted ?? false }

    /// Takes the next word; `what` names it in the error for a missing word.
    mutating func word(_ what: String) throws(ScriptError) -> String {
        guard let token = tokens.popFirst() else { throw ScriptError("\(what) is missing", at: place) }
        return token.text
    }

    /// Takes the next text, which must be in quotes.
    mutating func quoted(_ what: String) throws(ScriptError) -> String {
        guard let token = tokens.popFirst() else { throw ScriptError("\(what) is missing", at: place) }
        guard token.isQuoted else {
            throw ScriptError("\(what) must be in quotes: \"\(token.text)\"", at: place)
        }
        return token.text
    }

    /// Takes the next word if it is `word`.
    mutating func take(_ word: String) -> Bool {
        guard let first = tokens.first, !first.isQuoted, first.text == word else { return false }
        tokens.removeFirst()
        return true
    }

    /// Takes the next word, which must be `word`.
    mutating func expect(_ word: String) throws(ScriptError) {
        guard !take(word) else { return }
        throw ScriptError("expected '\(word)'" + (peek.map { ", found '\($0)'" } ?? " at the end"), at: place)
    }

    /// Takes a duration.
    mutating func duration(_ what: String) throws(ScriptError) -> Duration {
        let word = try word(what)
        guard let duration = Duration(text: word) else {
            throw ScriptError(
                "\(what) '\(word)' is not a duration; write a number with ms, s, m, h or d: 500ms", at: place)
        }
        return duration
    }

    /// Takes a whole number of things.
    mutating func count(_ what: String) throws(ScriptError) -> Int {
        try number(what, upTo: 1_000_000_000)
    }

    /// Takes a whole number from 0.
    mutating func number<Number: FixedWidthInteger>(
        _ what: String, upTo limit: Number
    ) throws(ScriptError) -> Number {
        let word = try word(what)
        // `Number` alone would also take a sign.
        let isNumber = !word.isEmpty && word.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        guard isNumber, let number = Number(word), number <= limit else {
            throw ScriptError("\(what) '\(word)' is not a whole number from 0 to \(limit)", at: place)
        }
        return number
    }

    /// Takes one of the words in `choices`; `kind` names them in the error.
    mutating func choice<Meaning>(
        _ what: String, _ kind: String, _ choices: KeyValuePairs<String, Meaning>
    ) throws(ScriptError) -> Meaning {
        let word = try word(what)
        guard let choice = choices.first(where: { $0.key == word }) else {
            throw unknown(word, kind, choices.map(\.key))
        }
        return choice.value
    }

    /// Takes the name of a value of an enumeration.
    mutating func choice<Choice: CaseIterable & RawRepresentable<String>>(
        _ what: String, _ kind: String
    ) throws(ScriptError) -> Choice {
        let word = try word(what)
        guard let choice = Choice(rawValue: word) else { throw unknown(word, kind, Choice.allCases.map(\.rawValue)) }
        return choice
    }

    /// The error for an unknown word.
    func unknown(_ word: String, _ kind: String, _ known: [String]) -> ScriptError {
        if let nearest = NearestWord.to(word, among: known) {
            return ScriptError("unknown \(kind) '\(word)'; did you mean '\(nearest)'?", at: place)
        }
        return ScriptError("unknown \(kind) '\(word)'; there are: \(known.joined(separator: ", "))", at: place)
    }

    /// Checks that no word is left.
    func end() throws(ScriptError) {
        if let rest = tokens.first { throw ScriptError("unexpected '\(rest.text)' at the end of the line", at: place) }
    }

    private static func split(_ line: Substring, at place: ScriptPlace) throws(ScriptError) -> [Token] {
        var tokens: [Token] = []
        var rest = line[...]
        while true {
            rest = rest.drop { $0 == " " || $0 == "\t" }
            guard let first = rest.first, first != "#" else { return tokens }
            if first == "\"" {
                rest.removeFirst()
                guard let end = rest.firstIndex(of: "\"") else {
                    throw ScriptError("the quotes are not closed", at: place)
                }
                tokens.append(Token(text: String(rest[..<end]), isQuoted: true))
                rest = rest[rest.index(after: end)...]
            } else {
                let word = rest.prefix { $0 != " " && $0 != "\t" }
                tokens.append(Token(text: String(word), isQuoted: false))
                rest = rest[word.endIndex...]
            }
        }
    }
}
