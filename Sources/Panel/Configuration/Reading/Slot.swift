/// One value of the file and where it stands: what the reader of a type of value works on.
struct Slot {
    let key: String
    let node: Node
    let form: ValueForm
    /// The mapping that the key is in.
    let place: Place
    let reading: PanelReading

    /// Reports the value; there is none to go on with.
    func refuse<Value>(_ problem: Problem) -> Value? {
        reading.findings.add(problem, at: node.position)
        return nil
    }

    /// Reports a value of another form than the expected.
    func refuseType<Value>() -> Value? {
        if case .refused = node.content { return nil }
        return refuse(.wrongType(key: key, expected: form, found: node.content))
    }

    /// The text of a scalar that is text, not empty, and not a number or truth value.
    func text() -> String? {
        guard case .scalar(let scalar) = node.content, case .text = scalar.meaning else { return refuseType() }
        if scalar.text.unicodeScalars.allSatisfy(\.properties.isWhitespace) { return refuse(.emptyText(key: key)) }
        return scalar.text
    }

    /// A text that can be shown: no control characters, of one line unless `isParagraph`, at most `limit` characters.
    func text(limit: Int, isParagraph: Bool = false) -> String? {
        text().flatMap { checked($0, limit: limit, isParagraph: isParagraph) }
    }

    /// The text where it can be shown.
    func checked(_ text: String, limit: Int, isParagraph: Bool) -> String? {
        let count = text.unicodeScalars.count
        if count > limit { return refuse(.tooLong(key: key, count: count, limit: limit)) }
        let forbidden = text.unicodeScalars.first { scalar in
            if isParagraph, scalar == "\n" { return false }
            return [.control, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
        }
        if let forbidden { return refuse(.controlCharacter(key: key, forbidden)) }
        return text
    }

    /// A word where words are expected; whatever was written, unless it is a list, a mapping or nothing.
    func word() -> String? {
        guard case .scalar(let scalar) = node.content else { return refuseType() }
        if case .nothing = scalar.meaning { return refuseType() }
        return scalar.text
    }
}
