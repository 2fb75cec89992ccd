import Foundation
import Glibc

/// Files of configfs, sysfs and tracefs: each write is one command.
enum KernelFile {
    /// A failed read or write of such a file.
    struct Failure: Error, CustomStringConvertible {
        var description: String

        init(_ path: String) { description = "\(path): \(String(cString: strerror(errno)))" }
    }

    static func write(_ text: String, to path: String, truncating: Bool = false) throws {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | (truncating ? O_TRUNC : 0))
        guard descriptor >= 0 else { throw Failure(path) }
        defer { close(descriptor) }
        guard Glibc.write(descriptor, text, text.utf8.count) == text.utf8.count else { throw Failure(path) }
    }

    static func read(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8).trimmingCharacters(in: .newlines)
    }
}
