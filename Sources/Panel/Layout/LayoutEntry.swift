import Configuration
import ControlModel

/// A control on a surface.
public struct LayoutEntry: Sendable, Hashable {
    /// The control, with its configuration there.
    public private(set) var reference: ControlReference
    /// Its size, on a surface where controls have sizes.
    public var size: TileSize?

    /// An entry of its parts. Whole numbers among the configuration's values become integers, as they are after a way
    /// through JSON: otherwise an entry that was stored would differ from what it was.
    public init(_ reference: ControlReference, size: TileSize? = nil) {
        self.reference = ControlReference(
            kind: reference.kind, configuration: reference.configuration.mapValues(\.afterJSON))
        self.size = size
    }
}

extension LayoutEntry: Codable {
    private enum CodingKeys: String, CodingKey {
        case kind, configuration, size
    }

    /// Reads an entry, of which only the kind must be given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        let reference = ControlReference(
            kind: try values.decode(String.self, forKey: .kind),
            configuration: try values.decodeIfPresent([String: IntentValue].self, forKey: .configuration) ?? [:])
        self.init(reference, size: try values.decodeIfPresent(TileSize.self, forKey: .size))
    }

    /// Writes what there is.
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
