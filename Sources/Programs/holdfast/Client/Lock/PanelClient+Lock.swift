import EventLoop
import LocalAPI

/// People and their PINs.
extension PanelClient {
    /// Those who have a PIN.
    func people() throws -> [ListedPerson] {
        typealias Method = PanelInterface.People
        return try ask(Method.method, NoParameters(), Method.Reply.self, more: true, within: Self.patience)
            .compactMap(\.person)
    }

    /// Gives somebody a PIN. It takes as long as a PIN's check, and the first time as long as that has to be measured.
    func add(_ person: ListedPerson, pin: String) throws {
        typealias Method = PanelInterface.AddPerson
        _ = try reply(Method.method, Method.Parameters(person: person, pin: pin), NoParameters.self)
    }

    /// Gives somebody a PIN that is typed at the panel's pad.
    ///
    /// - Parameter asked: is called with what the pad asks for.
    func enrolAtPad(
        _ person: ListedPerson, asked: @escaping @PanelActor (PanelInterface.EnrolAtPad.Reply) -> Void
    ) throws {
        typealias Method = PanelInterface.EnrolAtPad
        _ = try ask(
            Method.method, Method.Parameters(person: person), Method.Reply.self, more: true, within: nil, soFar: asked)
    }

    /// Takes somebody's PIN away.
    func removePerson(_ name: String) throws {
        typealias Method = PanelInterface.RemovePerson
        _ = try reply(Method.method, Method.Parameters(name: name), NoParameters.self)
    }

    /// Makes a recovery code.
    func makeRecoveryCode() throws -> String {
        typealias Method = PanelInterface.MakeRecoveryCode
        return try reply(Method.method, NoParameters(), Method.Reply.self).code
    }

    /// Ends the lockouts.
    func endLockout(code: String?) throws {
        typealias Method = PanelInterface.EndLockout
        _ = try reply(Method.method, Method.Parameters(code: code), NoParameters.self)
    }

    /// Those who have a PIN, and the device's key, under a passphrase.
    func backUp(passphrase: String) throws -> [UInt8] {
        typealias Method = PanelInterface.BackUp
        let reply = try reply(Method.method, Method.Parameters(passphrase: passphrase), Method.Reply.self)
        guard let bytes = HexText.bytes(reply.backup) else {
            throw PanelProblem.foreign(path: path, problem: "its backup is none")
        }
        return bytes
    }

    /// Takes people from a backup, what `file` holds; how many there are now.
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
    /// Gives a PIN, where there is one, before what is called next.
    ///
    /// - Parameter failed: is called where it is not taken.
    @PanelActor
    func unlock(_ pin: String?, failed: @escaping @PanelActor (VarlinkClientError) -> Void) {
        guard let pin else { return }
        call(PanelInterface.Unlock.method, PanelInterface.Unlock.Parameters(pin: pin)) {
            (result: Result<VarlinkReply<NoParameters>, VarlinkClientError>) in
            if case .failure(let error) = result { failed(error) }
        }
    }
}
