import FoundationEssentials
import Glibc

/// Finds and reads the files of translation tables.
enum LocalizationFiles {
    /// The maximum size of a table, in bytes. A longer file is not read.
    private static let longest = 4 << 20

    /// An environment variable; `nil` if it is not set.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The folders with tables: the program's folder, and its subfolders `Localization` and `*.resources`.
    static func foldersOfProgram() -> [String] {
        // The running program's file (proc(5)).
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let slash = program.lastIndex(of: "/")
        else { return [] }
        let folder = String(program[..<slash])
        return names(in: folder).filter { $0 == "Localization" || $0.hasSuffix(".resources") }.map { "\(folder)/\($0)" }
            + [folder]
    }

    /// The names in a folder, in alphabetical order; empty if the folder cannot be read.
    static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
    }

    /// The table in a file; `nil` if the file cannot be read.
    static func table(_ path: String) -> StringTable? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return StringTable(bytes: bytes) }
            bytes += chunk.prefix(count)
            if bytes.count > longest { return .tooLong }
        }
    }
}
