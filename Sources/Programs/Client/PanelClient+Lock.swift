import EventLoop
import LocalAPI

/// People and their PINs, lockouts, and backups.
extension PanelClient {
    /// The people who have a PIN.
    package func people() throws -> [ListedPerson] {
        try ask(PanelInterface.People.self, NoParameters(), more: true, within: Self.patience).compactMap(\.person)
    }

    /// Gives a person a PIN. The call takes as long as a PIN's check; the first call also measures how long a check
    /// takes.
    package func add(_ person: ListedPerson, pin: String) throws {
        _ = try reply(PanelInterface.AddPerson.self, .init(person: person, pin: pin))
    }

    /// Gives a person a PIN that is typed at the panel's pad.
    ///
    /// - Parameter asked: Is called with each step at the pad.
    package func enrolAtPad(
        _ person: ListedPerson, asked: @escaping @PanelActor (PanelInterface.EnrolAtPad.Reply) -> Void
    ) throws {
        _ = try ask(PanelInterface.EnrolAtPad.self, .init(person: person), more: true, within: nil, soFar: asked)
    }

    /// Removes a person's PIN.
    package func removePerson(_ name: String) throws {
        _ = try reply(PanelInterface.RemovePerson.self, .init(name: name))
    }

    /// Creates a recovery code, which replaces the previous one.
    package func makeRecoveryCode() throws -> String {
        try reply(PanelInterface.MakeRecoveryCode.self, NoParameters()).code
    }

    /// Ends the lockouts. Without a code, only root and the panel's own user may.
    package func endLockout(code: String?) throws {
        _ = try reply(PanelInterface.EndLockout.self, .init(code: code))
    }

    /// A backup of the people who have a PIN, and of the device's key, encrypted with a passphrase.
    package func backUp(passphrase: String) throws -> [UInt8] {
        let reply = try reply(PanelInterface.BackUp.self, .init(passphrase: passphrase))
        guard let bytes = HexText.bytes(reply.backup) else {
            throw PanelProblem.foreign(path: path, problem: "its backup is none")
        }
        return bytes
    }

    /// Replaces the people by those of a backup, which is the content of `file`. Returns how many people have a PIN
    /// now.
    package func restore(_ backup: [UInt8], passphrase: String, from file: String) throws -> Int {
        let parameters = PanelInterface.Restore.Parameters(backup: HexText.of(backup), passphrase: passphrase)
        return try reply(PanelInterface.Restore.self, parameters, about: file).people
    }

    /// Locks the panel.
    package func lock() throws {
        _ = try reply(PanelInterface.Lock.self, NoParameters())
    }
}

extension VarlinkClient {
    /// Sends the PIN, if there is one, before the next call.
    ///
    /// - Parameter failed: Is called if the panel does not accept the PIN.
    @PanelActor
    func unlock(_ pin: String?, failed: @escaping @PanelActor (VarlinkClientError) -> Void) {
        guard let pin else { return }
        call(PanelInterface.Unlock.self, .init(pin: pin)) { result in
            if case .failure(let error) = result { failed(error) }
        }
    }
}
