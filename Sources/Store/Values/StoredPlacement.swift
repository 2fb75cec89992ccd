/// A control that people have placed on a surface of the panel.
public struct StoredPlacement: Sendable, Hashable {
    /// What the placement is told apart by; whoever places controls gives it.
    public var id: Int64
    /// `control_center`, `lock_screen`, `buttons` or `lights`.
    public var surface: String
    /// Where on the surface: `NAME.GESTURE` of a push button, a light's name; otherwise empty.
    public var place: String
    /// Its position among the surface's placements, from 0.
    public var position: Int
    /// The kind of the control.
    public var kind: String
    /// The control's configuration, as JSON text.
    public var configuration: String
    /// `small`, `medium` or `large`, on a surface that has sizes.
    public var size: String?
    /// What the placement is known by to the control's extension.
    public var token: String

    /// A placement of the control `kind`.
    public init(
        id: Int64, surface: String, place: String = "", position: Int, kind: String, configuration: String,
        size: String? = nil, token: String
    ) {
        self.id = id
        self.surface = surface
        self.place = place
        self.position = position
        self.kind = kind
        self.configuration = configuration
        self.size = size
        self.token = token
    }
}
