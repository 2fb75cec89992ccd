import ControlModel

extension ValueType where Value == OpenedView {
    /// `history`, or a control by key or kind. Must be read after `controls` and `extensions`.
    static let openedView = ValueType(form: .view) { slot in
        guard let text = slot.text() else { return nil }
        return text == "history" ? .history : slot.kind(of: text, orOneOf: ["history"]).map { .control(kind: $0) }
    }
}

extension ValueType where Value == [SceneMember] {
    /// Controls by key or kind, each with `true` or `false`. Must be read after `controls` and `extensions`.
    static let scene = ValueType(form: .scene) { slot in
        guard case .mapping(let entries) = slot.node.content, !entries.isEmpty else { return slot.refuseType() }
        var seen: [String: SourcePosition] = [:]
        let place = slot.place.value(of: slot.key)
        return entries.map { entry -> SceneMember? in
            let name = Slot(
                key: slot.key, node: Node(content: .scalar(entry.key), position: entry.keyPosition), form: .controlName,
                place: slot.place, reading: slot.reading)
            let state = Slot(
                key: entry.key.text.shown, node: entry.value, form: .boolean, place: place, reading: slot.reading)
            let isOn = ValueType<Bool>.boolean.read(state)
            guard let text = name.text(), let kind = name.kind(of: text) else { return nil }
            if let first = seen.updateValue(entry.keyPosition, forKey: kind) {
                slot.reading.findings.add(.duplicateKey(text, first: first, in: place), at: entry.keyPosition)
                return nil
            }
            return isOn.map { SceneMember(kind: kind, isOn: $0, position: entry.keyPosition) }
        }.complete()
    }
}

extension ValueType where Value == [String] {
    /// The kinds of one or more controls, by key or kind. Must be read after `controls` and `extensions`.
    static let controls = ValueType.list(of: .controlKind, example: "[pump]")
}

extension ValueType where Value == String {
    fileprivate static let controlKind = ValueType(form: .controlName) { slot in
        slot.text().flatMap { slot.kind(of: $0) }
    }

    /// The name of a unit that systemd can start.
    static let unit = ValueType(form: .unit) { slot in
        guard let text = slot.text() else { return nil }
        return UnitName.isValid(text) ? text : slot.refuse(.malformedUnit(key: slot.key, text))
    }

    /// An address of a web server.
    static let url = ValueType(form: .url) { slot in
        guard let text = slot.text(limit: 2000) else { return nil }
        let scheme = ["http://", "https://"].first { text.lowercased().hasPrefix($0) }
        guard let scheme, text.utf8.count > scheme.utf8.count,
            text.unicodeScalars.allSatisfy({ $0 > " " && $0.isASCII })
        else { return slot.refuse(.malformedURL(key: slot.key, text)) }
        return text
    }
}

extension ValueType where Value == [String: String] {
    /// The header fields of a request: names of letters, digits, `-` and `_`, a subset of the tokens of RFC 9110, 5.6.2,
    /// each with one line of ASCII text.
    static let headers = ValueType(form: .headers) { slot in
        guard case .mapping(let entries) = slot.node.content, !entries.isEmpty else { return slot.refuseType() }
        var headers: [String: String] = [:]
        // Names differ by more than the case of their letters (RFC 9110, 5.1).
        var positions: [String: SourcePosition] = [:]
        for entry in entries {
            let name = entry.key.text
            guard !name.isEmpty,
                name.unicodeScalars.allSatisfy({ $0.isASCIILetterOrDigit || "-_".unicodeScalars.contains($0) })
            else {
                slot.reading.findings.add(.malformedHeader(key: slot.key, name), at: entry.keyPosition)
                return nil
            }
            if let first = positions.updateValue(entry.keyPosition, forKey: name.lowercased()) {
                slot.reading.findings.add(
                    .duplicateKey(name, first: first, in: slot.place.value(of: slot.key)), at: entry.keyPosition)
                return nil
            }
            let value = Slot(
                key: name.shown, node: entry.value, form: .text(limit: 1000, isParagraph: false),
                place: slot.place.value(of: slot.key), reading: slot.reading)
            guard let text = value.text(limit: 1000) else { return nil }
            guard text.unicodeScalars.allSatisfy(\.isASCII) else {
                return value.refuse(.malformedHeader(key: slot.key, text))
            }
            headers[name] = text
        }
        return headers
    }
}
