import ControlModel
import EventLoop
import MonotonicTime

extension ValueType where Value == String {
    /// One line of displayable text.
    static func line(limit: Int = 100) -> ValueType {
        ValueType(form: .text(limit: limit, isParagraph: false)) { $0.text(limit: limit) }
    }

    /// Displayable text of any number of lines.
    static func paragraph(limit: Int = 1000) -> ValueType {
        ValueType(form: .text(limit: limit, isParagraph: true)) { $0.text(limit: limit, isParagraph: true) }
    }

    /// A symbol's name. The reader does not check that the symbol exists; the surfaces have the symbols.
    static let symbol = ValueType(form: .symbol) { $0.text(limit: 100) }

    /// A name that is unique among the values of its sort.
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

extension ValueType where Value == ListenAddress {
    /// A numeric address and a port.
    static let listenAddress = ValueType(form: .listenAddress) { slot in
        guard let text = slot.text() else { return nil }
        return ListenAddress(text) ?? slot.refuse(.malformedAddress(key: slot.key, text))
    }
}

extension ValueType where Value == WebOrigin {
    /// The origin of a page by HTTPS.
    static let origin = ValueType(form: .origin) { slot in
        guard let text = slot.text(limit: 255) else { return nil }
        return WebOrigin(text) ?? slot.refuse(.malformedOrigin(key: slot.key, text))
    }
}

extension ValueType where Value == BrokerAddress {
    /// The address of an MQTT broker.
    static let broker = ValueType(form: .broker) { slot in
        guard let text = slot.text(limit: 255) else { return nil }
        return BrokerAddress(text) ?? slot.refuse(.malformedBroker(key: slot.key, text))
    }
}

extension ValueType where Value == String {
    /// Levels of MQTT topics, none of them empty, without wildcards. A topic that begins with `$` is the broker's (MQTT 5,
    /// 4.7.2).
    static let topic = ValueType(form: .topic) { slot in
        guard let text = slot.text(limit: 200) else { return nil }
        let levels = text.split(separator: "/", omittingEmptySubsequences: false)
        let isSound = !text.hasPrefix("$") && levels.allSatisfy { !$0.isEmpty && !$0.contains { "+#".contains($0) } }
        return isSound ? text : slot.refuse(.malformedTopic(key: slot.key, text))
    }
}

extension ValueType where Value == Bool {
    /// `true` or `false`, in this spelling and without quotes.
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
        return Color(hexadecimal: text) ?? slot.refuse(.malformedColor(key: slot.key, text))
    }
}

extension ValueType where Value == BoardSelection {
    /// `auto`, `simulated`, or a chip. The chips are known only at run time. A word similar to `auto` or `simulated` is
    /// refused here, since as a chip's label it would start a search for hardware.
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

extension ValueType where Value == Int {
    /// A whole number within `range`.
    static func number(_ range: ClosedRange<Int>) -> ValueType {
        ValueType(form: .number(range)) { slot in
            guard case .scalar(let scalar) = slot.node.content, case .number = scalar.meaning,
                let number = Int(scalar.text)
            else { return slot.refuseType() }
            return range.contains(number) ? number : slot.refuse(.numberOutOfRange(key: slot.key, scalar.text, range))
        }
    }
}

extension ValueType where Value == [Int] {
    /// Three whole numbers, such as those of red, green and blue.
    static func triple(_ range: ClosedRange<Int>) -> ValueType {
        ValueType(form: .triple(range)) { slot in
            guard case .list(let items) = slot.node.content, items.count == 3 else { return slot.refuseType() }
            let number = ValueType<Int>.number(range)
            return items.map { number.read(slot.element($0, key: slot.key, form: number.form)) }.complete()
        }
    }
}

/// The names of the kernel's LEDs.
enum LEDName {
    /// The maximum length in bytes. `LED_MAX_NAME_SIZE` in the kernel's `include/uapi/linux/uleds.h` is 64, with the
    /// NUL.
    static let limit = 63
}

extension ValueType where Value == String {
    /// The name of an LED: the name of a folder, never a path to another folder.
    static let led = ValueType(form: .led) { slot in
        guard let text = slot.text(limit: LEDName.limit) else { return nil }
        let isName = text != "." && text != ".." && !text.utf8.contains(UInt8(ascii: "/"))
        return isName ? text : slot.refuse(.malformedLED(key: slot.key, text))
    }

    /// The path of a device file. Only paths below `/dev` are valid, since the panel would overwrite a file that a
    /// typing mistake names elsewhere.
    static let device = ValueType(form: .device) { slot in
        guard let text = slot.text(limit: 255) else { return nil }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false)
        guard text.hasPrefix("/dev/"), parts.count > 2, parts.dropFirst().allSatisfy({ !["", ".", ".."].contains($0) })
        else { return slot.refuse(.malformedDevice(key: slot.key, text)) }
        return text
    }
}

extension ValueType where Value == TimeOfDay {
    /// Hours and minutes. Some readers of YAML take a time without quotes for a number of base 60; this one never does.
    static let timeOfDay = ValueType(form: .timeOfDay) { slot in
        guard let text = slot.text() else { return nil }
        return TimeOfDay(text: text) ?? slot.refuse(.malformedTimeOfDay(key: slot.key, text))
    }
}

extension ValueType where Value == Int {
    /// A whole number of percent within `range`.
    static func percentage(_ range: ClosedRange<Int>) -> ValueType {
        ValueType(form: .percentage(range)) { slot in
            guard case .scalar(let scalar) = slot.node.content, !scalar.text.isEmpty else { return slot.refuseType() }
            let digits = scalar.text.dropLast()
            // `Int` would also accept a sign.
            guard scalar.text.last == "%", digits.utf8.count <= 3,
                digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let percent = Int(digits), range.contains(percent)
            else { return slot.refuse(.malformedPercentage(key: slot.key, scalar.text, range)) }
            return percent
        }
    }
}

/// Durations of alternating sound and silence.
enum Rhythm {
    /// The maximum number of durations. More would be a melody.
    static let limit = 16
}

extension ValueType where Value == [Duration] {
    /// A duration, or a list of durations, which may be empty.
    static func rhythm(_ range: ClosedRange<Duration>, example: String) -> ValueType {
        let duration = ValueType<Duration>.duration(range)
        return ValueType(form: .rhythm(range, example: example)) { slot in
            switch slot.node.content {
            case .list(let items):
                if items.count > Rhythm.limit {
                    return slot.refuse(.tooManyItems(key: slot.key, count: items.count, limit: Rhythm.limit))
                }
                return items.map { duration.read(slot.element($0, key: slot.key, form: duration.form)) }.complete()
            case .scalar:
                return duration.read(slot.element(slot.node, key: slot.key, form: duration.form)).map { [$0] }
            case .mapping, .refused: return slot.refuseType()
            }
        }
    }
}

extension ValueType where Value == LineName {
    /// A line's name, or `CHIP:OFFSET`. No other value of the file may use the same line.
    static let gpio = ValueType(form: .line) { slot in
        guard let text = slot.text(limit: 255) else { return nil }
        let hidden = text.unicodeScalars.first { scalar in
            scalar.properties.isDefaultIgnorableCodePoint || scalar != " " && scalar.properties.isWhitespace
        }
        if let hidden { return slot.refuse(.controlCharacter(key: slot.key, hidden)) }
        switch LineDescription.Identity(text) {
        case .offset(let chip, _)?:
            if chip.isEmpty { return slot.refuse(.malformedLine(key: slot.key, text)) }
        case .name?:
            if text.utf8.count > LineName.limit {
                return slot.refuse(.lineNameTooLong(key: slot.key, text, limit: LineName.limit))
            }
        case nil:
            return slot.refuse(.malformedLine(key: slot.key, text))
        }
        slot.reading.use(line: text, in: slot.place, at: slot.node.position)
        return LineName(name: text, position: slot.node.position)
    }
}

extension ValueType where Value == [String: String] {
    /// The header fields of a request: names of letters, digits, `-` and `_`, a subset of the tokens of RFC 9110, 5.6.2,
    /// each with one line of ASCII text.
    static let headers = ValueType(form: .headers) { slot in
        guard case .mapping(let entries) = slot.node.content, !entries.isEmpty else { return slot.refuseType() }
        let place = slot.place.value(of: slot.key)
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
                slot.reading.findings.add(.duplicateKey(name, first: first, in: place), at: entry.keyPosition)
                return nil
            }
            let value = slot.element(
                entry.value, key: name.shown, form: .text(limit: 1000, isParagraph: false), in: place)
            guard let text = value.text(limit: 1000) else { return nil }
            guard text.unicodeScalars.allSatisfy(\.isASCII) else {
                return value.refuse(.malformedHeader(key: slot.key, text))
            }
            headers[name] = text
        }
        return headers
    }
}
