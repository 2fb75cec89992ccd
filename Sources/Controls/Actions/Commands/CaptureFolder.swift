import ControlExtension
import EventLoop
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
        var seconds = time(nil)
        var parts = tm()
        gmtime_r(&seconds, &parts)
        func digits(_ value: Int32, _ count: Int) -> String {
            let text = String(value)
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        let day = digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2)
        let hour = digits(parts.tm_hour, 2) + digits(parts.tm_min, 2) + digits(parts.tm_sec, 2)
        let unique = String(UInt64.random(in: 0..<(1 << 48)), radix: 36)
        return "\(path)/\(day)T\(hour)Z-\(unique)"
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
            throw Self.failure("\(path)/\(entry)", "unlink")
        }
    }

    /// The names of `file` with any extension.
    private func entries(of file: String) throws(ActionError) -> [String] {
        let name = file.split(separator: "/").last.map(String.init) ?? file
        return try entries().filter { $0.hasPrefix(name) }
    }

    private func entries() throws(ActionError) -> [String] {
        guard let folder = opendir(path) else { throw Self.failure(path, "opendir") }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    private static func failure(_ path: String, _ call: String) -> ActionError {
        .captures("\(path): \(call): \(SystemCall.message(errno))")
    }
}
