/// A line by the value of `line`, before it is combined with that of `active`.
struct LineName: Sendable {
    /// The maximum length in bytes. `GPIO_MAX_NAME_SIZE` in the kernel's `include/uapi/linux/gpio.h` is 32, with the
    /// NUL.
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
}

extension LineDescription {
    /// The identity of a line, equal for two names of the same line as far as a file can tell. `gpiochip0:7` is
    /// `/dev/gpiochip0:07`, and `gpio7` is `GPIO7`, since no board distinguishes its lines by letter case.
    enum Identity: Hashable {
        /// The line's name, in lower case.
        case name(String)
        case offset(chip: String, UInt16)

        /// - Returns: `nil` for a colon without an offset behind it. The kernel allows a colon in a line's name; such a
        ///   line can be given as `CHIP:OFFSET`.
        init?(_ text: String) {
            // Searched in UTF-8: a combining mark behind the colon would form another `Character` with it.
            guard let colon = text.utf8.lastIndex(of: UInt8(ascii: ":")) else {
                self = .name(text.lowercased())
                return
            }
            let digits = text[text.utf8.index(after: colon)...]
            guard digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
                let offset = UInt16(digits)
            else { return nil }
            self = .offset(chip: Self.chip(String(text[..<colon])), offset)
        }

        /// The line by its number, where the chip is known. The lines of a Raspberry Pi's header have numbers that are
        /// their offsets, and so do those of the chip that the file selects. The kernel has other names for some lines
        /// of the header.
        func onHeader(of board: BoardSelection?) -> Identity {
            switch self {
            case .name(let name):
                guard board?.hasHeaderNames == true, let number = RaspberryPiHeader.line(kernelName: name) else {
                    return self
                }
                return .name("gpio\(number)")
            case .offset(let chip, let offset):
                var isKnown = Self.headerLabels.contains(chip)
                if case .chip(let text) = board, Self.chip(text) == chip { isKnown = true }
                return isKnown ? .name("gpio\(offset)") : self
            }
        }

        /// The labels of the chips of Raspberry Pi's headers (the kernel's `drivers/pinctrl/pinctrl-rp1.c`,
        /// `drivers/pinctrl/bcm/pinctrl-bcm2835.c`).
        fileprivate static let headerLabels: Set = ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"]

        /// The chip's name, without the folder of a path.
        private static func chip(_ text: String) -> String {
            let folder = "/dev/"
            return text.hasPrefix(folder) ? String(text.dropFirst(folder.count)) : text
        }
    }
}

extension BoardSelection {
    /// Whether names without a chip are those of a Raspberry Pi's header, as far as the file can tell.
    var hasHeaderNames: Bool {
        switch self {
        case .automatic, .simulated: true
        case .chip(let chip): LineDescription.Identity.headerLabels.contains(chip)
        }
    }
}

/// A name that is written like one of a Raspberry Pi's header, and is none: `GPIO99`, `GPIO1O`, `GPI22`, `gpio17`,
/// `BCM18`, `pin12`, `12`, `GPIO17 (pin 11)`.
struct MistypedHeaderLine {
    /// The line that the author means; `nil` where the header has no line of this number.
    let meant: String?

    /// - Returns: `nil` for a name of the header, and for one that is written differently, such as `EXP_GPIO1`.
    init?(_ name: String) {
        guard !RaspberryPiHeader.lines.contains(where: { name == "GPIO\($0)" }) else { return nil }
        // A remark in parentheses, as the guide's drawings have it, is no part of the name.
        let written = name.prefix { $0 != "(" }
        let letters: Substring
        switch written.lowercased() {
        case let lowered where lowered.hasPrefix("gp"):
            letters = written.prefix(4).prefix { "GPIO".contains($0.uppercased()) }
        case let lowered where lowered.hasPrefix("bcm") || lowered.hasPrefix("pin"): letters = written.prefix(3)
        default: letters = ""
        }
        let spaces = "_- "
        let rest = written.dropFirst(letters.count).drop { spaces.contains($0) }
        let digits = rest.prefix { !spaces.contains($0) }.map { Self.lookAlikes[$0] ?? $0 }
        guard !digits.isEmpty, rest.dropFirst(digits.count).allSatisfy({ spaces.contains($0) }),
            digits.allSatisfy({ ("0"..."9").contains($0) })
        else { return nil }
        let number = Int(String(digits))
        let isPin = letters.lowercased() == "pin"
        let line = isPin ? number.flatMap(RaspberryPiHeader.line(ofPin:)) : number
        meant = [line, isPin ? nil : line.map { $0 - RaspberryPiHeader.firstNumberInSys }].compactMap(\.self)
            .first(where: RaspberryPiHeader.lines.contains).map { "GPIO\($0)" }
    }

    /// Letters that are typed for digits.
    private static let lookAlikes: [Character: Character] = ["O": "0", "o": "0", "I": "1", "l": "1"]
}
