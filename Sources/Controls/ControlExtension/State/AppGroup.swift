public import FoundationEssentials

extension FileManager {
    /// The folder of an app group. It lies in the extension's container (`SharedContainer`), and is created if missing.
    ///
    /// Extensions of one app share a group's folder only if they run as one program: each installed extension has a user and
    /// a container of its own.
    ///
    /// - Parameter identifier: At most 128 characters: letters, digits, `-`, `_` and `.`. The first is not `.`.
    /// - Returns: `nil` for another identifier, and if the folder cannot be created.
    public func containerURL(forSecurityApplicationGroupIdentifier identifier: String) -> URL? {
        guard let path = try? SharedContainer.shared.group(identifier) else { return nil }
        return URL(filePath: path, directoryHint: .isDirectory)
    }
}
