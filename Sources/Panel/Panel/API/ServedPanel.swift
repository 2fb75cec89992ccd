import Authentication
import Configuration
import EventLoop
import Glibc
import LocalAPI

/// The panel that a `PanelService` answers for, and the rights of the callers there.
///
/// A `ServedPanel` outlives its engines: reloading the panel's file replaces the engine.
@PanelActor
final class ServedPanel {
    /// The engine that answers; `nil` while none runs.
    var engine: PanelEngine?
    /// The editor of the panel's layout; `nil` if the layout cannot be changed.
    var editor: LayoutEditor?
    /// The IDs of the users who administer the panel: root, and the user that the panel runs as.
    var administrators: Set<UInt32> = [0, geteuid()]

    /// The most choices in a reply whose full list is too long for a message.
    static let fewChoices = 50
    /// The reason of a refusal while no engine runs.
    nonisolated static let beingReadAgain = "the panel is being read again"
    /// The reason of a refusal by a panel without a lock.
    static let noLock = "the panel has nothing that keeps PINs"

    // MARK: Callers

    /// Returns the current audience of a call's replies: clients in general, until a person gives a PIN on the same
    /// connection.
    func viewpoint(of call: VarlinkCall<some Encodable & Sendable>) -> @PanelActor () -> Viewpoint {
        let session = call.session
        return { (session.value as? APISession)?.person != nil ? .authenticated : .anybody }
    }

    /// Whether the caller administers the panel.
    func isAdministrator(_ call: VarlinkCall<some Encodable & Sendable>) -> Bool {
        AccessPolicy.mayAdminister(call.peer.user, administrators: administrators)
    }

    /// The person whose PIN the caller has given on this connection.
    func person(of call: VarlinkCall<some Encodable & Sendable>) -> Person? {
        (call.session.value as? APISession)?.person
    }

    /// The caller's name in the audit trail.
    func actor(of call: VarlinkCall<some Encodable & Sendable>) -> AuditActor {
        person(of: call).map { .person($0.name, at: .remote) } ?? .program(user: call.peer.user)
    }

    /// The caller as the origin of a performance.
    func requester(of call: VarlinkCall<some Encodable & Sendable>) -> Requester {
        .program(isUnlocked: person(of: call) != nil, actor: actor(of: call))
    }

    /// Returns a check whether a person who is not a guest has unlocked this connection; the check is valid for later
    /// calls, too.
    func isOfPersonButGuest(_ call: VarlinkCall<some Encodable & Sendable>) -> @PanelActor () -> Bool {
        let session = call.session
        return { AccessPolicy.isResident((session.value as? APISession)?.person?.role) }
    }

    /// The lock, for an administrator: root, or the user that the panel runs as. Fails the call of other callers.
    func administered(_ call: VarlinkCall<some Encodable & Sendable>) -> PanelLock? {
        guard isAdministrator(call) else {
            call.fail(VarlinkService.PermissionDenied())
            return nil
        }
        guard let lock = engine?.gate.lock else {
            call.refuse(Self.noLock)
            return nil
        }
        return lock
    }

    // MARK: Names

    /// The error for a name that belongs to no control, or to several.
    func noSuchControl(_ name: String) -> PanelInterface.NoSuchControl {
        guard let controls = engine?.controls else { return PanelInterface.NoSuchControl(control: name) }
        let several = controls.all(name)
        guard several.isEmpty else {
            // The full list of a thousand names would not fit into a message.
            let names = several.prefix(Self.fewChoices).map(\.name) + (several.count > Self.fewChoices ? ["…"] : [])
            return PanelInterface.NoSuchControl(
                control: name,
                problem: "'\(name)' is placed \(several.count) times: \(names.joined(separator: ", ")); name one")
        }
        return PanelInterface.NoSuchControl(control: name, nearest: controls.nearest(to: name))
    }
}

extension VarlinkCall {
    /// Fails the call with a refusal for this reason.
    func refuse(_ reason: String) { fail(PanelInterface.Refused(reason: reason)) }

    /// Replies with the value of `result`, or refuses with the error's words.
    func answer<Value>(
        _ result: Result<Value, some Error & CustomStringConvertible>, reply: (Value) -> Reply
    ) {
        switch result {
        case .success(let value): self.reply(reply(value))
        case .failure(let error): refuse(error.description)
        }
    }
}
