import Foundation

/// A folder that is removed after its test. The folder is in memory if possible, so that syncing is fast.
public final class StoreFolder: Sendable {
    /// The folder's path.
    public let path: String

    /// The path of the store's file.
    public var file: String { path + "/panel.db" }

    /// Makes the folder.
    public init() throws {
        precondition(DiskTap.isInstalled)
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
        var template = Array("\(parent)/holdfast-store.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template), let resolved = realpath(made, nil) else { throw Failure.noFolder(errno) }
        path = String(cString: resolved)
        free(resolved)
    }

    deinit { remove() }

    /// Removes the folder, for an owner that outlives its test.
    public func remove() {
        DiskTap.set(path, nil)
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Why there is no folder, with its `errno`.
    public enum Failure: Error { case noFolder(Int32) }

    /// The contents of all files, by name.
    public var files: [String: [UInt8]] {
        get throws {
            var files: [String: [UInt8]] = [:]
            for name in try FileManager.default.contentsOfDirectory(atPath: path) {
                guard let data = FileManager.default.contents(atPath: "\(path)/\(name)") else { continue }
                files[name] = Array(data)
            }
            return files
        }
    }

    /// Replaces all files in the folder by these.
    public func replaceFiles(by files: [String: [UInt8]]) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
        for (name, bytes) in files {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
            chmod("\(path)/\(name)", 0o600)
        }
    }

    /// The permissions of the file `name` in the folder.
    public func mode(of name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}
