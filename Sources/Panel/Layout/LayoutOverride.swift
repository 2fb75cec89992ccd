import Configuration
import ControlModel
import FoundationEssentials

/// What people have made of a surface, and what the file said of it then.
///
/// Once the file says something else, the file wins: who wrote it knew of the surface, and may know nothing of what was
/// done by hand.
public struct LayoutOverride: Sendable, Hashable, Codable {
    /// What the file said.
    public var file: [LayoutEntry]
    /// What is there now.
    public var now: [LayoutEntry]
    /// Whether it is of a button that was trusted then, so that who changed it had the right to; `nil`: no.
    public var isTrusted: Bool?

    /// An override of its parts.
    public init(file: [LayoutEntry], now: [LayoutEntry], isTrusted: Bool? = nil) {
        self.file = file
        self.now = now
        self.isTrusted = isTrusted
    }

    /// Whether a surface can be so: a single place has one control at most, sizes are only where there are some, and a
    /// panel's file could say the same of each control.
    func fits(_ surface: LayoutSurface) -> Bool {
        (surface.isList || now.count <= 1)
            && now.allSatisfy { entry in
                (entry.size != nil) == surface.hasSizes && ControlKind.isWellFormed(entry.reference.kind)
                    && entry.reference.configurationProblem == nil
            }
    }
}

/// How layouts are kept: texts of JSON, each under a key.
public enum LayoutText {
    /// The key under which is kept what people have made of a surface.
    public static func key(of surface: LayoutSurface) -> String { "layout:\(surface)" }

    /// A control and its configuration as one text: the same for the same.
    public static func text(of reference: ControlReference) -> String {
        encode(LayoutEntry(reference)) ?? reference.kind
    }

    /// The value as a text; `nil` where JSON has no form for it, such as a number that is not finite.
    static func encode(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of a text; `nil` where it is none of this type.
    static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// Several texts as one.
    public static func text(of list: [String]) -> String { encode(list) ?? "[]" }

    /// The texts that were made one; `nil` where it is something else.
    public static func list(_ text: String) -> [String]? { decode([String].self, text) }
}
