import EventLoop
import LocalAPI

/// People and their PINs, lockouts, and backups.
extension PanelClient {
    /// The people who have a PIN.
    func people() throws -> [ListedPerson] {
        typealias Method = PanelInterface.People
        return try ask(Method.method, NoParameters(), Method.Reply.self, more: true, within: Self.patience)
            .compactMap(\.person)
    }

    /// Gives a person a PIN. The call takes as long as a PIN's check; the first call also measures how long a check
    /// takes.
    func add(_ person: ListedPerson, pin: String) throws {
        typealias Method = PanelInterface.AddPerson
        _ = try reply(Method.method, Method.Parameters(person: person, pin: pin), NoParameters.self)
    }

    /// Gives a person a PIN that is typed at the panel's pad.
    ///
    /// - Parameter asked: Is called with each step at the pad.
    func enrolAtPad(
        _ person: ListedPerson, asked: @escaping @PanelActor (PanelInterface.EnrolAtPad.Reply) -> Void
    ) throws {
        typealias Method = PanelInterface.EnrolAtPad
        _ = try ask(
            Method.method, Method.Parameters(person: person), Method.Reply.self, more: true, within: nil, soFar: asked)
    }

    /// Removes a person's PIN.
    func removePerson(_ name: String) throws {
        typealias Method = PanelInterface.RemovePerson
        _ = try reply(Method.method, Method.Parameters(name: name), NoParameters.self)
    }

    /// Creates a recovery code, which replaces the previous one.
    func makeRecoveryCode() throws -> String {
        typealias Method = PanelInterface.MakeRecoveryCode
        return try reply(Method.method, NoParameters(), Method.Reply.self).code
    }

    /// Ends the lockouts. Without a code, only root and the panel's own user may.
    func endLockout(code: String?) throws {
        typealias Method = PanelInterface.EndLockout
        _ = try reply(Method.method, Method.Parameters(code: code), NoParameters.self)
    }

    /// A backup of the people who have a PIN, and of the device's key, encrypted with a passphrase.
    func backUp(passphrase: String) throws -> [UInt8] {
        typealias Method = PanelInterface.BackUp
        let reply = try reply(Method.method, Method.Parameters(passphrase: passphrase), Method.Reply.self)
        guard let bytes = HexText.bytes(reply.backup) else {
            throw PanelProblem.foreign(path: path, problem: "its backup is none")
        }
        return bytes
    }

    /// Replaces the people by those of a backup, which is the content of `file`. Returns how many people have a PIN
    /// now.
    func restore(_ backup: [UInt8], passphrase: String, from file: String) throws -> Int {
        typealias Method = PanelInterface.Restore
        let parameters = Method.Parameters(backup: HexText.of(backup), passphrase: passphrase)
        return try reply(Method.method, parameters, Method.Reply.self, about: file).people
    }

    /// Locks the panel.
    func lock() throws {
        _ = try reply(PanelInterface.Lock.method, NoParameters(), NoParameters.self)
    }
}

extension VarlinkClient {
    /// Sends the PIN, if there is one, before the next call.
    ///
    /// - Parameter failed: Is called if the panel does not accept the PIN.
    @PanelActor
    func unlock(_ pin: String?, failed: @escaping @PanelActor (VarlinkClientError) -> Void) {
        guard let pin else { return }
        call(PanelInterface.Unlock.method, PanelInterface.Unlock.Parameters(pin: pin)) {
            (result: Result<VarlinkReply<NoParameters>, VarlinkClientError>) in
            if case .failure(let error) = result { failed(error) }
        }
    }
}
