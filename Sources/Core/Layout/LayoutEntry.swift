import Configuration
import ControlModel

/// A control on a surface.
public struct LayoutEntry: Sendable, Hashable, Codable {
    /// The control, with its configuration at this place.
    public private(set) var reference: ControlReference
    /// The size; `nil` on a surface without sizes.
    public var size: TileSize?

    /// Creates an entry from its parts. Whole numbers in the configuration become integers, as after a round trip
    /// through JSON. A stored entry therefore equals the original one.
    public init(_ reference: ControlReference, size: TileSize? = nil) {
        self.reference = ControlReference(
            kind: reference.kind, configuration: reference.configuration.mapValues(\.afterJSON))
        self.size = size
    }

    private enum CodingKeys: String, CodingKey {
        case kind, configuration, size
    }

    /// Reads an entry; only the kind is required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let reference = ControlReference(
            kind: try values.decode(String.self, forKey: .kind), configuration: try values[.configuration] ?? [:])
        self.init(reference, size: try values[.size])
    }

    /// Writes an entry without its empty parts.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(reference.kind, forKey: .kind)
        if !reference.configuration.isEmpty { try values.encode(reference.configuration, forKey: .configuration) }
        try values.encodeIfPresent(size, forKey: .size)
    }
}

extension IntentValue {
    fileprivate var afterJSON: IntentValue {
        switch self {
        case .double(let value): Int(exactly: value).map { .int($0) } ?? self
        case .array(let values): .array(values.map(\.afterJSON))
        case .null, .bool, .int, .string: self
        }
    }
}
