import ControlModel
import MonotonicTime

extension ValueType where Value == String {
    /// One line of text that can be shown.
    static func line(limit: Int = 100) -> ValueType {
        ValueType(form: .text(limit: limit, isParagraph: false)) { $0.text(limit: limit) }
    }

    /// Text that can be shown, of any number of lines.
    static func paragraph(limit: Int = 1000) -> ValueType {
        ValueType(form: .text(limit: limit, isParagraph: true)) { $0.text(limit: limit, isParagraph: true) }
    }

    /// A symbol's name. Whether there is such a symbol is for those to say who have the symbols.
    static let symbol = ValueType(form: .symbol) { $0.text(limit: 100) }

    /// A name that nothing else of its sort has.
    static func name(ofA noun: String) -> ValueType {
        ValueType(form: .name) { slot in
            guard case .scalar(let scalar) = slot.node.content else { return slot.refuseType() }
            return Name.isValid(scalar) ? scalar.text : slot.refuse(.malformedName(scalar, noun: noun))
        }
    }

    /// The domain of the panel's or an extension's kinds.
    static let domain = ValueType(form: .domain) { slot in
        guard let text = slot.text() else { return nil }
        return Domain.isValid(text) ? text : slot.refuse(.malformedDomain(key: slot.key, text))
    }
}

extension ValueType where Value == Bool {
    /// `true` or `false`, written so and without quotes.
    static let boolean = ValueType(form: .boolean) { slot in
        guard case .scalar(let scalar) = slot.node.content, scalar.isPlain else { return slot.refuseType() }
        switch scalar.text {
        case "true": return true
        case "false": return false
        default: return slot.refuseType()
        }
    }
}

extension ValueType where Value == Duration {
    /// A number with a unit, within `range`.
    static func duration(_ range: ClosedRange<Duration>) -> ValueType {
        ValueType(form: .duration(range)) { slot in
            guard case .scalar(let scalar) = slot.node.content else { return slot.refuseType() }
            switch scalar.meaning {
            case .nothing, .truth: return slot.refuseType()
            case .number: return slot.refuse(.durationWithoutUnit(key: slot.key, scalar.text, expected: slot.form))
            case .text: break
            }
            guard let duration = Duration(text: scalar.text) else {
                return slot.refuse(.malformedDuration(key: slot.key, scalar.text, expected: slot.form))
            }
            return range.contains(duration)
                ? duration : slot.refuse(.durationOutOfRange(key: slot.key, scalar.text, range))
        }
    }
}

extension ValueType where Value == Color {
    /// A system colour's name, or `"#RRGGBB"`.
    static let color = ValueType(form: .color) { slot in
        guard let text = slot.text() else { return nil }
        guard text.hasPrefix("#") else {
            return Color.named(text) ?? slot.refuse(.unknownColor(key: slot.key, text, names: Color.names))
        }
        return Color(hexadecimal: text.dropFirst()) ?? slot.refuse(.malformedColor(key: slot.key, text))
    }
}

extension ValueType where Value == BoardSelection {
    /// `auto`, `simulated`, or a chip. Which chips there are is known at run time only, so what is nearly one of the two
    /// words is refused here: as a chip's label it would end in a search for hardware.
    static let board = ValueType(form: .board) { slot in
        guard let text = slot.text(limit: 255) else { return nil }
        switch text {
        case "auto": return .automatic
        case "simulated": return .simulated
        default: break
        }
        if let meant = NearestWord.to(text, among: ["auto", "automatic", "simulated", "simulate", "simulation"]) {
            let nearest = meant.hasPrefix("auto") ? "auto" : "simulated"
            return slot.refuse(.mistypedBoard(key: slot.key, text, nearest: nearest))
        }
        return .chip(text)
    }
}

extension Color {
    /// A colour of six hexadecimal digits, two each for red, green and blue.
    fileprivate init?(hexadecimal digits: Substring) {
        guard digits.utf8.count == 6, digits.allSatisfy(\.isHexDigit), let value = Int(digits, radix: 16) else {
            return nil
        }
        func part(_ shift: Int) -> Double { Double((value >> shift) & 0xFF) / 255 }
        self.init(red: part(16), green: part(8), blue: part(0))
    }
}
