import ControlModel

/// A place of a panel's layout, with the control at this place.
public struct LayoutItem: Sendable, Hashable, Codable {
    /// The place: `buttons.NAME.GESTURE`, `lights.NAME`, `lock_screen.N` or `control_center.N`. A list without a
    /// control is one place with the list's name.
    public var place: String
    /// Whether people have changed the place from the panel's file. A list counts as one place.
    public var isByHand: Bool
    /// The control at the place; `nil` if the place is empty.
    public var control: Control?

    /// A placed control.
    public struct Control: Sendable, Hashable, Codable {
        /// The control's reference in the panel's file: its key, or its kind.
        public var reference: String
        /// The control's kind, which is its identity.
        public var kind: String
        /// The control's name for people.
        public var displayName: String
        /// The placement's values of the configuration's parameters.
        public var configuration: [String: IntentValue]
        /// The control's size; `nil` outside Control Center.
        public var size: TileSize?
        /// The problem of this placement that keeps the control from performing; `nil` if there is none.
        public var problem: String?
        /// The part of the configuration that has no effect, such as a value for a parameter that no longer exists;
        /// `nil` if all of the configuration has an effect.
        public var note: String?

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

    public init(place: String, isByHand: Bool, control: Control?) {
        self.place = place
        self.isByHand = isByHand
        self.control = control
    }
}

/// A kind of control that can be placed, as the gallery shows it (P3).
public struct GalleryControl: Sendable, Hashable, Codable {
    /// The name of the gallery's group: the extension's name for people, or the panel's for a control of the panel's
    /// file.
    public var group: String
    /// The extension that provides the control; `nil` for a control of the panel's file.
    public var source: String?
    /// The control's key in the panel's file; `nil` for a control of an extension.
    public var key: String?
    /// The control with its preview value, in the inactive state, including kind, display name and description.
    public var snapshot: ControlSnapshot
    /// The parameters that a placement configures, with their defaults.
    public var parameters: [IntentParameterInfo]
    /// Whether people are asked for the configuration when they place the control.
    public var promptsForUserConfiguration: Bool
    /// The places that hold a control of this kind.
    public var places: [String]

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

    /// Reads a control. Only `group` and `snapshot` are required.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            group: try values.decode(String.self, forKey: .group), source: try values[.source],
            key: try values[.key], snapshot: try values.decode(ControlSnapshot.self, forKey: .snapshot),
            parameters: try values[.parameters] ?? [],
            promptsForUserConfiguration: try values[.promptsForUserConfiguration] ?? false,
            places: try values[.places] ?? [])
    }
}
