import Configuration
import ControlModel

/// The origin of a request to perform something (A1: the origin's authentication decides what is performed).
public enum Requester: Sendable, Hashable {
    /// A user in front of the panel.
    case panel
    /// A user of a trusted button.
    case trusted
    /// A program, with or without a PIN given on its connection.
    case program(isUnlocked: Bool, actor: AuditActor)
    /// The panel itself, unasked: it performs only actions that need no PIN.
    case itself
    /// The panel itself, at a timer's end or by an interlock, with the rights of the person who started the timer or
    /// the control. The trail names `actor`; without an actor, the panel.
    case consequence(allowed: ControlAuthentication, actor: AuditActor? = nil)

    /// Whether the panel acts without a user's or a program's request.
    var isPanelItself: Bool {
        switch self {
        case .itself, .consequence: true
        case .panel, .trusted, .program: false
        }
    }

    /// The requester of an effect that an extension adds. No person has allowed additions to the panel's own performance.
    var ofFollower: Requester { isPanelItself ? .itself : self }

    /// The viewpoint that the answer is redacted for.
    var viewpoint: Viewpoint {
        switch self {
        case .panel, .trusted: .panel
        case .program(let isUnlocked, actor: _): isUnlocked ? .authenticated : .anybody
        case .itself, .consequence: .authenticated
        }
    }
}
