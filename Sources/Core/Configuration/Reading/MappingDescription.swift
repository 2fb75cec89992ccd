import ControlModel
import EventLoop
import MonotonicTime

/// A mapping with known keys. Its reader, its messages, the schema and the explanations share this one declaration.
struct MappingDescription: Sendable {
    /// The noun for one such mapping: `button`.
    let noun: String
    /// A short example for messages.
    let example: String
    /// The purpose of the mapping.
    let documentation: String
    /// The keys, in the order of the documentation.
    let keys: [KeyDescription]
    /// The rules about several keys.
    let rules: [KeyRule]

    init(
        noun: String, example: String, documentation: String, keys: [any DescribedKey], rules: [KeyRule] = []
    ) {
        (self.noun, self.example, self.documentation) = (noun, example, documentation)
        self.keys = keys.map(\.description)
        self.rules = rules
    }
}

protocol DescribedKey {
    var description: KeyDescription { get }
}

/// One key of a mapping, without the static type of its value.
struct KeyDescription: Sendable {
    enum Presence: Sendable, Equatable {
        case required
        case optional
        /// An absent key has the same meaning as the key with this text.
        case defaultsTo(String)
    }

    let name: String
    let form: ValueForm
    let presence: Presence
    /// The purpose of the key, with ranges, and defaults that depend on other keys.
    let documentation: String
    /// Reads a value of the key's type; `nil` for a wrong value, which has been reported.
    let read: @Sendable (Slot) -> (any Sendable)?
}

struct Key<Value: Sendable>: DescribedKey, Sendable {
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

/// A value with a text form in a panel's file.
protocol Written {
    var written: String { get }
}

extension Written {
    var written: String { "\(self)" }
}

extension Written where Self: RawRepresentable<String> {
    var written: String { rawValue }
}

extension Bool: Written {}
extension Int: Written {}
extension ListenAddress: Written {}
extension String: Written {}
extension ControlAuthentication: Written {}
extension TileSize: Written {}

extension Duration: Written {
    var written: String { text }
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
