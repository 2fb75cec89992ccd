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
