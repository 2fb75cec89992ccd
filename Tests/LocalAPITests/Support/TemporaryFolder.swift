import Foundation

/// A test's own folder, with a path short enough for sockets.
final class TemporaryFolder {
    let path: String

    init() throws {
        var template = Array("/tmp/holdfast-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw POSIXError(.EIO) }
        path = String(cString: made)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }
}
