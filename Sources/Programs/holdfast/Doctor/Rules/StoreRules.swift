import ProgramSupport
import Store

/// The store of the installed panel.
struct StoreFacts: Sendable {
    /// The folder of the file.
    let folderPath = InstalledPlaces.stateDirectory
    /// The path of the file.
    var path: String { folderPath + "/" + StateFile.store }
    var file = Presence.missing
    /// The folder of the file.
    var folder = Presence.missing
    /// The first bytes of the file; `nil` if they could not be read.
    var header: [UInt8]?
}

/// Checks the store from outside, without SQLite and without locks.
enum StoreRules {
    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        let store = facts.store
        guard facts.isInstalled, case .found(let status) = store.file else { return [] }
        let found = [
            permissions(store.folder, store.folderPath, facts.access),
            permissions(store.file, store.path, facts.access),
            format(store),
        ].compactMap(\.self)
        guard found.isEmpty else { return found }
        return [.ok("store", store.path, "has the right owner, mode and format (\(status.size) bytes)")]
    }

    /// The panel refuses a store that other users can change (`StoreFile.prepare`).
    private static func permissions(_ presence: Presence, _ path: String, _ access: AccessFacts) -> Finding? {
        let user = InstalledPlaces.user
        guard case .found(let status) = presence, let owner = access.accounts.userID(of: user) else { return nil }
        if status.kind == .link {
            return .error(
                "store-link", path, "this is a symbolic link, which the panel refuses",
                remedy: "sudo rm \(path), and move the link's target to this path")
        }
        if status.owner != owner {
            return .error(
                "store-owner", path, "belongs to user \(access.accounts.userName(of: status.owner)), not to '\(user)'",
                remedy: "sudo chown -R \(user):\(user) \(path)")
        }
        guard status.mode & 0o022 != 0 else { return nil }
        return .error(
            "store-mode", path, "users other than '\(user)' may write here (mode \(String(status.mode, radix: 8)))",
            remedy: "sudo chmod go-w \(path)")
    }

    private static func format(_ store: StoreFacts) -> Finding? {
        // An empty file is a store that was only just created.
        guard let bytes = store.header, !bytes.isEmpty else { return nil }
        guard let header = StoreHeader(bytes) else {
            return .error(
                "store-format", store.path, "this is not a store of Holdfast, or it is damaged",
                remedy:
                    "sudo systemctl restart holdfast, then holdfast status; sudo holdfast restore FILE restores people")
        }
        guard header.version > StoreHeader.knownVersion else { return nil }
        return .error(
            "store-version", store.path,
            "a later Holdfast wrote version \(header.version), and this one knows \(StoreHeader.knownVersion)",
            remedy: "install the later Holdfast again: its package, or 'sudo make install' from its sources")
    }
}
