import Configuration
import Foundation
import Testing

@Suite("Paths that are not a panel's file")
struct FileTests {
    @Test("a missing file, a directory and a device are refused with the reason")
    func unreadable() throws {
        try withFolder { folder in
            let missing = folder + "/missing.yaml"
            #expect(
                error(of: missing) == "\(missing):1:1: error: the file cannot be read: No such file or directory")
            #expect(error(of: folder) == "\(folder):1:1: error: this is a directory; give the panel's YAML file")
            let inside = #filePath + "/panel.yaml"
            #expect(error(of: inside) == "\(inside):1:1: error: the file cannot be read: Not a directory")
            let device = "/dev/zero:1:1: error: this is not a regular file; give the panel's YAML file"
            #expect(error(of: "/dev/zero") == device)
        }
    }

    @Test("a FIFO without a writer does not block the reader")
    func fifo() throws {
        try withFolder { folder in
            let path = folder + "/panel.yaml"
            try #require(mkfifo(path, 0o600) == 0)
            #expect(error(of: path) == "\(path):1:1: error: this is not a regular file; give the panel's YAML file")
        }
    }

    @Test("YAML attack: a file of 10 MB is refused without being read")
    func large() throws {
        try withFolder { folder in
            let path = folder + "/panel.yaml"
            try #require(FileManager.default.createFile(atPath: path, contents: nil))
            try #require(truncate(path, 10_000_000) == 0)
            let expected = "\(path):1:1: error: the file is larger than 1 MB, which no panel needs; shorten it"
            #expect(error(of: path) == expected)
            try #require(truncate(path, 1 << 40) == 0)
            #expect(error(of: path) == expected)
        }
    }

    @Test("a file of exactly 1 MB is read, and a file of one byte more is refused")
    func limit() throws {
        let head = Array("name: N\ndomain: org.n\n#".utf8)
        let largest = head + [UInt8](repeating: UInt8(ascii: "x"), count: 1_000_000 - head.count)
        #expect(try PanelFile.parse(largest, file: "p").name == "N")
        #expect(throws: ConfigurationError.self) { try PanelFile.parse(largest + [0x0A], file: "p") }
        try withFolder { folder in
            let path = folder + "/panel.yaml"
            try Data(largest).write(to: URL(filePath: path))
            #expect(try PanelFile.read(path: path).name == "N")
        }
    }

    @Test("a file of unknown size is read to its end")
    func procfs() {
        // The kernel reports size 0 for this file, which is no panel.
        #expect(error(of: "/proc/self/status").hasPrefix("/proc/self/status:"))
        #expect(!error(of: "/proc/self/status").contains("empty"))
    }

    @Test("an error has a relative path as the caller gave it")
    func relative() {
        #expect(error(of: "./no/such.yaml").hasPrefix("./no/such.yaml:1:1: error: "))
    }

    private func error(of path: String) -> String {
        do {
            return "unexpectedly read: \(try PanelFile.read(path: path))"
        } catch {
            return error.description
        }
    }

    private func withFolder(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path()
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body(folder)
    }
}
