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

/// Which GPIO chip a panel's lines are on.
public enum BoardSelection: Sendable, Hashable {
    /// The chip of a Raspberry Pi's header, found by its label.
    case automatic
    /// A board in memory, without hardware.
    case simulated
    /// A chip by label (`pinctrl-bcm2711`), name (`gpiochip0`) or path (`/dev/gpiochip0`).
    case chip(String)
}

/// The clocks by which guests' hours and `dim` may go.
public enum ClockSource: String, Sendable, Hashable, CaseIterable {
    /// A clock that a time source has set since boot.
    case synchronized
    /// Also a clock that the kernel has set from the board's real-time clock.
    case rtc
}

/// How a panel is locked and unlocked.
public struct AuthenticationDescription: Sendable, Hashable {
    /// After how long without a key or a hold the panel locks itself, 5 s to 1 h.
    public var autoLock: Duration
    /// How many digits a PIN has at least, 4 to 12.
    public var minimumDigits: Int
    /// How long a held control waits for a PIN (A2), 5 s to 1 min.
    public var pending: Duration
    /// Where the file has something to say of it.
    public var position: SourcePosition?

    /// The rules of the lock; each has a default.
    public init(
        autoLock: Duration = .seconds(30), minimumDigits: Int = 6, pending: Duration = .seconds(15),
        position: SourcePosition? = nil
    ) {
        self.autoLock = autoLock
        self.minimumDigits = minimumDigits
        self.pending = pending
        self.position = position
    }
}

/// What is carried out when something opens (C22).
public struct OpenedAction: Sendable, Hashable {
    /// `history`, the key of a control, or the value of an extension's target.
    public var target: String
    /// What is carried out.
    public var action: FollowingAction

    /// One of its parts.
    public init(target: String, action: FollowingAction) {
        self.target = target
        self.action = action
    }
}

/// What a panel tells of by itself.
public enum NotifiedOccasion: String, Sendable, Hashable, CaseIterable {
    /// Something is broken, whatever it is.
    case fault
    /// A contact is stuck, or a chip has gone: perhaps by somebody's hand.
    case tamper
    /// Too many wrong PINs have been given.
    case lockout
    /// Somebody has unlocked by a PIN for use under duress.
    case duress
}
