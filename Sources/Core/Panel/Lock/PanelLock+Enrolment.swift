import Authentication
import EventLoop
import MonotonicTime

/// Enrolment of people at the pad.
extension PanelLock {
    /// Starts the enrolment of a person, who types a new PIN at the pad.
    ///
    /// The enrolment fails without a key press for as long as an unlocked panel stays unlocked. It also fails when the
    /// panel is locked, and after too many wrong PINs.
    ///
    /// - Parameters:
    ///   - who: the author in the audit trail.
    ///   - onNews: receives each request for input and the result; it is not called after `done` or `failed`.
    /// - Throws: a refusal that is known before any input.
    func enrolAtPad(
        name: String, role: Role, validity: Validity, by who: AuditActor,
        onNews: @escaping @PanelActor (PadEnrolment.News) -> Void
    ) throws(PadEnrolmentRefusal) -> PadEnrolment {
        gatekeeper.advance(to: clock.boottime, localTime: localTime)
        if enrolment != nil { throw .another }
        if lockout != nil { throw .lockedOut }
        if let refusal = gatekeeper.refusal(toEnrol: name, role: role, validity: validity) { throw .person(refusal) }
        forget(byKey: true)
        let hasOwner = gatekeeper.credentials?.people.contains { $0.person.role == .owner } ?? false
        let enrolment = PadEnrolment(
            name: name, role: role, validity: validity, by: who, needsOwner: hasOwner
        ) { [weak self] news in
            onNews(news)
            self?.report(news, name: name)
        }
        enrolment.abandon = { [weak self] reason in self?.endEnrolment(.failed(reason)) }
        self.enrolment = enrolment
        enrolmentTimer = scheduler.makeTimer { [weak self] in
            self?.endEnrolment(.failed("nobody has typed for too long"))
        }
        enrolmentUsed()
        enrolment.begin()
        return enrolment
    }

    private func report(_ news: PadEnrolment.News, name: String) {
        switch news {
        case .asks(_, let refusal): onEvent?(.enrolling(refusal: refusal))
        case .done: onEvent?(.enrolled(name))
        case .failed(let reason): onEvent?(.refused(reason))
        }
    }

    /// Restarts the enrolment's time limit after a key press.
    func enrolmentUsed() {
        guard enrolment != nil else { return }
        enrolmentTimer?.arm(at: scheduler.now.advanced(by: gatekeeper.authority.limits.autoLock))
    }

    /// Ends the enrolment, if any, with its result.
    func endEnrolment(_ news: PadEnrolment.News) {
        guard let enrolment else { return }
        self.enrolment = nil
        enrolmentTimer?.cancel()
        enrolmentTimer = nil
        clearEntries()
        enrolment.end(news)
    }

    /// Handles the result of a PIN attempt that should be an owner's.
    func enrol(_ enrolment: PadEnrolment, after outcome: AttemptOutcome) {
        switch outcome {
        case .unlocked(let person) where person.role == .owner: enrolment.recognised(person)
        case .unlocked: endEnrolment(.failed("it takes an owner's PIN"))
        case .wrong(nil): enrolment.ask(.owner, refusal: "the PIN is wrong")
        case .wrong: endEnrolment(.failed("too many PINs were wrong"))
        case .refused(.busy): break
        case .refused(let refusal): endEnrolment(.failed(refusal.description))
        }
    }

    /// Takes a new PIN, or its second copy.
    func enrol(_ enrolment: PadEnrolment, taking pin: PIN) {
        guard let confirmed = enrolment.take(pin, rule: gatekeeper.rule) else { return }
        onEvent?(.checking)
        gatekeeper.add(
            name: enrolment.name, role: enrolment.role, validity: enrolment.validity, pin: confirmed
        ) { [weak self] result in
            guard let self else { return }
            note(result, of: .enrol, by: enrolment.who, subject: enrolment.name)
            // The enrolment may have been cancelled meanwhile; the person keeps the PIN all the same.
            guard self.enrolment === enrolment else { return }
            switch result {
            case .success: endEnrolment(.done)
            case .failure(.pin), .failure(.pinTaken):
                // The refusal reveals that another person has this PIN, so the number of attempts is limited.
                enrolment.collisions += 1
                if enrolment.collisions > 1 { return endEnrolment(.failed("two PINs could not be used")) }
                enrolment.ask(.pin, refusal: EnrolmentError.pinTaken.description)
            case .failure(let error): endEnrolment(.failed(error.description))
            }
        }
    }
}
