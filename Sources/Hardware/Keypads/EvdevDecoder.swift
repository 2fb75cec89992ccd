import CEvdev
import Gestures
import MonotonicTime

/// Detects the pressed keys of an input device from its events alone.
///
/// The rules are those of a matrix keypad:
/// - Keys that go down one after the other count in that order. Keys that go down in one packet, which ends with
///   `SYN_REPORT`, do not count: a USB keypad lists the keys of a report in the order of their numbers.
/// - Where the kernel has dropped events (`SYN_DROPPED`), keys that came up are released, and keys that went down do
///   not count. Earlier digits may be lost, so the entry would be incomplete.
/// - After either case, and after a start with keys down, no key counts until all keys are up.
/// - Repeats (value 2) do not count.
struct EvdevDecoder: Sendable {
    /// The keys that are down, by code, and whether each was reported.
    private var down: [UInt16: Bool]
    /// The keys that went down in the present packet.
    private var fresh: [UInt16] = []
    private var isSpoiled: Bool
    private var latest: MonotonicInstant

    /// Creates a decoder for a device whose keys `codes` are already down.
    init(down codes: [UInt16], at time: MonotonicInstant) {
        down = Dictionary(codes.filter { EvdevKeys.characters[$0] != nil }.map { ($0, false) }) { first, _ in first }
        isSpoiled = !down.isEmpty
        latest = time
    }

    /// Handles the next event.
    mutating func take(_ event: EvdevEvent) -> [KeypadOutput] {
        latest = max(latest, event.time)
        switch (event.type, event.code, event.value) {
        case (EV_SYN, SYN_DROPPED, _):
            // This packet is incomplete, and the next ones may be.
            for code in fresh { down[code] = false }
            fresh = []
            isSpoiled = true
            return [.missed(at: latest)]
        case (EV_SYN, SYN_REPORT, _):
            return endPacket()
        case (EV_KEY, let code, let value):
            guard let code = UInt16(exactly: code), let key = EvdevKeys.characters[code] else { return [] }
            switch value {
            case 0: return release(code, key)
            case 1: press(code, isCertain: !event.isSynchronisation)
            default: break
            }
            return []
        default:
            return []
        }
    }

    private mutating func press(_ code: UInt16, isCertain: Bool) {
        guard down[code] == nil else { return }
        down[code] = false
        if isCertain { fresh.append(code) }
    }

    private mutating func release(_ code: UInt16, _ key: Character) -> [KeypadOutput] {
        // Down and up in one packet is a normal press.
        var outputs = fresh.contains(code) ? endPacket() : []
        let wasReported = down.removeValue(forKey: code)
        if wasReported == true { outputs.append(.released(key, at: latest)) }
        return outputs
    }

    private mutating func endPacket() -> [KeypadOutput] {
        defer {
            fresh = []
            if down.isEmpty { isSpoiled = false }
        }
        guard !isSpoiled, let code = fresh.first, let key = EvdevKeys.characters[code] else { return [] }
        guard fresh.count == 1 else {
            isSpoiled = true
            return [.chord(at: latest)]
        }
        down[code] = true
        return [.pressed(key, at: latest)]
    }
}

/// The keys of an input device that count.
public enum EvdevKeys {
    /// The characters of a keyboard's, a numeric keypad's or a telephone keypad's keys, by the kernel's key codes
    /// (`include/uapi/linux/input-event-codes.h`): digits as they are, `#` for enter, `*` for the keys that delete. Num
    /// Lock has no effect, since the kernel's key codes do not depend on it.
    public static let characters: [UInt16: Character] = {
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
        return characters
    }()

    /// The key codes of digits, which distinguish a keypad from a mouse.
    static var digitCodes: [UInt16] { characters.filter { $0.value.isWholeNumber }.map(\.key) }
}
