import Synchronization

/// The intents of a bundle, by the names that stand for them as data.
///
/// An intent that a control's preview shows goes by its type's persistent identifier. One that shows up later (the result
/// of another, a button that only some states have), or that shares its identifier with another type, has the type's
/// mangled name added after `#`, by which a process that has not seen it yet, such as one that was restarted while the
/// intent waited for a PIN, finds it.
public final class IntentRegistry: Sendable {
    private typealias Named = (name: String, type: any AppIntent.Type)

    /// The types in the order in which they were seen.
    private let types = Mutex<[Named]>([])

    init() {}

    /// The name of a type, under which it is found from now on.
    public func name(of type: any AppIntent.Type) -> String {
        types.withLock { types in
            if let known = types.first(where: { $0.type == type }) { return known.name }
            let name = Self.fullName(of: type)
            types.append((name, type))
            return name
        }
    }

    /// The type of a name; `nil` where there is none.
    ///
    /// A persistent identifier stands for the first type that has it.
    public func type(named name: String) -> (any AppIntent.Type)? {
        let known = types.withLock { types in
            types.first { $0.name == name }
                ?? types.first { $0.type.persistentIdentifier == name || Self.fullName(of: $0.type) == name }
        }
        return known?.type ?? Self.type(ofFullName: name)
    }

    /// Each intent that can be listed and run by name, its parameters having their defaults.
    public var discoverable: [PerformableIntent] {
        func intent(of type: any AppIntent.Type) -> PerformableIntent {
            let intent: any AppIntent = type.init()
            return PerformableIntent(intent)
        }
        return types.withLock { $0 }.map { intent(of: $0.type) }.filter(\.isDiscoverable)
    }

    /// Gives a type the persistent identifier as its name, if no other has it.
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

    /// The name by which any process of the program finds a type, also one that it has not seen yet.
    package static func fullName(of type: any AppIntent.Type) -> String {
        "\(type.persistentIdentifier)#\(_mangledTypeName(type) ?? "")"
    }

    /// Finds a type by its mangled name.
    private static func type(ofFullName name: String) -> (any AppIntent.Type)? {
        guard let mark = name.lastIndex(of: "#") else { return nil }
        let mangled = name[name.index(after: mark)...]
        // The runtime's demangler is not made for whatever might come.
        guard
            (1...1024).contains(mangled.utf8.count),
            mangled.utf8.allSatisfy({ byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"):
                    true
                default: false
                }
            }),
            let type = _typeByName(String(mangled)) as? any AppIntent.Type, fullName(of: type) == name
        else { return nil }
        return type
    }
}

/// There is no intent of this name in the bundle, nor a type of this name in the process.
public struct UnknownIntent: Error, Hashable, Sendable {
    /// The name.
    public let name: String

    /// An intent of this name is unknown.
    public init(name: String) {
        self.name = name
    }
}

extension UnknownIntent: CustomStringConvertible {
    /// The reason in words.
    public var description: String { "there is no intent '\(name)'" }
}
