import Configuration
import ControlModel

/// Who asks for something to be performed (A1).
enum Requester: Sendable, Hashable {
    /// Whoever is in front of the panel.
    case panel
    /// Whoever reaches a button that is trusted.
    case trusted
    /// A program, which has given a PIN by its connection or has not.
    case program(isUnlocked: Bool, actor: AuditActor)
    /// The panel itself, unasked: it does only what needs no PIN.
    case itself
    /// The panel itself, at a timer's end or by an interlock, with the rights of the person who began that. The trail names
    /// `actor`; without one, the panel.
    case consequence(allowed: ControlAuthentication, actor: AuditActor? = nil)

    /// Whether nobody asks, but the panel itself.
    var isPanelItself: Bool {
        switch self {
        case .itself, .consequence: true
        case .panel, .trusted, .program: false
        }
    }

    /// The requester of an effect that an extension adds: no person has allowed what follows the panel's own performance.
    var ofFollower: Requester { isPanelItself ? .itself : self }

    /// For whose eyes the answer is.
    var viewpoint: Viewpoint {
        switch self {
        case .panel, .trusted: .panel
        case .program(let isUnlocked, actor: _): isUnlocked ? .authenticated : .anybody
        case .itself, .consequence: .authenticated
        }
    }
}
