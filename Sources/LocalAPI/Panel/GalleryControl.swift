import ControlModel

/// A kind of control that can be placed, as the gallery shows it (P3).
public struct GalleryControl: Sendable, Hashable, Codable {
    /// The name of the group that it is in: what people call its extension; for a control of the panel's file, the
    /// panel.
    public var group: String
    /// The extension that it comes from; `nil` for a control of the panel's file.
    public var source: String?
    /// Its key in the panel's file; `nil` for a control of an extension.
    public var key: String?
    /// The control with its preview value, in the inactive state; its kind, display name and description among it.
    public var snapshot: ControlSnapshot
    /// The parameters that a placement configures, with their defaults.
    public var parameters: [IntentParameterInfo]
    /// Whether people are asked for the configuration when they place it.
    public var promptsForUserConfiguration: Bool
    /// Where controls of this kind are placed.
    public var places: [String]

    /// A control of its parts.
    public init(
        group: String, source: String? = nil, key: String? = nil, snapshot: ControlSnapshot,
        parameters: [IntentParameterInfo] = [], promptsForUserConfiguration: Bool = false, places: [String] = []
    ) {
        self.group = group
        self.source = source
        self.key = key
        self.snapshot = snapshot
        self.parameters = parameters
        self.promptsForUserConfiguration = promptsForUserConfiguration
        self.places = places
    }
}

extension GalleryControl {
    /// Reads a control, of which only the group and the snapshot must be given.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            group: try values.decode(String.self, forKey: .group),
            source: try values.decodeIfPresent(String.self, forKey: .source),
            key: try values.decodeIfPresent(String.self, forKey: .key),
            snapshot: try values.decode(ControlSnapshot.self, forKey: .snapshot),
            parameters: try values.decodeIfPresent([IntentParameterInfo].self, forKey: .parameters) ?? [],
            promptsForUserConfiguration: try values.decodeIfPresent(Bool.self, forKey: .promptsForUserConfiguration)
                ?? false,
            places: try values.decodeIfPresent([String].self, forKey: .places) ?? [])
    }
}
