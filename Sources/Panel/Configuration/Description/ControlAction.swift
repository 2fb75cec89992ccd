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
