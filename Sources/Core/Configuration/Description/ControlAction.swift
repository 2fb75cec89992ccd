import ControlModel

public enum ControlAction: Sendable, Hashable {
    /// Switches an output line: active while the toggle is on, for `maxTime` at most.
    case toggleLine(OutputDescription, restore: RestoredState = .inactive, maxTime: Duration? = nil)
    /// Makes an output line active for `duration`, then inactive again.
    case pulse(OutputDescription, duration: Duration)
    /// A toggle that is on for `duration`. The panel carries out `done` at the end of that time, but not after an early
    /// turn-off.
    case timer(Duration, done: FollowingAction? = nil)
    case open(OpenedView)
    /// Performs other controls, in this order.
    case set([SceneMember])
    /// No action: the control only shows its sensor or its readout.
    case show
    /// Locks the panel.
    case lock
    /// An action that another process carries out for a toggle or a button.
    case delegated(DelegatedAction)

    /// The output that the action drives; `nil` where it drives none.
    public var output: OutputDescription? {
        switch self {
        case .toggleLine(let output, restore: _, maxTime: _), .pulse(let output, duration: _): output
        case .timer, .open, .set, .show, .lock, .delegated: nil
        }
    }

    /// The delegated action of another process; `nil` where the panel carries out the action itself.
    public var delegated: DelegatedAction? {
        if case .delegated(let delegated) = self { delegated } else { nil }
    }

    /// Whether the action opens a view, as an `OpenIntent` does.
    public var opensView: Bool {
        if case .open = self { true } else { false }
    }

    /// Whether the action has an on and an off state.
    public var isToggle: Bool {
        switch self {
        case .toggleLine, .timer: true
        case .pulse, .open, .set, .show, .lock: false
        case .delegated(let delegated): delegated.isToggle
        }
    }
}

public enum OpenedView: Sendable, Hashable {
    /// The history of the panel's actions.
    case history
    case control(kind: String)
}

/// One control that a scene performs.
public struct SceneMember: Sendable, Hashable {
    public var kind: String
    /// The state that a toggle goes to. A scene performs a control button where this is `true`.
    public var isOn: Bool
    /// The position of the member's name in the file.
    public var position: SourcePosition
}

/// An action that follows an event: the end of a timer, or the opening of a view.
public enum FollowingAction: Sendable, Hashable {
    /// An action that another process carries out.
    case delegated(DelegatedAction)
    /// Performs controls, in this order.
    case set([SceneMember])

    /// The delegated action of another process; `nil` for a scene.
    public var delegated: DelegatedAction? {
        if case .delegated(let delegated) = self { delegated } else { nil }
    }

    /// The same action as the action of a control.
    public var action: ControlAction {
        switch self {
        case .delegated(let delegated): .delegated(delegated)
        case .set(let members): .set(members)
        }
    }
}
