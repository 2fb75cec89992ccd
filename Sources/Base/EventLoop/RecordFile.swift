import Glibc

/// A file in a runtime directory, which is in memory (`/run`). Processes read and replace such a file as a whole.
public enum RecordFile {
    /// The bytes of the file; `nil` if no file exists.
    ///
    /// - Parameter limit: Reading ends soon after this number of bytes.
    public static func read(_ path: String, limit: Int) throws(NewFile.Failure) -> [UInt8]? {
        // O_NONBLOCK: a FIFO in place of the file must not block a program that makes outputs safe.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            let failure = NewFile.Failure(call: "open")
            if failure.code == ENOENT { return nil }
            throw failure
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count <= limit {
            let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                bytes.append(contentsOf: buffer.prefix(max(0, count)))
                return count
            }
            if count == 0 { break }
            if count < 0, SystemCall.lastError != EINTR { throw NewFile.Failure(call: "read") }
        }
        return bytes
    }

    /// The path at which a new version of the file is written.
    public static func draft(of path: String) -> String { path + ".new" }

    /// Replaces the file, or creates it with mode 0600. After a failure, the old file stays.
    public static func replace(_ path: String, with text: String) throws(NewFile.Failure) {
        let draft = draft(of: path)
        // A process that was killed while writing leaves this file.
        unlink(draft)
        if let failure = Array(text.utf8).withUnsafeBytes({ NewFile.make(draft, $0, isSynced: false) }) {
            throw failure
        }
        guard rename(draft, path) == 0 else {
            let failure = NewFile.Failure(call: "rename")
            unlink(draft)
            throw failure
        }
    }
}
