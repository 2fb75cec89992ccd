import ControlModel

/// A place of a panel's layout, and the control that is there.
public struct LayoutItem: Sendable, Hashable, Codable {
    /// `buttons.NAME.GESTURE`, `lights.NAME`, `lock_screen.N` or `control_center.N`; of a list without a control, its
    /// name.
    public var place: String
    /// Whether people have made something else of it than the panel's file says; of a list all of it counts as one.
    public var isByHand: Bool
    /// The control that is there; `nil`: none.
    public var control: Control?

    /// What is at a place.
    public struct Control: Sendable, Hashable, Codable {
        /// What the panel's file calls it: its key, or its kind.
        public var reference: String
        /// Its identity.
        public var kind: String
        /// What people call it.
        public var displayName: String
        /// The placement's values of the configuration's parameters.
        public var configuration: [String: IntentValue]
        /// Its size, in Control Center.
        public var size: TileSize?
        /// Why it cannot be performed, as far as its placement is to blame; `nil` where it is not.
        public var problem: String?
        /// What of its configuration counts for nothing, such as a value for a parameter that it has no more; `nil`
        /// where all of it counts.
        public var note: String?

        /// A control of its parts.
        public init(
            reference: String, kind: String, displayName: String, configuration: [String: IntentValue] = [:],
            size: TileSize? = nil, problem: String? = nil, note: String? = nil
        ) {
            self.reference = reference
            self.kind = kind
            self.displayName = displayName
            self.configuration = configuration
            self.size = size
            self.problem = problem
            self.note = note
        }
    }

    /// A place of its parts.
    public init(place: String, isByHand: Bool, control: Control?) {
        self.place = place
        self.isByHand = isByHand
        self.control = control
    }
}

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
