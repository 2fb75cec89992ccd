import EventLoop

extension Gatekeeper {
    /// Encrypts a backup of the people, the device's key and the panel's file under `passphrase`, on a worker's thread.
    /// Without the key, the PINs of the backup are useless.
    public func backUp(
        passphrase: SecretBytes, panelFile: [UInt8], cost: HashCost = .backup,
        completion: @escaping @PanelActor (Result<[UInt8], BackupError>) -> Void
    ) {
        guard let key = people.key, let credentials else { return completion(.failure(.nothingToKeep)) }
        if people.otherKeyFault != nil { return completion(.failure(.otherKey)) }
        let backup = PeopleBackup(credentials: credentials, key: key, panelFile: panelFile)
        worker.attempt(
            { () throws(BackupError) in try backup.sealed(passphrase: passphrase, cost: cost) }, then: completion)
    }

    /// Opens a backup on a worker's thread. People who were enrolled with another key than this panel's are an error,
    /// since their PINs are useless here.
    public func open(
        _ backup: [UInt8], passphrase: SecretBytes,
        completion: @escaping @PanelActor (Result<Credentials, BackupError>) -> Void
    ) {
        let key = people.key
        worker.attempt(
            { () throws(BackupError) in
                let opened = try PeopleBackup(opening: backup, passphrase: passphrase)
                guard let key, opened.key.isSame(as: key) else { throw .otherKey }
                return opened.credentials
            }, then: completion)
    }
}
