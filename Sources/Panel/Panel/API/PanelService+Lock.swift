import Authentication
import Configuration
import EventLoop
import LocalAPI
import MonotonicTime

/// Unlocking and administration by clients. Each connection has a session of its own, which ends with the connection.
extension PanelService {
    /// The lock methods of `io.holdfast.Panel`.
    var lockMethods: [VarlinkMethod] {
        [
            .method(PanelInterface.Unlock.self) { [weak self] in self?.unlock($0, $1) },
            .method(PanelInterface.Lock.self) { [weak self] _, call in self?.lockPanel(call) },
            .method(PanelInterface.People.self, streams: true) { [weak self] _, call in self?.listPeople(call) },
            .method(PanelInterface.AddPerson.self) { [weak self] in self?.add($0, $1) },
            .method(PanelInterface.EnrolAtPad.self, streams: true) { [weak self] in self?.enrolAtPad($0, $1) },
            .method(PanelInterface.RemovePerson.self) { [weak self] in self?.remove($0, $1) },
            .method(PanelInterface.EndLockout.self) { [weak self] in self?.endLockout($0, $1) },
            .method(PanelInterface.MakeRecoveryCode.self) { [weak self] _, call in self?.makeRecoveryCode(call) },
        ]
    }

    /// The session of the caller's connection; `nil` if the panel has no lock.
    func session(of call: VarlinkCall<some Encodable & Sendable>) -> APISession? {
        if let session = call.session.value as? APISession { return session }
        guard let lock = engine?.gate.lock else { return nil }
        let session = APISession(lock)
        call.session.value = session
        call.session.ended = { session.end() }
        // A connection without a right PIN is not worth keeping when connections run short.
        call.session.isInUse = { session.person != nil }
        return session
    }

    /// The caller's name in the audit trail.
    func actor(of call: VarlinkCall<some Encodable & Sendable>) -> AuditActor {
        person(of: call).map { .person($0.name, at: .remote) }
            ?? .program(user: call.peer.user)
    }

    /// The person whose PIN the caller has given on this connection.
    func person(of call: VarlinkCall<some Encodable & Sendable>) -> Person? {
        (call.session.value as? APISession)?.person
    }

    private func unlock(_ parameters: PanelInterface.Unlock.Parameters, _ call: VarlinkCall<NoParameters>) {
        guard let lock = engine?.gate.lock, let session = session(of: call) else { return call.fail(Self.noLock) }
        let who = AuditActor.program(user: call.peer.user)
        lock.attempt(Self.pin(parameters.pin), on: session.surface, by: who) { outcome, now in
            switch outcome {
            case .unlocked: call.reply(NoParameters())
            case .wrong(let end):
                call.fail(PanelInterface.WrongPIN(seconds: end.map { now.duration(to: $0) / .seconds(1) }))
            case .refused(.lockedOut(let end)):
                // Whole seconds, rounded up: no PIN is taken before the end.
                let wait = Duration.seconds((now.duration(to: end) / .seconds(1)).rounded(.up))
                call.fail(PanelInterface.Refused(reason: "too many PINs were wrong; none is taken for \(wait.text)"))
            case .refused(let refusal): call.fail(PanelInterface.Refused(reason: refusal.description))
            }
        }
    }

    private static let noLock = PanelInterface.Refused(
        reason: "the panel has nothing that keeps PINs")

    private static func pin(_ digits: String) -> PIN {
        let entry = PINEntry()
        entry.append(digits)
        return entry.take()
    }

    private func lockPanel(_ call: VarlinkCall<NoParameters>) {
        engine?.gate.lock?.lock(by: actor(of: call))
        call.reply(NoParameters())
    }

    // MARK: People

    /// The lock, for an administrator: root, or the user that the panel runs as. Fails the call of other callers.
    func administered<Reply: Encodable & Sendable>(_ call: VarlinkCall<Reply>) -> PanelLock? {
        guard isAdministrator(call) else {
            call.fail(VarlinkService.PermissionDenied())
            return nil
        }
        guard let lock = engine?.gate.lock else {
            call.fail(Self.noLock)
            return nil
        }
        return lock
    }

    private func listPeople(_ call: VarlinkCall<PanelInterface.People.Reply>) {
        guard let lock = administered(call) else { return }
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
        guard let lock = administered(call), let (role, validity) = rights(of: parameters.person, call) else { return }
        let (name, who) = (parameters.person.name, actor(of: call))
        lock.gatekeeper.add(name: name, role: role, validity: validity, pin: Self.pin(parameters.pin)) {
            [weak self] result in
            lock.note(result, of: .enrol, by: who, subject: ShownText.line(name))
            Self.answer(result.map { _ in NoParameters() }, call)
            self?.engine?.desk.peopleChanged()
        }
    }

    /// The role and limits of a new person; fails the call if they are invalid.
    private func rights(
        of person: ListedPerson, _ call: VarlinkCall<some Encodable & Sendable>
    ) -> (role: Role, validity: Validity)? {
        guard let role = Role(rawValue: person.role) else {
            call.fail(
                PanelInterface.Refused(
                    reason: "there is no role '\(ShownText.line(person.role))'; there are: "
                        + Role.allCases.map(\.rawValue).joined(separator: ", ")))
            return nil
        }
        do throws(ValidityTextError) {
            let validity = try Validity(ofNew: person.limits ?? "")
            if let now = engine?.gate.lock?.clock.local, validity.refusal(at: now) == .over {
                let last = validity.until?.text ?? ""
                call.fail(PanelInterface.Refused(reason: "a PIN until \(last) is over already"))
                return nil
            }
            return (role, validity)
        } catch {
            call.fail(PanelInterface.Refused(reason: ShownText.line("\(error)")))
            return nil
        }
    }

    private func enrolAtPad(
        _ parameters: PanelInterface.EnrolAtPad.Parameters, _ call: VarlinkCall<PanelInterface.EnrolAtPad.Reply>
    ) {
        guard administered(call) != nil, let (role, validity) = rights(of: parameters.person, call), let engine
        else { return }
        do throws(PadEnrolmentRefusal) {
            let enrolment = try engine.desk.enrolAtPad(
                name: parameters.person.name, role: role, validity: validity, by: actor(of: call)
            ) { [weak self] news in
                switch news {
                case .asks(let step, let refusal): call.push(.init(asks: step.rawValue, refusal: refusal))
                case .done:
                    call.reply(.init())
                    self?.engine?.desk.peopleChanged()
                case .failed(let reason): call.fail(PanelInterface.Refused(reason: reason))
                }
            }
            call.ended = { enrolment.abandon?("it was given up at the console") }
        } catch {
            call.fail(PanelInterface.Refused(reason: "\(error)"))
        }
    }

    private func remove(_ parameters: PanelInterface.RemovePerson.Parameters, _ call: VarlinkCall<NoParameters>) {
        guard let lock = administered(call) else { return }
        let people = lock.gatekeeper.credentials?.people.map(\.person) ?? []
        guard let person = people.first(where: { $0.name == parameters.name }) else {
            let nearest = NearestWord.to(parameters.name, among: people.map(\.name))
            return call.fail(
                PanelInterface.Refused(
                    reason: "nobody is called '\(ShownText.line(parameters.name))'"
                        + (nearest.map { "; did you mean '\($0)'?" } ?? "")))
        }
        let who = actor(of: call)
        lock.gatekeeper.remove(person.id) { [weak self] result in
            lock.note(result, of: .remove, by: who, subject: person.name)
            Self.answer(result.map { _ in NoParameters() }, call)
            self?.engine?.desk.peopleChanged()
        }
    }

    private func endLockout(_ parameters: PanelInterface.EndLockout.Parameters, _ call: VarlinkCall<NoParameters>) {
        let who = actor(of: call)
        guard let text = parameters.code else {
            guard let lock = administered(call) else { return }
            lock.gatekeeper.endLockouts { [weak self] result in
                lock.note(result, of: .endLockout, by: who)
                Self.answer(result.map { NoParameters() }, call)
                self?.engine?.desk.peopleChanged()
            }
            return
        }
        guard let lock = engine?.gate.lock else { return call.fail(Self.noLock) }
        guard text.utf8.count <= RecoveryCode.longestTyped,
            let code = RecoveryCode(typed: SecretBytes(copyingUTF8Of: text))
        else {
            return call.fail(PanelInterface.Refused(reason: EnrolmentError.wrongRecoveryCode.description))
        }
        lock.gatekeeper.recover(with: code) { [weak self] result in
            lock.note(result, of: .endLockout, by: who)
            Self.answer(result.map { NoParameters() }, call)
            self?.engine?.desk.peopleChanged()
        }
    }

    private func makeRecoveryCode(_ call: VarlinkCall<PanelInterface.MakeRecoveryCode.Reply>) {
        guard let lock = administered(call) else { return }
        let who = actor(of: call)
        lock.gatekeeper.makeRecoveryCode { result in
            lock.note(result, of: .makeRecoveryCode, by: who)
            Self.answer(result.map { PanelInterface.MakeRecoveryCode.Reply(code: $0.text) }, call)
        }
    }

    private static func answer<Reply: Encodable & Sendable>(
        _ result: Result<Reply, EnrolmentError>, _ call: VarlinkCall<Reply>
    ) {
        switch result {
        case .success(let reply): call.reply(reply)
        case .failure(let error): call.fail(PanelInterface.Refused(reason: error.description))
        }
    }
}
