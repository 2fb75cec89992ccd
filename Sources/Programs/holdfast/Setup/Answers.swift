import Configuration

/// Reads the answers of people.
enum Answers {
    /// A question on one line: the words of possible answers, and the one that Enter stands for.
    static func prompt(_ question: String, _ words: [String] = [], default usual: String? = nil) -> String {
        question + (words.isEmpty ? "" : " (\(words.joined(separator: ", ")))") + (usual.map { " [\($0)]" } ?? "")
    }

    /// One of the words, in any letter case, or the beginning of one alone.
    static func choice(_ answer: String, of words: [String], default usual: String? = nil) throws(AnswerProblem)
        -> String
    {
        if answer.isEmpty, let usual { return usual }
        let lowered = answer.lowercased()
        if let word = words.first(where: { $0.lowercased() == lowered }) { return word }
        let begun = words.filter { !lowered.isEmpty && $0.lowercased().hasPrefix(lowered) }
        if begun.count == 1 { return begun[0] }
        throw AnswerProblem("please answer with one of: \(words.joined(separator: ", "))")
    }

    static func yes(_ answer: String, default usual: Bool) throws(AnswerProblem) -> Bool {
        try choice(answer, of: ["yes", "no"], default: usual ? "yes" : "no") == "yes"
    }

    /// The longest name, in characters.
    private static let longestName = 40

    /// A name that people see, or the usual one.
    static func name(_ answer: String, default usual: String) throws(AnswerProblem) -> String {
        let name = answer.isEmpty ? usual : answer
        guard name.count <= longestName else {
            throw AnswerProblem("a name has at most \(longestName) characters")
        }
        let isPrintable = name.unicodeScalars.allSatisfy { scalar in
            ![.control, .lineSeparator, .paragraphSeparator, .format].contains(scalar.properties.generalCategory)
        }
        guard isPrintable else { throw AnswerProblem("a name cannot contain control characters") }
        return name
    }

    /// The host name of a page.
    static func host(_ answer: String) throws(AnswerProblem) -> String {
        let name = answer.lowercased()
        let isAddress = name.allSatisfy { $0.isNumber || $0 == "." } || name.contains(":")
        guard !isAddress else {
            throw AnswerProblem("'\(name)' is an address; give a name such as panel.local")
        }
        let isWhole = name.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { !$0.isEmpty }
        guard isWhole, WebOrigin("https://" + name) != nil else {
            throw AnswerProblem("'\(name)' is not a host name; use one such as panel.local")
        }
        return name
    }

    /// The keys of each row of a keypad.
    ///
    /// - Parameter lines: The number of its lines.
    static func keypad(_ answer: String, lines: Int) throws(AnswerProblem) -> [String] {
        let rows = answer.split(separator: " ").map(String.init)
        let keys = rows.joined()
        guard rows.count > 1, let columns = rows.first?.count, columns > 1, rows.allSatisfy({ $0.count == columns })
        else {
            throw AnswerProblem("give two or more rows of equal length, separated by spaces: 123 456 789 *0#")
        }
        guard rows.count + columns == lines else {
            let needed = rows.count + columns
            throw AnswerProblem(
                "\(rows.count) rows and \(columns) columns need \(needed) lines, but the keypad has \(lines)")
        }
        guard Set(keys).count == keys.count else { throw AnswerProblem("each key needs a different character") }
        guard keys.contains(where: \.isPINDigit) else { throw AnswerProblem("a keypad needs digits") }
        guard keys.contains(where: { !$0.isPINDigit }) else {
            throw AnswerProblem("a keypad needs a key that is not a digit, such as #, to end a PIN")
        }
        return rows
    }

    /// The usual keys of a keypad with this number of lines.
    static func usualKeys(lines: Int) -> String? {
        switch lines {
        case 7: "123 456 789 *0#"
        case 8: "123A 456B 789C *0#D"
        default: nil
        }
    }
}

extension String {
    /// The text without white space at its ends.
    var trimmedAnswer: String {
        let start = drop { $0.isWhitespace }
        return String(start.reversed().drop { $0.isWhitespace }.reversed())
    }
}
