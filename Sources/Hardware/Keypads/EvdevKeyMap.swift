import CEvdev

/// What the keys of an input device stand for.
public struct EvdevKeyMap: Sendable, Hashable {
    /// The characters by the kernel's key codes (`include/uapi/linux/input-event-codes.h`).
    public var characters: [UInt16: Character]

    /// A map of these codes.
    public init(_ characters: [UInt16: Character]) {
        self.characters = characters
    }

    /// What a keypad means, whether it is that of a keyboard, a numeric one, or a telephone's: digits as they are, `#`
    /// for enter, `*` for what takes back. Num Lock changes nothing: it is not the kernel's matter.
    public static let numeric: EvdevKeyMap = {
        let digits: [[Int32]] = [
            [KEY_0, KEY_KP0, KEY_NUMERIC_0], [KEY_1, KEY_KP1, KEY_NUMERIC_1], [KEY_2, KEY_KP2, KEY_NUMERIC_2],
            [KEY_3, KEY_KP3, KEY_NUMERIC_3], [KEY_4, KEY_KP4, KEY_NUMERIC_4], [KEY_5, KEY_KP5, KEY_NUMERIC_5],
            [KEY_6, KEY_KP6, KEY_NUMERIC_6], [KEY_7, KEY_KP7, KEY_NUMERIC_7], [KEY_8, KEY_KP8, KEY_NUMERIC_8],
            [KEY_9, KEY_KP9, KEY_NUMERIC_9],
        ]
        let enter = [KEY_ENTER, KEY_KPENTER, KEY_NUMERIC_POUND]
        let clear = [KEY_ESC, KEY_BACKSPACE, KEY_DELETE, KEY_KPDOT, KEY_KPASTERISK, KEY_NUMERIC_STAR, KEY_CLEAR]
        var characters: [UInt16: Character] = [:]
        for (keys, character) in zip(digits + [enter, clear], "0123456789#*") {
            for key in keys { characters[UInt16(key)] = character }
        }
        return EvdevKeyMap(characters)
    }()

    /// The key codes of digits, by which a keypad is told from a mouse.
    var digitCodes: [UInt16] { characters.filter { $0.value.isWholeNumber }.map(\.key) }
}
