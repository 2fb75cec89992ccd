import Testing

@testable import Authentication
@testable import Panel

extension Requester {
    /// A program whose person has given the PIN. `TestLock.asking` gives the program its session.
    static func programWithPIN(actor: AuditActor) -> Requester {
        .program(session: SessionReference(surface: TestLock.program, person: 0), actor: actor)
    }
}

extension TestLock {
    /// The surface of `Requester.programWithPIN`.
    nonisolated fileprivate static let program = Surface.connection(.max)

    /// Begins the session in which a `programWithPIN` asks, and returns the requester of this session. Other requesters
    /// stay the same.
    ///
    /// The person is the one that the requester's actor names, or the first one.
    func asking(_ requester: Requester) throws -> Requester {
        guard case .program(session: let session?, let actor) = requester, session.surface == Self.program else {
            return requester
        }
        let people = gatekeeper.credentials?.people.map(\.person) ?? []
        let person =
            try people.first { $0.name == actor.name } ?? people.first ?? Person(id: 1, name: "x", role: .owner)
        _ = gatekeeper.authority.unlock(Self.program, by: person.shown, at: lock.clock.boottime)
        return .program(session: SessionReference(surface: Self.program, person: person.id), actor: actor)
    }
}

extension TestPanel {
    /// The requester, in a session that has just begun if it is a `programWithPIN`.
    func asking(_ requester: Requester) -> Requester {
        do {
            return try lockIfAny?.asking(requester) ?? requester
        } catch {
            Issue.record(error)
            return requester
        }
    }
}
