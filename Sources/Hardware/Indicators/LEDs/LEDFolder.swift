import EventLoop
import Glibc

/// The attributes of one LED: files of one line each, in the LED's folder in `/sys/class/leds`
/// (`Documentation/ABI/testing/sysfs-class-led`).
struct LEDFolder: Sendable {
    let name: String
    let path: String

    /// Distinguishes a folder from a later one of the same name.
    struct Identity: Sendable, Hashable {
        var device: UInt64
        var inode: UInt64
    }

    /// The folder that exists now; `nil` where there is none.
    var identity: Identity? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        return Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// The names of the LED's attributes.
    var attributes: Set<String> { Set(FolderEntries.names(in: path, ofKind: DT_REG)) }

    /// The text of an attribute, without its line feed; `nil` where the LED has no such attribute.
    func read(_ attribute: String) throws(LEDError) -> String? {
        let file = "\(path)/\(attribute)"
        let descriptor = open(file, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if SystemCall.lastError == ENOENT { return nil }
            throw error("open", file)
        }
        defer { close(descriptor) }
        // sysfs returns one page at most. Only the list of triggers may be longer, on kernels since 5.5; the triggers
        // that the panel looks for are at its start.
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw error("read", file) }
        return String(decoding: bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    /// Writes an attribute's value.
    func write(_ text: String, to attribute: String) throws(LEDError) {
        let file = "\(path)/\(attribute)"
        let descriptor = open(file, O_WRONLY | O_TRUNC | O_CLOEXEC)
        guard descriptor >= 0 else { throw error("open", file) }
        defer { close(descriptor) }
        // The kernel accepts a value only in a single write.
        guard Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else { throw error("write", file) }
    }

    private func error(_ call: String, _ file: String) -> LEDError {
        switch SystemCall.lastError {
        case EACCES, EPERM, EROFS: .notPermitted(path: file)
        case ENODEV, ENXIO, ENOENT: .gone(name)
        case let code: .failed(call: call, path: file, code: code)
        }
    }
}
