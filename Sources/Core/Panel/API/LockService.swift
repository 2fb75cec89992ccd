import Authentication
import Configuration
import EventLoop
import LocalAPI
import MonotonicTime

/// Unlocking, and administration of people by clients. Each connection has a session of its own, which ends with the
/// connection, or shares one with other connections of its user.
@PanelActor
struct LockService {
    let panel: PanelService

    /// The methods of `io.holdfast.Panel`.
    var methods: [VarlinkMethod] {
        [
            .method(PanelInterface.Unlock.self, panel.inTime(unlock)),
            .method(PanelInterface.JoinSession.self, join),
            .method(PanelInterface.ShowSession.self) { show($1) },
            .method(PanelInterface.EndSession.self) { end($1) },
            .method(PanelInterface.Lock.self) { lockPanel($1) },
            .method(PanelInterface.People.self, streams: true) { listPeople($1) },
            .method(PanelInterface.AddPerson.self, add),
            .method(PanelInterface.EnrolAtPad.self, streams: true, enrolAtPad),
            .method(PanelInterface.RemovePerson.self, remove),
            .method(PanelInterface.EndLockout.self, endLockout),
            .method(PanelInterface.MakeRecoveryCode.self) { makeRecoveryCode($1) },
        ]
    }

    // MARK: Sessions

    /// The session of the caller's connection; without `JoinSession`, the first PIN makes one for the connection alone.
    private func session(of call: VarlinkCall<some Encodable & Sendable>, _ lock: PanelLock) -> APISession {
        if let session = call.session.value as? APISession { return session }
        return begin(APISession(lock, on: lock.nextConnection()), of: call)
    }

    private func begin(
        _ session: APISession, of call: VarlinkCall<some Encodable & Sendable>, prolongs: Bool = true
    ) -> APISession {
        (call.session.value as? APISession)?.connectionEnded()
        call.session.value = session
        call.session.onCall = { if prolongs { session.use() } }
        call.session.ended = { session.connectionEnded() }
        // A connection without a right PIN is not worth keeping when connections run short.
        call.session.isInUse = { session.person != nil }
        return session
    }

    private func join(_ parameters: PanelInterface.JoinSession.Parameters, _ call: VarlinkCall<NoParameters>) {
        guard let token = HexText.bytes(parameters.token),
            let surface = Surface.shared(token: token, user: call.peer.user)
        else { return call.fail(VarlinkService.InvalidParameter(parameter: "token")) }
        let prolongs = parameters.prolongs ?? true
        let session = begin(APISession(panel.engine?.gate.lock, on: surface), of: call, prolongs: prolongs)
        if prolongs { session.use() }
        call.reply(NoParameters())
    }

    private func show(_ call: VarlinkCall<PanelInterface.ShowSession.Reply>) {
        let session = call.session.value as? APISession
        call.reply(
            .init(
                person: session?.person?.name, role: session?.person?.role.rawValue,
                seconds: session?.timeLeft.map { $0 / .seconds(1) }))
    }

    private func end(_ call: VarlinkCall<NoParameters>) {
        (call.session.value as? APISession)?.end()
        call.reply(NoParameters())
    }

    // MARK: The PIN

    private func unlock(_ parameters: PanelInterface.Unlock.Parameters, _ call: VarlinkCall<NoParameters>) {
        guard let lock = panel.engine?.gate.lock else { return call.refuse(PanelService.noLock) }
        let who = AuditActor.program(user: call.peer.user)
        lock.attempt(Self.pin(parameters.pin), on: session(of: call, lock).surface, by: who) { outcome, now in
            switch outcome {
            case .unlocked: call.reply(NoParameters())
            case .wrong(let end):
                call.fail(PanelInterface.WrongPIN(seconds: end.map { now.duration(to: $0) / .seconds(1) }))
            case .refused(.lockedOut(let end)):
                // Whole seconds, rounded up: no PIN is taken before the end.
                let wait = Duration.seconds((now.duration(to: end) / .seconds(1)).rounded(.up))
                call.refuse("too many PINs were wrong; none is taken for \(wait.text)")
            case .refused(let refusal): call.refuse(refusal.description)
            }
        }
    }

    private static func pin(_ digits: String) -> PIN {
        let entry = PINEntry()
        entry.append(digits)
        return entry.take()
    }

    private func lockPanel(_ call: VarlinkCall<NoParameters>) {
        panel.engine?.gate.lock?.lock(by: panel.actor(of: call))
        call.reply(NoParameters())
    }

    // MARK: People

    private func listPeople(_ call: VarlinkCall<PanelInterface.People.Reply>) {
        let role = panel.person(of: call)?.role
        guard AccessPolicy.mayListPeople(isAdministrator: panel.isAdministrator(call), role: role) else {
            return call.fail(VarlinkService.PermissionDenied())
        }
        guard let lock = panel.engine?.gate.lock else { return call.refuse(PanelService.noLock) }
        var people = (lock.gatekeeper.credentials?.people ?? []).map(\.person)[...]
        call.stream {
            people.popFirst().map { person in
                let limits = person.validity.text
                return .init(
                    person: ListedPerson(
                        name: person.name, role: person.role.rawValue, limits: limits.isEmpty ? nil : limits))
            }
        }
    }

    private func add(_ parameters: PanelInterface.AddPerson.Parameters, _ call: VarlinkCall<NoParameters>) {
        guard let lock = panel.administered(call), let (role, validity) = rights(of: parameters.person, call)
        else { return }
        let name = parameters.person.name
        lock.gatekeeper.add(
            name: name, role: role, validity: validity, pin: Self.pin(parameters.pin),
            completion: end(.enrol, of: ShownText.line(name), on: lock, call) { _ in NoParameters() })
    }

    /// The role and limits of a new person; fails the call if they are invalid.
    private func rights(
        of person: ListedPerson, _ call: VarlinkCall<some Encodable & Sendable>
    ) -> (role: Role, validity: Validity)? {
        guard let role = Role(rawValue: person.role) else {
            call.refuse(
                "there is no role '\(ShownText.line(person.role))'; there are: "
                    + Role.allCases.map(\.rawValue).joined(separator: ", "))
            return nil
        }
        do throws(ValidityTextError) {
            let validity = try Validity(ofNew: person.limits ?? "")
            if let now = panel.engine?.gate.lock?.clock.local, validity.refusal(at: now) == .over {
                let last = validity.until?.text ?? ""
                call.refuse("a PIN until \(last) is over already")
                return nil
            }
            return (role, validity)
        } catch {
            call.refuse(ShownText.line("\(error)"))
            return nil
        }
    }

    private func enrolAtPad(
        _ parameters: PanelInterface.EnrolAtPad.Parameters, _ call: VarlinkCall<PanelInterface.EnrolAtPad.Reply>
    ) {
        guard panel.administered(call) != nil, let (role, validity) = rights(of: parameters.person, call),
            let engine = panel.engine
        else { return }
        do throws(PadEnrolmentRefusal) {
            let enrolment = try engine.desk.enrolAtPad(
                name: parameters.person.name, role: role, validity: validity, by: panel.actor(of: call)
            ) { news in
                switch news {
                case .asks(let step, let refusal): call.push(.init(asks: step.rawValue, refusal: refusal))
                case .done:
                    call.reply(.init())
                    panel.engine?.desk.peopleChanged()
                case .failed(let reason): call.refuse(reason)
                }
            }
            call.ended = { enrolment.abandon?("it was given up at the console") }
        } catch {
            call.refuse("\(error)")
        }
    }

    private func remove(_ parameters: PanelInterface.RemovePerson.Parameters, _ call: VarlinkCall<NoParameters>) {
        guard let lock = panel.administered(call) else { return }
        let people = lock.gatekeeper.credentials?.people.map(\.person) ?? []
        guard let person = people.first(where: { $0.name == parameters.name }) else {
            let nearest = NearestWord.to(parameters.name, among: people.map(\.name))
            return call.refuse(
                "nobody is called '\(ShownText.line(parameters.name))'"
                    + (nearest.map { "; did you mean '\($0)'?" } ?? ""))
        }
        lock.gatekeeper.remove(
            person.id, completion: end(.remove, of: person.name, on: lock, call) { _ in NoParameters() })
    }

    private func endLockout(_ parameters: PanelInterface.EndLockout.Parameters, _ call: VarlinkCall<NoParameters>) {
        guard let text = parameters.code else {
            guard let lock = panel.administered(call) else { return }
            lock.gatekeeper.endLockouts(completion: end(.endLockout, on: lock, call) { _ in NoParameters() })
            return
        }
        guard let lock = panel.engine?.gate.lock else { return call.refuse(PanelService.noLock) }
        guard text.utf8.count <= RecoveryCode.longestTyped,
            let code = RecoveryCode(typed: SecretBytes(copyingUTF8Of: text))
        else { return call.refuse(EnrolmentError.wrongRecoveryCode.description) }
        lock.gatekeeper.recover(with: code, completion: end(.endLockout, on: lock, call) { _ in NoParameters() })
    }

    private func makeRecoveryCode(_ call: VarlinkCall<PanelInterface.MakeRecoveryCode.Reply>) {
        guard let lock = panel.administered(call) else { return }
        lock.gatekeeper.makeRecoveryCode(
            completion: end(.makeRecoveryCode, on: lock, call) { .init(code: $0.text) })
    }

    /// Returns the completion of a change of people, which records the result, replies and updates the panel.
    private func end<Value, Reply: Encodable & Sendable>(
        _ action: AuditAction, of subject: String? = nil, on lock: PanelLock, _ call: VarlinkCall<Reply>,
        reply: @escaping @PanelActor (Value) -> Reply
    ) -> @PanelActor (Result<Value, EnrolmentError>) -> Void {
        let who = panel.actor(of: call)
        return { result in
            lock.note(result, of: action, by: who, subject: subject)
            call.answer(result, reply: reply)
            panel.engine?.desk.peopleChanged()
        }
    }
}
