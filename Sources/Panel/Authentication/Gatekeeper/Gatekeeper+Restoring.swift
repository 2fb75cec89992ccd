import EventLoop

extension Gatekeeper {
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
