import Configuration
import ControlModel
import FoundationEssentials

/// A user's change of a surface, and the file's layout of that surface at the time of the change.
///
/// When the file changes, the file wins. Its author knew the surface, but perhaps not the user's change.
public struct LayoutOverride: Sendable, Hashable, Codable {
    /// The file's layout at the time of the change.
    public var file: [LayoutEntry]
    /// The present layout.
    public var now: [LayoutEntry]
    /// Whether the file trusted the button at the time of the change, so that the user had the right to it; `nil` means
    /// `false`.
    public var isTrusted: Bool?

    /// Whether a surface can have this layout: a single place has at most one control, only controls on surfaces with
    /// sizes have a size, and a panel's file could contain each reference.
    func fits(_ surface: LayoutSurface) -> Bool {
        (surface.isList || now.count <= 1)
            && now.allSatisfy { entry in
                (entry.size != nil) == surface.hasSizes && ControlKind.isWellFormed(entry.reference.kind)
                    && entry.reference.configurationProblem == nil
            }
    }
}

/// The stored form of layouts: JSON texts, each under a key.
public enum LayoutText {
    /// The key of a surface's override in the store.
    public static func key(of surface: LayoutSurface) -> String { "layout:\(surface)" }

    /// A control and its configuration as one text; equal references have equal texts.
    public static func text(of reference: ControlReference) -> String {
        encode(LayoutEntry(reference)) ?? reference.kind
    }

    /// The value as JSON; `nil` for a value that JSON lacks, such as an infinite number.
    static func encode(_ value: some Encodable) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The value of a text; `nil` for a text of another type.
    static func decode<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
        try? JSONDecoder().decode(type, from: Data(text.utf8))
    }

    /// Several texts as one.
    public static func text(of list: [String]) -> String { encode(list) ?? "[]" }

    /// The texts that `text(of:)` has joined; `nil` for any other text.
    public static func list(_ text: String) -> [String]? { decode([String].self, text) }
}
