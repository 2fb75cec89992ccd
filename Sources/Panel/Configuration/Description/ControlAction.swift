import ControlModel

/// What a control does.
public enum ControlAction: Sendable, Hashable {
    /// Switches an output line: active while the toggle is on, for `maxTime` at most.
    case toggleLine(OutputDescription, restore: RestoredState = .inactive, maxTime: Duration? = nil)
    /// Makes an output line active for `duration`, then inactive again.
    case pulse(OutputDescription, duration: Duration)
    /// A toggle that is on for `duration`; `done` is carried out when the time is up, not when it is turned off before.
    case timer(Duration, done: FollowingAction? = nil)
    /// Opens a view.
    case open(OpenedView)
    /// Performs other controls, in this order.
    case set([SceneMember])
    /// Nothing: the control only shows what its sensor or its readout says.
    case show
    /// Locks the panel.
    case lock
    /// What another process carries out; a toggle, or a button.
    case handedOver(Errand)

    /// The output that the action drives; `nil` where it drives none.
    public var output: OutputDescription? {
        switch self {
        case .toggleLine(let output, restore: _, maxTime: _), .pulse(let output, duration: _): output
        case .timer, .open, .set, .show, .lock, .handedOver: nil
        }
    }

    /// The errand of another process; `nil` where the panel carries the action out itself.
    public var errand: Errand? {
        if case .handedOver(let errand) = self { errand } else { nil }
    }

    /// Whether it opens a view, as an `OpenIntent` does.
    public var opensView: Bool {
        if case .open = self { true } else { false }
    }

    /// Whether it has an on and an off.
    public var isToggle: Bool {
        switch self {
        case .toggleLine, .timer: true
        case .pulse, .open, .set, .show, .lock: false
        case .handedOver(let errand): errand.isToggle
        }
    }
}

/// What a control opens.
public enum OpenedView: Sendable, Hashable {
    /// What has happened on the panel.
    case history
    /// One control, by its kind.
    case control(kind: String)
}

/// One control that a scene performs.
public struct SceneMember: Sendable, Hashable {
    /// The control's kind.
    public var kind: String
    /// The state that a toggle goes to; a control button is performed where this is `true`.
    public var isOn: Bool
    /// Where the file names it.
    public var position: SourcePosition

    /// A member of its parts.
    public init(kind: String, isOn: Bool, position: SourcePosition) {
        self.kind = kind
        self.isOn = isOn
        self.position = position
    }
}

/// What is done when something else has happened: a timer's time is up, a view opens.
public enum FollowingAction: Sendable, Hashable {
    /// What another process carries out.
    case handedOver(Errand)
    /// Performs controls, in this order.
    case set([SceneMember])

    /// What another process carries out, if one does.
    public var errand: Errand? {
        switch self {
        case .handedOver(let errand): errand
        case .set: nil
        }
    }

    /// As a control's action.
    public var action: ControlAction {
        switch self {
        case .handedOver(let errand): .handedOver(errand)
        case .set(let members): .set(members)
        }
    }
}
