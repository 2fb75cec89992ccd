import Controls
import EventLoop
import Glibc

/// A folder of small files that are replaced atomically.
struct StateFolder: Sendable {
    let path: String?

    /// Creates the folder if it is missing.
    ///
    /// - Returns: The folder's path.
    func make() throws(SharedContainerError) -> String {
        guard let path else { throw .noHome }
        if let code = SystemFile.makeFolder(path) { throw .file(path: path, call: "mkdir", code: code) }
        return path
    }

    /// Creates a subfolder with access only for the user, if it is missing.
    ///
    /// - Returns: The folder's path.
    @discardableResult
    func makeFolder(_ name: String) throws(SharedContainerError) -> String {
        let path = try "\(make())/\(name)"
        if let code = SystemFile.makeFolder(path) { throw .file(path: path, call: "mkdir", code: code) }
        guard chmod(path, 0o700) == 0 else { throw .file(path: path, call: "chmod", code: errno) }
        return path
    }

    /// The bytes of a file; `nil` if the file does not exist.
    func read(_ key: String) throws(SharedContainerError) -> [UInt8]? {
        let path = try file(key)
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        if descriptor < 0 && errno == ENOENT { return nil }
        guard descriptor >= 0 else { throw .file(path: path, call: "open", code: errno) }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        if let code = SystemFile.read(descriptor, into: &bytes) { throw .file(path: path, call: "read", code: code) }
        return bytes
    }

    /// Creates or replaces a file. The caller must hold the lock.
    func write(_ bytes: [UInt8], to key: String) throws(SharedContainerError) {
        let path = try file(key)
        // A temporary file left by a crash is overwritten, because only the holder of the lock uses it.
        let temporary = try make() + "/.\(key).new"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .file(path: temporary, call: "open", code: errno) }
        do throws(SharedContainerError) {
            defer { close(descriptor) }
            if let code = SystemFile.write(bytes, to: descriptor) {
                throw .file(path: temporary, call: "write", code: code)
            }
            guard fsync(descriptor) == 0 else { throw .file(path: temporary, call: "fsync", code: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        guard rename(temporary, path) == 0 else {
            let code = errno
            unlink(temporary)
            throw .file(path: path, call: "rename", code: code)
        }
        try syncFolder(of: path)
    }

    /// Removes a file. The caller must hold the lock.
    func remove(_ key: String) throws(SharedContainerError) {
        let path = try file(key)
        guard unlink(path) == 0 || errno == ENOENT else { throw .file(path: path, call: "unlink", code: errno) }
        try syncFolder(of: path)
    }

    /// Runs `body` with the folder's lock, which excludes other processes and threads that lock the folder.
    func locked<Value>(_ body: () throws(SharedContainerError) -> Value) throws(SharedContainerError) -> Value {
        let path = try make() + "/.lock"
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw .file(path: path, call: "open", code: errno) }
        // Closing the descriptor releases the lock.
        defer { close(descriptor) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else { throw .file(path: path, call: "flock", code: errno) }
        }
        return try body()
    }

    private func file(_ key: String) throws(SharedContainerError) -> String {
        guard let path else { throw .noHome }
        return try "\(path)/\(checked(key))"
    }

    /// The key, if it is a file's name.
    func checked(_ key: String) throws(SharedContainerError) -> String {
        let isKey =
            (1...128).contains(key.utf8.count) && key.utf8.first != UInt8(ascii: ".")
            && key.unicodeScalars.allSatisfy { $0.isASCIILetterOrDigit || "-_.".unicodeScalars.contains($0) }
        guard isKey else { throw .invalidKey(key) }
        return key
    }

    /// Syncs the folder of a file to the disk. A rename is durable only after this.
    private func syncFolder(of file: String) throws(SharedContainerError) {
        guard let failure = NewFile.syncFolder(of: file) else { return }
        throw .file(path: NewFile.folder(of: file), call: failure.call, code: failure.code)
    }
}
