/// What `line` and `active` say of a line, before they are put together.
struct LineName: Sendable {
    /// `GPIO_MAX_NAME_SIZE` in the kernel's `include/uapi/linux/gpio.h` is 32, with the NUL: no line is called longer.
    static let limit = 31

    var name: String
    var position: SourcePosition

    func description(active level: ActiveLevel) -> LineDescription {
        LineDescription(name: name, isActiveLow: level == .low, position: position)
    }
}

/// The voltage at which a line is active.
enum ActiveLevel: String, Sendable, CaseIterable, Written {
    case low
    case high

    var written: String { rawValue }
}

extension ValueType where Value == LineName {
    /// A line's name, or `CHIP:OFFSET`, which nothing else in the file may use.
    static let gpio = ValueType(form: .line) { slot in
        guard let text = slot.text(limit: 255) else { return nil }
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

extension LineDescription {
    /// What makes two names the same line, as far as a file can tell: `gpiochip0:7` is `gpiochip0:07`.
    enum Identity: Hashable {
        case name(String)
        case offset(chip: String, UInt16)

        /// - Returns: `nil` where there is a colon without an offset behind it. A line whose name has a colon, which the
        ///   kernel allows, can be given as `CHIP:OFFSET`.
        init?(_ text: String) {
            // In UTF-8, for a combining mark behind the colon would make another `Character` of it.
            guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else {
                self = .name(text)
                return
            }
            let digits = text[text.utf8.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let offset = UInt16(digits)
            else { return nil }
            self = .offset(chip: String(text[..<colon]), offset)
        }
    }
}
