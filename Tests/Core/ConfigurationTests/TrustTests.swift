import Configuration
import Foundation
import Testing

/// The rules of sshd's `StrictModes`: a user who can change the panel's file decides who may enter.
@Suite("Trust in the panel's file")
struct TrustTests {
    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)").path()
        try FileManager.default.createDirectory(atPath: folder + "/a/b", withIntermediateDirectories: true)
        for path in [folder, folder + "/a", folder + "/a/b"] { try #require(chmod(path, 0o755) == 0) }
        try write("a/b/panel.yaml")
    }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    private func write(_ name: String) throws {
        try Data("name: N\ndomain: org.n\n".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        try #require(chmod("\(folder)/\(name)", 0o644) == 0)
    }

    /// The reason why a panel refuses the file, or `nil`.
    private func refusal(_ name: String = "a/b/panel.yaml") -> String? {
        let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
        do {
            #expect(try PanelFile.read(path: path).name == "N", "a reader that runs nothing needs no trust")
            _ = try PanelFile.read(path: path, isTrusted: true)
            #expect(PanelFile.trustRemark(path: path) == nil)
            return nil
        } catch {
            let prefix = "\(path):1:1: error: "
            #expect(error.description.hasPrefix(prefix))
            let reason = String(error.description.dropFirst(prefix.count))
            let remark = PanelFile.trustRemark(path: path)?.description
            #expect(remark == "\(path):1:1: note: 'run' and 'up' refuse this file: \(reason)")
            return reason
        }
    }

    private static let user = geteuid() == 0 ? "root" : "root and user \(geteuid())"

    @Test(
        "attack: a panel's file that others may write is refused with its mode and the command that mends the file",
        arguments: [(0o664, "g"), (0o646, "o"), (0o666, "go"), (0o777, "go")] as [(mode_t, String)])
    func file(mode: mode_t, who: String) throws {
        defer { remove() }
        let path = folder + "/a/b/panel.yaml"
        try #require(chmod(path, mode) == 0)
        #expect(
            refusal() == "others than \(Self.user) may write the file \(path) (mode \(String(mode, radix: 8))); "
                + "chmod \(who)-w \(path)")
        for mode: mode_t in [0o600, 0o640, 0o644, 0o755] {
            try #require(chmod(path, mode) == 0)
            #expect(refusal() == nil)
        }
    }

    @Test(
        "attack: a folder above the panel's file that others may write is refused, however far above",
        arguments: ["", "/a", "/a/b"], [(0o775, "g"), (0o757, "o"), (0o777, "go")] as [(mode_t, String)])
    func folders(name: String, rule: (mode: mode_t, who: String)) throws {
        defer { remove() }
        let path = folder + name
        try #require(chmod(path, rule.mode) == 0)
        #expect(
            refusal() == "others than \(Self.user) may write the folder \(path) "
                + "(mode \(String(rule.mode, radix: 8))); chmod \(rule.who)-w \(path)")
        // The mode of /tmp, in which the test's folder lies.
        try #require(chmod(path, 0o1777) == 0)
        #expect((refusal() == nil) == (geteuid() == 0), "only root's own sticky folder is accepted")
    }

    @Test("root reads a file for the user who runs the panel, and that of no other user", .enabled(if: geteuid() == 0))
    func otherUser() throws {
        defer { remove() }
        let path = folder + "/a/b/panel.yaml"
        try #require(chown(path, 1234, 1234) == 0)
        #expect(try PanelFile.read(path: path, isTrusted: true, for: 1234).name == "N")
        #expect(throws: ConfigurationError.self) { try PanelFile.read(path: path, isTrusted: true) }
        #expect(throws: ConfigurationError.self) { try PanelFile.read(path: path, isTrusted: true, for: 1235) }
    }

    @Test("attack: the folders of a link and of its target are all checked")
    func links() throws {
        defer { remove() }
        // folder/links/panel.yaml → ../middle/b/panel.yaml, where folder/middle → folder/a
        try FileManager.default.createDirectory(atPath: folder + "/links", withIntermediateDirectories: true)
        try #require(symlink("../middle/b/panel.yaml", folder + "/links/panel.yaml") == 0)
        try #require(symlink(folder + "/a", folder + "/middle") == 0)
        try #require(chmod(folder + "/links", 0o755) == 0)
        let link = "links/panel.yaml"
        #expect(refusal(link) == nil)
        #expect(refusal("links/.././middle//b/panel.yaml") == nil)
        for path in [folder + "/links", folder + "/a", folder + "/a/b"] {
            try #require(chmod(path, 0o757) == 0)
            #expect(
                refusal(link)
                    == "others than \(Self.user) may write the folder \(path) (mode 757); chmod o-w \(path)")
            try #require(chmod(path, 0o755) == 0)
        }
    }

    @Test(
        "attack: a file, folder or link of another user's is refused with the owner",
        .enabled(if: geteuid() == 0, "only root gives files away"))
    func owners() throws {
        defer { remove() }
        try #require(symlink(folder + "/a", folder + "/link") == 0)
        let link = "link/b/panel.yaml"
        #expect(refusal(link) == nil)
        let parts = [
            ("link", "/link", "-h "), ("folder", "/a", ""), ("folder", "/a/b", ""), ("file", "/a/b/panel.yaml", ""),
        ]
        for (kind, name, option) in parts {
            let path = folder + name
            try #require(lchown(path, 4_242, 0) == 0)
            let expected = "the \(kind) \(path) belongs to user 4242, not to root; chown \(option)root \(path)"
            #expect(refusal(link) == expected)
            if kind == "folder" {
                try #require(chmod(path, 0o1777) == 0)
                #expect(refusal(link) == expected, "a sticky folder's owner can rename what is in there")
                try #require(chmod(path, 0o755) == 0)
            }
            try #require(lchown(path, 0, 0) == 0)
            #expect(refusal(link) == nil)
        }
    }

    @Test(
        "attack: an access control list that lets another user or group write is refused; one for reading is accepted"
    )
    func accessControlLists() throws {
        defer { remove() }
        for path in [folder + "/a", folder + "/a/b/panel.yaml"] {
            let kind = path.hasSuffix("yaml") ? "file" : "folder"
            let refused =
                "others than \(Self.user) may write the \(kind) \(path) by its access control list; setfacl -b \(path)"
            let (user, group): (UInt16, UInt16) = (2, 8)
            guard setList([(user, 7, geteuid())], on: path) else { return }
            #expect(refusal() == nil, "this process's own user")
            try #require(setList([(user, 7, 0)], on: path))
            #expect(refusal() == nil, "root")
            try #require(setList([(user, 7, 4_242)], on: path))
            #expect(refusal() == refused)
            try #require(setList([(group, 7, 4_242)], on: path))
            #expect(refusal() == refused)
            try #require(setList([(user, 5, 4_242), (group, 5, 4_242)], mask: 5, on: path))
            #expect(refusal() == nil)
            try #require(setList([(user, 7, 4_242)], mask: 5, on: path))
            #expect(refusal() == nil, "the mask takes the permission away")
            try #require(setList([], on: path))
        }
    }

    @Test("a path with characters that are special to a shell is quoted, in one line")
    func quoting() throws {
        defer { remove() }
        let name = "it's a\npanel.yaml"
        try write(name)
        try #require(chmod("\(folder)/\(name)", 0o666) == 0)
        let shown = "'\(folder)/it'\\''s a?panel.yaml'"
        #expect(refusal(name) == "others than \(Self.user) may write the file \(shown) (mode 666); chmod go-w \(shown)")
    }

    @Test("links in a circle, and a folder in place of the file, are refused with the reason")
    func otherFiles() throws {
        defer { remove() }
        try #require(symlink("circle", folder + "/circle") == 0)
        let failures = [
            ("circle", "the file cannot be read: Too many levels of symbolic links"),
            ("a", "this is a directory; give the panel's YAML file"),
            ("none.yaml", "the file cannot be read: No such file or directory"),
            ("a/b/panel.yaml/x", "the file cannot be read: Not a directory"),
        ]
        for (name, reason) in failures {
            let path = "\(folder)/\(name)"
            let error = #expect(throws: ConfigurationError.self) { try PanelFile.read(path: path, isTrusted: true) }
            #expect(error?.description == "\(path):1:1: error: \(reason)")
            #expect(PanelFile.trustRemark(path: path) == nil)
        }
    }

    private typealias ListEntry = (tag: UInt16, permissions: UInt16, id: UInt32)

    /// Gives the file an access control list with these entries beside the owner's, the group's and all users'. The
    /// format is that of `system.posix_acl_access`: version 2, then tag, permissions and id of each entry. Without
    /// entries the list is removed.
    ///
    /// - Returns: `false` if the file system has no access control lists.
    private func setList(_ entries: [ListEntry], mask: UInt16 = 7, on path: String) -> Bool {
        typealias Call =
            @convention(c) (
                UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer, Int, Int32
            ) -> Int32
        guard let symbol = dlsym(nil, "setxattr") else { return false }
        let setxattr = unsafeBitCast(symbol, to: Call.self)
        let none = UInt32.max
        var all: [ListEntry] = [(1, 7, none)]
        all += entries.filter { $0.tag == 2 }
        all.append((4, 5, none))
        all += entries.filter { $0.tag == 8 }
        if !entries.isEmpty { all.append((0x10, mask, none)) }
        all.append((0x20, 5, none))
        var bytes: [UInt8] = [2, 0, 0, 0]
        for entry in all {
            withUnsafeBytes(of: entry.tag.littleEndian) { bytes += $0 }
            withUnsafeBytes(of: entry.permissions.littleEndian) { bytes += $0 }
            withUnsafeBytes(of: entry.id.littleEndian) { bytes += $0 }
        }
        return setxattr(path, "system.posix_acl_access", bytes, bytes.count, 0) == 0
    }
}
