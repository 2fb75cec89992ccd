import Authentication
import Configuration
import ControlModel
import EventLoop
import Glibc
import LocalAPI
import MonotonicTime

/// The API of a running panel: `io.holdfast.Panel` for clients, `io.holdfast.Host` for extensions.
///
/// Each area of the interface has a service of its own, which asks the `PanelService` for the rights of callers. A
/// `PanelService` outlives its engines: reloading the panel's file replaces the engine.
@PanelActor
public final class PanelService {
    /// The engine that answers; `nil` while none runs.
    public var engine: PanelEngine? {
        didSet {
            guard engine !== oldValue else { return }
            engine?.gate.lock?.onSessionChange = { [weak self] in self?.notices.sessionChanged($0) }
            notices.engineChanged()
            display.engineChanged()
        }
    }

    /// The editor of the panel's layout; `nil` if the layout cannot be changed.
    public var editor: LayoutEditor?
    /// The IDs of the users who administer the panel: root, and the user that the panel runs as.
    var administrators: Set<UInt32> = [0, geteuid()]

    /// The most choices in a reply whose full list is too long for a message.
    static let fewChoices = 50
    /// The reason of a refusal while no engine runs.
    nonisolated static let beingReadAgain = "the panel is being read again"
    /// The reason of a refusal by a panel without a lock.
    static let noLock = "the panel has nothing that keeps PINs"

    private lazy var notices = NoticeService(panel: self)
    private lazy var display = DisplayService(panel: self)

    /// A service without an engine.
    public init() {}

    // MARK: Interfaces

    /// The interface `io.holdfast.Host`.
    public var hostInterface: VarlinkInterface { HostInterface.interface(over: self.engine?.roster) }

    /// The interface `io.holdfast.Panel`.
    public var panelInterface: VarlinkInterface {
        VarlinkInterface(
            name: PanelInterface.name, description: HoldfastInterfaces.panel,
            methods: StatusService(panel: self).methods
                + ControlService(panel: self, notices: notices).methods + notices.methods
                + LightService(panel: self).methods + display.methods
                + LayoutService(panel: self, notices: notices).methods + LockService(panel: self).methods
                + LogService(panel: self).methods + BackupService(panel: self).methods)
    }

    // MARK: Callers

    /// Returns the current audience of a call's replies: clients in general, until a person gives a PIN on the same
    /// connection.
    func viewpoint(of call: VarlinkCall<some Encodable & Sendable>) -> @PanelActor () -> Viewpoint {
        let session = call.session
        return { (session.value as? APISession)?.person != nil ? .authenticated : .anybody }
    }

    /// Whether the caller administers the panel. A connection that has joined a session acts for that session
    /// alone: the gateway, which passes calls on, may run as the panel's own user.
    func isAdministrator(_ call: VarlinkCall<some Encodable & Sendable>) -> Bool {
        (call.session.value as? APISession)?.isShared != true
            && AccessPolicy.mayAdminister(call.peer.user, administrators: administrators)
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
        .program(session: (call.session.value as? APISession)?.reference, actor: actor(of: call))
    }

    /// Returns a check whether a person who is not a guest has unlocked this connection; the check is valid for later
    /// calls, too.
    func isResident(_ call: VarlinkCall<some Encodable & Sendable>) -> @PanelActor () -> Bool {
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

    /// Refuses a call for this reason. Where a PIN on the caller's connection would help, the error says so.
    ///
    /// - Parameter lacksAuthority: Whether the caller's lack of authority is the reason.
    func refuse(_ call: VarlinkCall<some Encodable & Sendable>, _ reason: String, lacksAuthority: Bool) {
        let facts = engine?.gate.lockFacts(for: requester(of: call))
        if lacksAuthority, person(of: call) == nil, let facts, facts.keepsPINs, facts.obstacle == nil {
            call.fail(PanelInterface.AuthenticationRequired(reason: reason))
        } else {
            call.refuse(reason)
        }
    }

    /// Refuses a call whose performance was refused.
    func refuse(_ call: VarlinkCall<some Encodable & Sendable>, _ outcome: PerformOutcome) {
        refuse(call, outcome.failure ?? "", lacksAuthority: outcome.lacksAuthority)
    }

    /// Returns a method that refuses old requests, and passes on the others to `body`.
    func inTime<Parameters: TimedParameters, Reply: Encodable & Sendable>(
        _ body: @escaping @PanelActor (Parameters, VarlinkCall<Reply>) -> Void
    ) -> @PanelActor (Parameters, VarlinkCall<Reply>) -> Void {
        { [self] parameters, call in
            let now = engine.map { RequestTime(of: $0.scheduler) }
            if let now, let reason = parameters.requestedAt?.refusal(at: now) { return call.refuse(reason) }
            body(parameters, call)
        }
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
