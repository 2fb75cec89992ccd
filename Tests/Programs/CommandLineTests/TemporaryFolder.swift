import Foundation
import Testing

/// A folder for one test, removed afterwards.
final class TemporaryFolder {
    let url = URL(filePath: NSTemporaryDirectory()).appending(path: "holdfast-\(UUID().uuidString.prefix(8))")

    init() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(at: url)
    }

    var path: String { url.path }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        let file = url.appending(path: name)
        try Data(text.utf8).write(to: file)
        return file.path
    }

    /// Writes an executable script. A shell writes the file: a child that another test starts meanwhile would inherit
    /// the descriptor from this process, and Linux runs no program that is open for writing.
    @discardableResult
    func writeProgram(_ text: String, to name: String) throws -> String {
        let path = url.appending(path: name).path
        let writer = try Command(
            ["-c", "printf %s \"$1\" > \"$2\" && chmod 755 \"$2\"", "sh", text, path], program: "/bin/sh")
        try #require(try writer.waitForEnd().status == 0)
        return path
    }
}
