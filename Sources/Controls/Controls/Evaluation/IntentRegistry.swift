import ControlModel
import Synchronization

/// The intents of a bundle, by the names that identify them in data.
///
/// The name of an intent in a control's preview is its type's persistent identifier. For other intents, the name is the
/// identifier, `#` and the type's mangled name. This form is for intents that share their identifier with another type.
/// It is also for intents that appear later: the result of another intent, or a button of only some states. By the
/// mangled name, a process finds a type that it has not seen yet. An example is a process that was restarted while the
/// intent waited for a PIN.
public final class IntentRegistry: Sendable {
    private typealias Named = (name: String, type: any AppIntent.Type)

    /// The types in the order of registration.
    private let types = Mutex<[Named]>([])

    public init() {}

    /// The name of a type. Registers the type under this name if it is new.
    public func name(of type: any AppIntent.Type) -> String {
        types.withLock { types in
            if let known = types.first(where: { $0.type == type }) { return known.name }
            let name = Self.fullName(of: type)
            types.append((name, type))
            return name
        }
    }

    /// The type with this name; `nil` if there is none.
    ///
    /// A persistent identifier refers to the first registered type that has it.
    public func type(named name: String) -> (any AppIntent.Type)? {
        let known = types.withLock { types in
            types.first { $0.name == name }
                ?? types.first { $0.type.persistentIdentifier == name || Self.fullName(of: $0.type) == name }
        }
        return known?.type ?? Self.type(ofFullName: name)
    }

    /// The intents that can be listed and run by name, with their parameters' defaults.
    public var discoverable: [PerformableIntent] {
        func intent(of type: any AppIntent.Type) -> PerformableIntent {
            let intent: any AppIntent = type.init()
            return PerformableIntent(intent)
        }
        return types.withLock { $0 }.map { intent(of: $0.type) }.filter(\.isDiscoverable)
    }

    /// Registers a type under its persistent identifier, or under its full name if another type has that identifier.
    func declare(_ type: any AppIntent.Type) {
        let identifier = type.persistentIdentifier
        types.withLock { types in
            let isTaken = types.contains { $0.name == identifier && $0.type != type }
            let name = isTaken ? Self.fullName(of: type) : identifier
            if let index = types.firstIndex(where: { $0.type == type }) {
                types[index].name = name
            } else {
                types.append((name, type))
            }
        }
    }

    /// The name by which any process of the program finds a type, even before the type is registered.
    package static func fullName(of type: any AppIntent.Type) -> String {
        "\(type.persistentIdentifier)#\(_mangledTypeName(type) ?? "")"
    }

    /// Finds a type by its mangled name.
    private static func type(ofFullName name: String) -> (any AppIntent.Type)? {
        guard let mark = name.lastIndex(of: "#") else { return nil }
        let mangled = name[name.index(after: mark)...]
        // The runtime's demangler is not designed for untrusted input.
        guard
            (1...1024).contains(mangled.utf8.count),
            mangled.unicodeScalars.allSatisfy({ $0.isASCIILetterOrDigit || $0 == "_" || $0 == "$" }),
            let type = _typeByName(String(mangled)) as? any AppIntent.Type, type != Never.self,
            fullName(of: type) == name
        else { return nil }
        return type
    }
}

/// The error that neither the bundle has an intent with this name, nor the process a type with this name.
public struct UnknownIntent: Error, Hashable, Sendable, CustomStringConvertible {
    /// The name that was not found.
    public let name: String

    public init(name: String) {
        self.name = name
    }

    /// The reason in words.
    public var description: String { "there is no intent '\(name)'" }
}
