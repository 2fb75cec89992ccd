import Authentication
import EventLoop

/// A client connection of the panel's sockets, and the surface that the client unlocks through it.
@PanelActor
final class APISession: Sendable {
    let surface: Surface
    private weak var lock: PanelLock?

    init(_ lock: PanelLock) {
        self.lock = lock
        surface = lock.nextConnection()
    }

    /// The person who has unlocked this connection; `nil` once the unlocking has expired.
    var person: Person? {
        guard let lock else { return nil }
        return lock.gatekeeper.authority.person(on: surface, at: lock.clock.boottime)
    }

    /// Locks the surface: the connection has ended.
    func end() {
        lock?.gatekeeper.lock(surface)
    }
}
