/// What a panel's file says, checked: every reference leads to a control, no line and no kind is used twice.
public struct PanelDescription: Sendable, Hashable {
    /// What people call the panel.
    public var name: String
    /// What the kinds of its controls begin with, in reverse-DNS form.
    public var domain: String
    /// The board that its lines are on.
    public var board: BoardSelection
    /// Where the file selects the board, if it does: the place to name when a chip is not there at run time.
    public var boardPosition: SourcePosition?
    /// The controls in the order of the file, which is the gallery's (C2).
    public var controls: [ControlDescription]
    /// The buttons in the order of the file.
    public var buttons: [ButtonDescription]
    /// The lights in the order of the file.
    public var lights: [LightDescription]
    /// The text display, if it has one.
    public var display: DisplayDescription?
    /// The extensions in the order of the file.
    public var extensions: [ExtensionGrant]
    /// What is carried out when something opens.
    public var opened: [OpenedAction]
    /// What is carried out when something happens that people should know of.
    public var notified: [NotifiedOccasion: FollowingAction]
    /// What is heard; `nil`: nothing.
    public var sound: SoundDescription?
    /// The PIN pads.
    public var keypads: [KeypadDescription]
    /// How it is locked and unlocked.
    public var authentication: AuthenticationDescription
    /// The controls of the lock screen, in their order.
    public var lockScreen: [ControlReference]
    /// The controls of Control Center, in their order.
    public var controlCenter: [ControlTile]
    /// Whether people may change where controls are placed.
    public var layout: LayoutPolicy
    /// The clocks by which guests' hours and `dim` may go.
    public var clock: ClockSource
    /// The file's name as it was given.
    public var file: String

    /// A panel of its parts, which are not checked.
    public init(
        name: String, domain: String, board: BoardSelection, boardPosition: SourcePosition? = nil,
        controls: [ControlDescription], buttons: [ButtonDescription], lights: [LightDescription],
        display: DisplayDescription? = nil, extensions: [ExtensionGrant] = [], opened: [OpenedAction] = [],
        notified: [NotifiedOccasion: FollowingAction] = [:], sound: SoundDescription? = nil,
        keypads: [KeypadDescription] = [], authentication: AuthenticationDescription = AuthenticationDescription(),
        lockScreen: [ControlReference] = [], controlCenter: [ControlTile] = [], layout: LayoutPolicy = .editable,
        clock: ClockSource = .synchronized, file: String
    ) {
        self.name = name
        self.domain = domain
        self.board = board
        self.boardPosition = boardPosition
        self.controls = controls
        self.buttons = buttons
        self.lights = lights
        self.display = display
        self.extensions = extensions
        self.opened = opened
        self.notified = notified
        self.sound = sound
        self.keypads = keypads
        self.authentication = authentication
        self.lockScreen = lockScreen
        self.controlCenter = controlCenter
        self.layout = layout
        self.clock = clock
        self.file = file
    }

    /// The control of this file with this key or full kind.
    public func control(_ keyOrKind: String) -> ControlDescription? {
        controls.first { $0.key == keyOrKind || $0.kind == keyOrKind }
    }

    /// Everything that other processes carry out for the panel.
    public var errands: [Errand] {
        controls.flatMap { control -> [Errand?] in
            switch control.action {
            case .handedOver(let errand): [errand, control.readout]
            case .timer(_, let done): [done?.errand, control.readout]
            case .toggleLine, .pulse, .open, .set, .show, .lock: [control.readout]
            }
        }.compactMap(\.self) + opened.compactMap(\.action.errand)
            + NotifiedOccasion.allCases.compactMap { notified[$0]?.errand } + (sound?.allErrands ?? [])
    }

    /// The extensions of the file, and those that its controls need besides.
    public var allExtensions: [ExtensionGrant] {
        let grants = Set(errands.map(\.grant))
        return extensions + [Errand.actions, Errand.gateway].filter(grants.contains)
    }
}
