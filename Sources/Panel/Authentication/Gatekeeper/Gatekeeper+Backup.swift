import EventLoop

extension Gatekeeper {
    /// Encrypts a backup of the people and the device's key under `passphrase`, on a worker's thread. Without the key,
    /// the PINs of the backup are useless.
    public func backUp(
        passphrase: SecretBytes, cost: HashCost = .backup,
        completion: @escaping @PanelActor (Result<[UInt8], BackupError>) -> Void
    ) {
        guard let key = people.key, let credentials else { return completion(.failure(.nothingToKeep)) }
        if people.otherKeyFault != nil { return completion(.failure(.otherKey)) }
        let backup = PeopleBackup(credentials: credentials, key: key)
        worker.attempt(
            { () throws(BackupError) in try backup.sealed(passphrase: passphrase, cost: cost) }, then: completion)
    }

    /// The contents of a backup, as usable on this panel.
    public enum OpenedBackup: Sendable {
        /// The people were enrolled with this device's key.
        case people(Credentials)
        /// The people were enrolled with another key: their PINs are useless here.
        case otherKey
    }

    /// Opens a backup on a worker's thread, and compares its key with this panel's.
    public func open(
        _ backup: [UInt8], passphrase: SecretBytes,
        completion: @escaping @PanelActor (Result<OpenedBackup, BackupError>) -> Void
    ) {
        let key = people.key
        worker.attempt(
            { () throws(BackupError) in
                let opened = try PeopleBackup(opening: backup, passphrase: passphrase)
                guard let key, opened.key.isSame(as: key) else { return .otherKey }
                return .people(opened.credentials)
            }, then: completion)
    }
}
