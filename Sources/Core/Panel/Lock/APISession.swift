import Authentication
import EventLoop

/// A client connection of the panel's sockets, and the surface that the client unlocks through it: the connection's own,
/// or one that it shares with other connections.
@PanelActor
final class APISession: Sendable {
    let surface: Surface
    /// The lock; `nil` on a panel that keeps no PINs.
    private weak var lock: PanelLock?

    init(_ lock: PanelLock?, on surface: Surface) {
        self.lock = lock
        self.surface = surface
    }

    /// Whether the connection has joined a session, and acts for this session alone.
    var isShared: Bool {
        if case .shared = surface { true } else { false }
    }

    /// The person who has unlocked the surface; `nil` once the unlocking has expired.
    var person: Person? {
        lock?.person(on: surface)
    }

    /// The session of the person who has unlocked the surface, for requests; `nil` while it is locked.
    var reference: SessionReference? { person.map { SessionReference(surface: surface, person: $0.id) } }

    /// The time until the surface is locked, unless a call prolongs it; `nil` while it is locked.
    var timeLeft: Duration? { lock?.timeLeft(on: surface) }

    /// Prolongs the unlocking: the client has made a call.
    func use() { lock?.use(surface) }

    /// Locks the surface.
    func end() {
        lock?.gatekeeper.lock(surface)
    }

    /// Locks the connection's own surface: the connection has ended. A shared one outlives its connections.
    func connectionEnded() {
        if !isShared { end() }
    }
}
