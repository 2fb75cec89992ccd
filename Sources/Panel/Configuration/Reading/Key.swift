import ControlModel
import MonotonicTime

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
