import EventLoop
import Glibc

/// An input's own folder, removed after it. The folder is in memory if possible, so that syncing is fast.
final class FuzzFolder: Sendable {
    let path: String

    init() throws {
        let parent = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp"
        var template = Array("\(parent)/holdfast-fuzz.XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw RefusedCall("mkdtemp") }
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unlink("\(path)/\(name)") }
        rmdir(path)
    }

    /// The names of the files in the folder.
    var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != "." && name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    /// Makes a file of mode 0600, or replaces its contents.
    func write(_ bytes: [UInt8], to name: String) throws {
        let descriptor = open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw RefusedCall("open") }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, bytes, bytes.count) == bytes.count else {
            throw RefusedCall("write")
        }
    }

    /// The contents of a file; `nil` if it does not exist.
    func read(_ name: String) -> [UInt8]? {
        let descriptor = open("\(path)/\(name)", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = Glibc.read(descriptor, &chunk, chunk.count)
            guard count > 0 else { return bytes }
            bytes += chunk.prefix(count)
        }
    }
}

/// A failed system call, for a reason outside the input.
struct RefusedCall: Error {
    let call: String
    let code: Int32

    /// The failure of `call`, with the present `errno`.
    init(_ call: String) {
        self.call = call
        code = SystemCall.lastError
    }
}
