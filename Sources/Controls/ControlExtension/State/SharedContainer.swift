import Commands
import EventLoop
import FoundationEssentials

/// State that an extension shares with the other processes of its user, as an app group's container on a phone (C48).
///
/// Each value is a file. A new version is written to a temporary file, synced to the disk, and renamed over the old
/// file. A reader therefore sees the old or the new value, never a part, even after a power failure. The folder is
/// systemd's `STATE_DIRECTORY`, else `holdfast/NAME` in `XDG_STATE_HOME`, else in `~/.local/state`. It is created at
/// its first use, with access only for its user.
public final class SharedContainer: Sendable {
    /// The container of the extension whose code runs. In a program beside an extension, the container of the extension
    /// that `HOLDFAST_EXTENSION` names.
    public static var shared: SharedContainer { ExtensionContext.current.container }

    private let folder: StateFolder

    /// The container of the extension with this name, for a program beside the extension.
    public convenience init(extension name: String) {
        self.init(path: Self.path(ofExtension: name, environment: ProcessEnvironment.filled))
    }

    /// A container in a folder. If `path` is `nil`, the location is unknown, and every use of the container fails.
    package init(path: String?) {
        folder = StateFolder(path: path)
    }

    /// The path of an extension's container; `nil` if no variable gives the location.
    package static func path(ofExtension name: String, environment: [String: String]) -> String? {
        // systemd sets a list separated by colons. The first folder is the unit's own (systemd.exec(5)).
        if let directories = environment["STATE_DIRECTORY"], let first = directories.split(separator: ":").first {
            return String(first)
        }
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/holdfast/\(name)" }
        return environment["HOME"].map { "\($0)/.local/state/holdfast/\(name)" }
    }

    /// The container's folder, for files that are no values, such as a database. Created if missing.
    public var path: String {
        get throws(SharedContainerError) { try folder.make() }
    }

    /// The folder for the files of intents that capture (C30). Created if missing, with access only for its user
    /// (0700). No surface of a panel shows its files, even when unlocked. A `CameraCaptureIntent` creates its files
    /// there, and the extension decides how long to keep them.
    public var captures: String {
        get throws(SharedContainerError) { try folder.makeFolder("captures") }
    }

    /// The folder of an app group, which is created if missing, with access only for its user.
    ///
    /// - Parameter identifier: At most 128 characters: letters, digits, `-`, `_` and `.`. The first is not `.`.
    package func group(_ identifier: String) throws(SharedContainerError) -> String {
        try folder.makeFolder("groups")
        return try folder.makeFolder("groups/\(folder.checked(identifier))")
    }

    /// The bytes stored under a key; `nil` if there are none.
    ///
    /// - Parameter key: At most 128 characters: letters, digits, `-`, `_` and `.`. The first is not `.`.
    public func data(forKey key: String) throws(SharedContainerError) -> [UInt8]? {
        try folder.read(key)
    }

    /// Stores bytes under a key. They are on the disk when this method returns.
    public func setData(_ data: [UInt8], forKey key: String) throws(SharedContainerError) {
        try folder.locked { () throws(SharedContainerError) in try folder.write(data, to: key) }
    }

    /// The value stored under a key; `nil` if there is none.
    public func value<Value: Decodable>(
        _ type: Value.Type = Value.self, forKey key: String
    ) throws(SharedContainerError) -> Value? {
        guard let data = try folder.read(key) else { return nil }
        do {
            return try JSONDecoder().decode(Value.self, from: Data(data))
        } catch {
            throw .undecodable(key: key, problem: "\(error)")
        }
    }

    /// Stores a value under a key, as JSON. It is on the disk when this method returns.
    public func set(_ value: some Encodable, forKey key: String) throws(SharedContainerError) {
        let data = try Self.encode(value, key: key)
        try setData(data, forKey: key)
    }

    /// Changes a value atomically with respect to other processes.
    ///
    /// - Parameters:
    ///   - initial: The value to change if none is stored yet.
    ///   - change: Changes the value. Other processes that write wait until it returns.
    /// - Returns: The stored value after the change.
    @discardableResult
    public func update<Value: Codable>(
        forKey key: String, default initial: Value, _ change: (inout Value) -> Void
    ) throws(SharedContainerError) -> Value {
        try folder.locked { () throws(SharedContainerError) in
            var value = try self.value(Value.self, forKey: key) ?? initial
            change(&value)
            try folder.write(Self.encode(value, key: key), to: key)
            return value
        }
    }

    /// Removes the value stored under a key.
    public func removeValue(forKey key: String) throws(SharedContainerError) {
        try folder.locked { () throws(SharedContainerError) in try folder.remove(key) }
    }

    private static func encode(_ value: some Encodable, key: String) throws(SharedContainerError) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do {
            return [UInt8](try encoder.encode(value))
        } catch {
            throw .unencodable(key: key, problem: "\(error)")
        }
    }
}

/// The reason why state could not be read or stored.
public enum SharedContainerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No variable gives the location of the user's state.
    case noHome
    /// The key is no valid name of a file.
    case invalidKey(String)
    /// A system call on a file failed with this `errno`.
    case file(path: String, call: String, code: Int32)
    /// The stored data is no value of the requested type.
    case undecodable(key: String, problem: String)
    /// The value has no JSON form.
    case unencodable(key: String, problem: String)
    /// The value has `count` bytes, more than the limit.
    case tooLong(key: String, count: Int, limit: Int)

    /// The reason as a text.
    public var description: String {
        switch self {
        case .noHome: "there is no place for state: STATE_DIRECTORY, XDG_STATE_HOME and HOME are not set"
        case .invalidKey(let key):
            "'\(key)' cannot be a key: letters, digits, '-', '_' and '.', not first, at most 128"
        case .file(let path, let call, let code): "\(path): \(call): \(SystemCall.message(code))"
        case .undecodable(let key, let problem): "the value of '\(key)' cannot be read: \(problem)"
        case .unencodable(let key, let problem): "the value of '\(key)' cannot be written: \(problem)"
        case .tooLong(let key, let count, let limit): "'\(key)' may have \(limit) bytes, and was given \(count)"
        }
    }
}
