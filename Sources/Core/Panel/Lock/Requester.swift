import Authentication
import Configuration
import ControlModel
import EventLoop

/// The origin of a request to perform something (A1: the origin's authentication decides what is performed).
///
/// A requester names what its authority rests on, and has none of its own: `AccessGate` reads the authority at each
/// decision. A request that has waited is thus decided by the rights of the present.
public enum Requester: Sendable, Hashable {
    /// A user in front of the panel.
    case panel
    /// A user of a trusted button.
    case trusted
    /// A program. Without a session at its request, the program has no authority later either.
    case program(session: SessionReference?, actor: AuditActor)
    /// The panel itself, unasked: it performs only actions that need no PIN.
    case itself
    /// The panel itself, at a timer's end or by an interlock, with the right that the performance has left which began
    /// the timer or turned on the control. The trail names `actor`; without an actor, the panel.
    case consequence(LastingRight, actor: AuditActor? = nil)

    /// Whether the panel acts without a user's or a program's request.
    var isPanelItself: Bool {
        switch self {
        case .itself, .consequence: true
        case .panel, .trusted, .program: false
        }
    }

    /// The requester of an effect that an extension adds. No person has allowed additions to the panel's own performance.
    var ofFollower: Requester { isPanelItself ? .itself : self }

    // MARK: The authority of now

    /// Whether the authority that the requester names still holds: the session of a program lasts, or the person whose
    /// right is left may still use it. At the pad, the panel itself is unlocked.
    @PanelActor
    func isEntitled(by lock: PanelLock?) -> Bool {
        switch self {
        case .panel: lock?.isUnlocked ?? false
        case .trusted: true
        case .program(session: let session, actor: _): session.map { lock?.lasts($0) ?? false } ?? false
        case .itself: false
        case .consequence(let right, actor: _): right.person.map { lock?.mayGoOn($0) ?? false } ?? true
        }
    }

    /// The viewpoint that the answer is redacted for.
    @PanelActor
    func viewpoint(by lock: PanelLock?) -> Viewpoint {
        switch self {
        case .panel, .trusted: .panel
        case .program: isEntitled(by: lock) ? .authenticated : .anybody
        case .itself, .consequence: .authenticated
        }
    }
}

/// The session in which a program asks: it lasts while the same person has unlocked the same surface.
public struct SessionReference: Sendable, Hashable {
    public let surface: Surface
    /// The number of the person who has unlocked the surface.
    public let person: Int64

    /// Creates the reference of the session in which a person has unlocked a surface.
    public init(surface: Surface, person: Int64) {
        (self.surface, self.person) = (surface, person)
    }
}
