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
        worker.perform { () -> Result<[UInt8], BackupError> in
            do throws(BackupError) {
                let backup = PeopleBackup(credentials: credentials, key: key)
                return .success(try backup.sealed(passphrase: passphrase, cost: cost))
            } catch {
                return .failure(error)
            }
        } then: {
            completion($0)
        }
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
        worker.perform { () -> Result<OpenedBackup, BackupError> in
            do throws(BackupError) {
                let opened = try PeopleBackup(opening: backup, passphrase: passphrase)
                guard let key, opened.key.isSame(as: key) else { return .success(.otherKey) }
                return .success(.people(opened.credentials))
            } catch {
                return .failure(error)
            }
        } then: {
            completion($0)
        }
    }
}
