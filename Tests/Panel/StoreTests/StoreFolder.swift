import EventLoop
import Foundation

@testable import Store

/// A folder that is removed after its test. The folder is in memory if possible, so that syncing is fast.
final class StoreFolder: Sendable {
    let path: String

    /// The path of the store's file.
    var file: String { path + "/panel.db" }

    init() throws {
        precondition(DiskTap.isInstalled)
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : NSTemporaryDirectory()
        var template = Array("\(parent)/holdfast-store.XXXXXX".utf8CString)
        guard let made = mkdtemp(&template), let resolved = realpath(made, nil) else { throw Failure.noFolder(errno) }
        path = String(cString: resolved)
        free(resolved)
    }

    deinit {
        DiskTap.set(path, nil)
        try? FileManager.default.removeItem(atPath: path)
    }

    enum Failure: Error { case noFolder(Int32) }

    /// The contents of all files, by name.
    var files: [String: [UInt8]] {
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
    func replaceFiles(by files: [String: [UInt8]]) throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path) {
            try FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
        for (name, bytes) in files {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"))
            chmod("\(path)/\(name)", 0o600)
        }
    }

    /// Opens the store in this folder, returns its contents, and closes the store.
    func contents() throws -> StoredContents {
        try OpenedDatabase.open(path: file).contents
    }

    func mode(of name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? -1
    }
}

extension PanelStore {
    /// All readable contents of the store.
    var contentsForTests: StoredContents {
        StoredContents(
            outputs: outputs, deadlines: deadlines, settings: settings, people: people, lockouts: lockouts,
            secrets: secrets)
    }
}

extension StoredContents: Equatable {
    public static func == (one: StoredContents, other: StoredContents) -> Bool {
        one.outputs == other.outputs && one.deadlines == other.deadlines && one.settings == other.settings
            && one.people == other.people && one.lockouts == other.lockouts && one.secrets == other.secrets
    }
}

extension StoredMoment {
    /// The moment `seconds` after Monday 2024-01-01 00:00 UTC and a day of boot.
    static func at(_ seconds: Int64, boot: String = "boot 1", isSynchronized: Bool = true) -> StoredMoment {
        StoredMoment(
            wall: StoredTime(
                milliseconds: 1_704_067_200_000 + seconds * 1_000, isSynchronized: isSynchronized),
            bootID: boot, boottime: (86_400 + seconds) * 1_000_000_000)
    }
}
