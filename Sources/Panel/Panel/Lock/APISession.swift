import Authentication
import EventLoop

/// What the panel remembers of a client of its sockets: what it has unlocked by this connection.
@PanelActor
final class APISession: Sendable {
    let surface: Surface
    private weak var lock: PanelLock?

    init(_ lock: PanelLock) {
        self.lock = lock
        surface = lock.nextConnection()
    }

    /// Who has given their PIN, not too long ago.
    var person: Person? {
        guard let lock else { return nil }
        return lock.gatekeeper.authority.person(on: surface, at: lock.clock.boottime)
    }

    /// The connection has ended.
    func end() {
        lock?.gatekeeper.lock(surface)
    }
}
