import Foundation

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
}
