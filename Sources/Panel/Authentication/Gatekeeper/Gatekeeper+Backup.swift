import EventLoop

extension Gatekeeper {
    /// Writes people, and the key without which their PINs are worth nothing, under `passphrase`, beside the loop.
    public func backUp(
        passphrase: SecretBytes, cost: HashCost = .backup,
        completion: @escaping @PanelActor (Result<[UInt8], BackupError>) -> Void
    ) {
        guard let key, let credentials else { return completion(.failure(.nothingToKeep)) }
        if otherKeyFault != nil { return completion(.failure(.otherKey)) }
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

    /// What a backup holds for this panel.
    public enum OpenedBackup: Sendable {
        /// People who were enrolled with this device's key.
        case people(Credentials)
        /// People of another key, whose PINs are worth nothing here.
        case otherKey
    }

    /// Opens a backup, beside the loop, and looks whether its people can be this panel's.
    public func open(
        _ backup: [UInt8], passphrase: SecretBytes,
        completion: @escaping @PanelActor (Result<OpenedBackup, BackupError>) -> Void
    ) {
        let key = key
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
