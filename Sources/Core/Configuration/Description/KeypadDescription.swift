/// A PIN pad.
public struct KeypadDescription: Sendable, Hashable {
    /// The device that the keys are read from.
    public enum Source: Sendable, Hashable {
        /// A matrix: each key connects its row with its column. `keys` holds the keys of each row from left to right.
        case matrix(rows: [LineDescription], columns: [LineDescription], keys: [[Character]])
        /// An input device of the kernel, by its path.
        case device(String)
    }

    /// The name in messages and panel scripts; `nil` for the only keypad, without a name.
    public var name: String?
    /// The device that the keys are read from.
    public var source: Source
    /// The key that ends a PIN. On a device, Enter does so too.
    public var enter: Character
    /// The key that deletes the typed digits. On a device, Escape and Backspace do so too.
    public var clear: Character
    /// The position of the declaration in the file.
    public var position: SourcePosition

    /// The keys that are digits of PINs.
    public var digits: [Character] {
        if case .matrix(_, _, let keys) = source { keys.joined().filter(\.isPINDigit) } else { Array("0123456789") }
    }

    /// The key that ends a PIN, as the reader of the keys reports it. A device's Enter is always `#`.
    public var enterKey: Character { isDevice ? "#" : enter }

    /// The key that deletes the typed digits, as the reader of the keys reports it. A device's Escape and Backspace are
    /// `*`.
    public var clearKey: Character { isDevice ? "*" : clear }

    /// The GPIO lines of the matrix; empty for a device.
    public var lines: [LineDescription] {
        if case .matrix(let rows, let columns, _) = source { rows + columns } else { [] }
    }

    /// Whether the keys are those of an input device.
    public var isDevice: Bool {
        if case .device = source { true } else { false }
    }
}
