import EventLoop
import Glibc

/// File operations without Foundation. A failure is returned as the `errno` of the system call.
package enum SystemFile {
    /// Creates a folder and its parents, with access only for the user.
    ///
    /// - Returns: `nil` if the folder exists now.
    static func makeFolder(_ path: String) -> Int32? {
        if mkdir(path, 0o700) == 0 { return nil }
        switch errno {
        case EEXIST:
            var status = stat()
            guard stat(path, &status) == 0 else { return errno }
            return status.st_mode & S_IFMT == S_IFDIR ? nil : ENOTDIR
        case ENOENT:
            guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return ENOENT }
            if let code = makeFolder(String(path[..<slash])) { return code }
            return mkdir(path, 0o700) == 0 || errno == EEXIST ? nil : errno
        case let code:
            return code
        }
    }

    /// Reads at most `limit` bytes by one `read(2)`. The code is the call's error, or 0.
    package static func readOnce(_ descriptor: Int32, limit: Int) -> (bytes: [UInt8], code: Int32) {
        var code: Int32 = 0
        let bytes = [UInt8](unsafeUninitializedCapacity: limit) { buffer, count in
            let read = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
            code = read < 0 ? errno : 0
            count = max(0, read)
        }
        return (bytes, code)
    }

    /// Reads up to the end of the file.
    ///
    /// - Returns: `nil` on success.
    static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Int32? {
        while true {
            let (chunk, code) = readOnce(descriptor, limit: 65_536)
            if code == EINTR { continue }
            guard code == 0 else { return code }
            if chunk.isEmpty { return nil }
            bytes += chunk
        }
    }

    /// Writes all bytes.
    ///
    /// - Returns: `nil` on success.
    static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
        bytes.withUnsafeBytes { SystemCall.write($0, to: descriptor) } ? nil : errno
    }
}

/// Messages for the author and the journal.
package enum StandardError {
    /// Writes a text and a line break. Errors are ignored.
    package static func note(_ text: String) {
        _ = SystemFile.write(Array("\(text)\n".utf8), to: STDERR_FILENO)
    }
}
