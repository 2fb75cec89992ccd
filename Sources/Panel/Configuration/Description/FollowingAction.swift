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
