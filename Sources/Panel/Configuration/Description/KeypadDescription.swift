/// A PIN pad.
public struct KeypadDescription: Sendable, Hashable {
    /// What the keys are read from.
    public enum Source: Sendable, Hashable {
        /// A matrix: each key connects its row with its column. `keys` are the keys of each row from left to right.
        case matrix(rows: [LineDescription], columns: [LineDescription], keys: [[Character]])
        /// An input device of the kernel, by its path.
        case device(String)
    }

    /// What it is called in messages and panel scripts; `nil` for the only one without a name.
    public var name: String?
    /// What its keys are read from.
    public var source: Source
    /// The key that ends a PIN; a device's Enter does so too.
    public var enter: Character
    /// The key that takes back what has been typed; a device's Escape and Backspace do so too.
    public var clear: Character
    /// Where the file declares it.
    public var position: SourcePosition

    /// A keypad of its parts.
    public init(name: String?, source: Source, enter: Character, clear: Character, position: SourcePosition) {
        self.name = name
        self.source = source
        self.enter = enter
        self.clear = clear
        self.position = position
    }

    /// Its keys that are digits of PINs.
    public var digits: [Character] {
        switch source {
        case .matrix(rows: _, columns: _, let keys): keys.joined().filter(\.isPINDigit)
        case .device: Array("0123456789")
        }
    }

    /// The key that ends a PIN, as what reads the keys calls it: a device's Enter, whatever it is called, is `#`.
    public var enterKey: Character {
        switch source {
        case .matrix: enter
        case .device: "#"
        }
    }

    /// The key that takes back what has been typed: a device's Escape and Backspace are `*`.
    public var clearKey: Character {
        switch source {
        case .matrix: clear
        case .device: "*"
        }
    }

    /// The lines that it uses.
    public var lines: [LineDescription] {
        switch source {
        case .matrix(let rows, let columns, keys: _): rows + columns
        case .device: []
        }
    }
}
