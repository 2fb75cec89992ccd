import ControlModel
import MonotonicTime

/// A mapping whose keys are known: the one declaration that its reader, its messages, a schema and an explanation share.
struct MappingDescription: Sendable {
    /// What one such mapping is called: `button`.
    let noun: String
    /// A short one, as messages show it.
    let example: String
    /// What it is for.
    let documentation: String
    /// Its keys, in the order in which they are documented.
    let keys: [KeyDescription]
    /// What the keys have to do with one another.
    var rules: [KeyRule] = []
}

/// One key of a mapping, whatever the type of its value.
struct KeyDescription: Sendable {
    enum Presence: Sendable, Equatable {
        case required
        case optional
        /// Absent, it means what this text in its place would.
        case defaultsTo(String)
    }

    let name: String
    let form: ValueForm
    let presence: Presence
    /// What the key is for, with ranges, and defaults that depend on other keys.
    let documentation: String
    /// The value of the key's type, or `nil` where it is wrong and has been reported.
    let read: @Sendable (Slot) -> (any Sendable)?
}

/// A key and the type of its value.
struct Key<Value: Sendable>: Sendable {
    let description: KeyDescription
    let defaultValue: Value?

    private init(
        _ name: String, _ type: ValueType<Value>, _ presence: KeyDescription.Presence, defaultValue: Value?,
        _ documentation: String
    ) {
        description = KeyDescription(
            name: name, form: type.form, presence: presence, documentation: documentation, read: { type.read($0) })
        self.defaultValue = defaultValue
    }

    static func required(_ name: String, _ type: ValueType<Value>, _ documentation: String) -> Key {
        Key(name, type, .required, defaultValue: nil, documentation)
    }

    static func optional(_ name: String, _ type: ValueType<Value>, _ documentation: String) -> Key {
        Key(name, type, .optional, defaultValue: nil, documentation)
    }

    static func optional(
        _ name: String, _ type: ValueType<Value>, default value: Value, _ documentation: String
    ) -> Key where Value: Written {
        Key(name, type, .defaultsTo(value.written), defaultValue: value, documentation)
    }

    var name: String { description.name }
}

/// A value that can be written as a panel's file writes it.
protocol Written {
    var written: String { get }
}

extension Bool: Written {
    var written: String { self ? "true" : "false" }
}

extension Duration: Written {
    var written: String { text }
}

extension String: Written {
    var written: String { self }
}

extension ControlAuthentication: Written {
    var written: String { rawValue }
}

extension ControlPrivacy: Written {
    var written: String { rawValue }
}

extension BoardSelection: Written {
    var written: String {
        switch self {
        case .automatic: "auto"
        case .simulated: "simulated"
        case .chip(let name): name
        }
    }
}

extension Int: Written {
    var written: String { String(self) }
}

extension TileSize: Written {
    var written: String { rawValue }
}

extension LayoutPolicy: Written {
    var written: String { rawValue }
}

extension ClockSource: Written {
    var written: String { rawValue }
}
