import ControlExtension
import EventLoop
import FoundationEssentials
import Glibc

/// The folder of captured files in the extension's state, with access only for the extension's user.
struct CaptureFolder: Sendable {
    let path: String

    /// Creates the folder if it is missing.
    init(in container: SharedContainer) throws(ActionError) {
        do throws(SharedContainerError) {
            path = try container.captures
        } catch {
            throw .captures("\(error)")
        }
    }

    /// The path of a file that does not exist yet. The name consists of the time in UTC, so that names sort by time,
    /// and a random part.
    func freshFile() -> String {
        let time = Date.now.formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
        let unique = String(UInt64.random(in: 0..<(1 << 48)), radix: 36)
        return "\(path)/\(time)-\(unique)"
    }

    /// Whether `file` exists and is not empty. The command may have added an extension to the name.
    func has(_ file: String) throws(ActionError) -> Bool {
        for entry in try entries(of: file) {
            var status = stat()
            if lstat("\(path)/\(entry)", &status) == 0, status.st_size > 0 { return true }
        }
        return false
    }

    /// Removes `file`, with any extension.
    func discard(_ file: String) throws(ActionError) {
        for entry in try entries(of: file) { try remove(entry) }
    }

    /// Removes the oldest files, so that `count` remain.
    func keep(_ count: Int) throws(ActionError) {
        for entry in try entries().sorted().dropLast(count) { try remove(entry) }
    }

    private func remove(_ entry: String) throws(ActionError) {
        guard unlink("\(path)/\(entry)") == 0 || errno == ENOENT else {
            throw .captures("\(path)/\(entry): \(EventLoopError(call: "unlink"))")
        }
    }

    /// The names of `file` with any extension.
    private func entries(of file: String) throws(ActionError) -> [String] {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return try entries().filter { $0.hasPrefix(name) }
    }

    private func entries() throws(ActionError) -> [String] {
        do throws(EventLoopError) {
            return try FolderEntries.list(path)
        } catch {
            throw .captures("\(path): \(error)")
        }
    }
}
