import EventLoop
import FoundationEssentials

/// State that an extension shares with the other processes of its user: what an app group's container is on a phone.
///
/// A value is a file, written beside the old one, brought to the disk and then put in its place, so that a reader, or a
/// machine whose power failed, has the one or the other and never a part. The folder is systemd's `STATE_DIRECTORY`, else
/// `holdfast/NAME` in `XDG_STATE_HOME`, else in `~/.local/state`; it is made, for its user alone, when it is first used.
public final class SharedContainer: Sendable {
    /// The container of the extension whose code runs; of a program beside it, of the one that `HOLDFAST_EXTENSION` names.
    public static var shared: SharedContainer { ExtensionContext.current.container }

    private let folder: StateFolder

    /// The container of the extension of this name, for a program beside it.
    public convenience init(extension name: String) {
        self.init(path: Self.path(ofExtension: name, environment: .process))
    }

    /// A container in a folder; `nil` where nothing says where state lies: every use of it fails then.
    package init(path: String?) {
        folder = StateFolder(path: path)
    }

    /// Where the container of an extension lies.
    package static func path(ofExtension name: String, environment: ExtensionEnvironment) -> String? {
        // systemd gives all of them, separated by colons; the first is the unit's own (systemd.exec(5)).
        if let directories = environment["STATE_DIRECTORY"], let first = directories.split(separator: ":").first {
            return String(first)
        }
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return "\(state)/holdfast/\(name)" }
        return environment["HOME"].map { "\($0)/.local/state/holdfast/\(name)" }
    }

    /// The folder, which is there afterwards: for what is no value, such as a database.
    public var path: String {
        get throws(SharedContainerError) { try folder.make() }
    }

    /// The folder of what intents capture (C30), which is there afterwards, for its user alone (0700): no surface of a panel
    /// shows what is in it, locked or not. A `CameraCaptureIntent` makes its files there; what becomes of them is up to
    /// the extension.
    public var captures: String {
        get throws(SharedContainerError) { try folder.makeFolder("captures") }
    }

    /// The bytes kept under a key; `nil` where there are none.
    ///
    /// - Parameter key: Letters, digits, `-`, `_` and `.`, which is not the first; at most 128 of them.
    public func data(forKey key: String) throws(SharedContainerError) -> [UInt8]? {
        try folder.read(key)
    }

    /// Keeps bytes under a key. They are on the disk when this returns.
    public func setData(_ data: [UInt8], forKey key: String) throws(SharedContainerError) {
        try folder.locked { () throws(SharedContainerError) in try folder.write(data, to: key) }
    }

    /// The value kept under a key; `nil` where there is none.
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

    /// Keeps a value under a key, as JSON. It is on the disk when this returns.
    public func set(_ value: some Encodable, forKey key: String) throws(SharedContainerError) {
        let data = try Self.encode(value, key: key)
        try setData(data, forKey: key)
    }

    /// Changes a value in a way that no other process's change can come between.
    ///
    /// - Parameters:
    ///   - initial: What is changed where nothing is kept yet.
    ///   - change: Changes the value; other processes that write wait meanwhile.
    /// - Returns: The value that is kept now.
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

    /// Forgets what is kept under a key.
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

/// Why state could not be read or kept.
public enum SharedContainerError: Error, Sendable, Hashable {
    /// Nothing says where the user's state lies.
    case noHome
    /// The key cannot be a file's name.
    case invalidKey(String)
    /// A system call on a file failed with this `errno`.
    case file(path: String, call: String, code: Int32)
    /// What is kept is no value of the type asked for.
    case undecodable(key: String, problem: String)
    /// The value has no JSON form.
    case unencodable(key: String, problem: String)
    /// The value has so many bytes, more than it may.
    case tooLong(key: String, count: Int, limit: Int)
}

extension SharedContainerError: CustomStringConvertible {
    /// The reason in words.
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
