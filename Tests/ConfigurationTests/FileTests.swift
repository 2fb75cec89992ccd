import Configuration
import Foundation
import Testing

@Suite("What stands in the place of a file")
struct FileTests {
    @Test("a file that is not there, a directory and a device are refused with their reason")
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

    @Test("attack: a file that anybody may write, or a link of somebody else's, does not decide who is let in")
    func trusted() throws {
        try withFolder { folder in
            let (path, link) = (folder + "/panel.yaml", folder + "/link.yaml")
            try Data("name: N\ndomain: org.n\n".utf8).write(to: URL(filePath: path))
            try #require(symlink(path, link) == 0)
            for mode: mode_t in [0o600, 0o644, 0o664] {
                try #require(chmod(path, mode) == 0)
                #expect(try PanelFile.read(path: path, isTrusted: true).name == "N")
            }
            #expect(try PanelFile.read(path: link, isTrusted: true).name == "N", "one's own link")
            try #require(chmod(path, 0o646) == 0)
            #expect(try PanelFile.read(path: path).name == "N", "who only looks at it may")
            for path in [path, link] {
                let error = #expect(throws: ConfigurationError.self) {
                    try PanelFile.read(path: path, isTrusted: true)
                }
                #expect(
                    error?.description == "\(path):1:1: error: anybody may write this file (mode 646), and with it who "
                        + "is let in; chmod o-w it")
            }
            try #require(chmod(path, 0o644) == 0)
            // Only root can give a link away.
            guard lchown(link, 4_242, 4_242) == 0 else { return }
            let error = #expect(throws: ConfigurationError.self) { try PanelFile.read(path: link, isTrusted: true) }
            #expect(
                error?.description == "\(link):1:1: error: this is a link of user 4242's, who can lead it elsewhere; "
                    + "name the file itself")
        }
    }

    @Test("attack: a folder in which anybody may put another file in the place of the panel's is refused by its name")
    func trustedFolder() throws {
        try withFolder { folder in
            let (open, path, link) = (folder + "/open", folder + "/open/panel.yaml", folder + "/link.yaml")
            try #require(mkdir(open, 0o755) == 0)
            try Data("name: N\ndomain: org.n\n".utf8).write(to: URL(filePath: path))
            try #require(symlink(path, link) == 0)
            // With the sticky bit, as /tmp has it, nobody renames what is somebody else's.
            for mode: mode_t in [0o755, 0o775, 0o1777] {
                try #require(chmod(open, mode) == 0)
                #expect(try PanelFile.read(path: path, isTrusted: true).name == "N")
            }
            try #require(chmod(open, 0o757) == 0)
            #expect(try PanelFile.read(path: path).name == "N", "who only looks at it may")
            for path in [path, link] {
                let error = #expect(throws: ConfigurationError.self) {
                    try PanelFile.read(path: path, isTrusted: true)
                }
                #expect(
                    error?.description == "\(path):1:1: error: anybody may put another file here, since \(open) has "
                        + "mode 757; chmod o-w it")
            }
        }
    }

    @Test("a FIFO that nobody writes does not hold the reader up")
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

    @Test("a file of exactly 1 MB is read, one of a byte more is not")
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

    @Test("a file whose size is not known beforehand is read to its end")
    func procfs() {
        // It says it is empty, and is no panel.
        #expect(error(of: "/proc/self/status").hasPrefix("/proc/self/status:"))
        #expect(!error(of: "/proc/self/status").contains("empty"))
    }

    @Test("a relative name is reported as it was given")
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
