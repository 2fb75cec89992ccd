import Foundation
import Glibc
import Testing

@testable import holdfast

/// The program and the resources of an extension, in their place.
struct ExtensionFilesTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)")

    private var folder: String { root.path + "/lib/extensions" }

    private func write(_ text: String, to path: String) throws {
        let file = root.appending(path: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    private func text(_ path: String) -> String? {
        try? String(contentsOf: root.appending(path: "lib/extensions/\(path)"), encoding: .utf8)
    }

    private func names(in path: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(path)").sorted()
    }

    private func target() throws -> String {
        try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/focus")
    }

    private func mode(_ path: String) throws -> Int? {
        try FileManager.default.attributesOfItem(atPath: "\(folder)/\(path)")[.posixPermissions] as? Int
    }

    /// A value holds the lock, so each call of a test makes its own.
    private func files() throws -> ExtensionFiles {
        for name in ["lib", "build"] {
            try FileManager.default.createDirectory(
                at: root.appending(path: name), withIntermediateDirectories: true)
        }
        return try ExtensionFiles(in: folder, name: "focus")
    }

    /// Installs the program `build/Focus`.
    private func replace(_ program: String, limits: ResourceLimits = ResourceLimits()) throws {
        try files().replace(by: root.path + "/build/Focus", Array(program.utf8), limits: limits)
    }

    @Test("a program is installed with the resources beside it, which all users may read")
    func resources() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        for path in [
            "Focus_Focus.resources/Localizable.xcstrings", "Focus_Focus.resources/A.xcassets/Contents.json",
            "Localization/de.lproj/Localizable.strings", "Focus.build/main.o", "Focus.resources.txt", "file.resources",
        ] {
            try write(path, to: "build/\(path)")
        }
        let file = root.path + "/build/Focus_Focus.resources/Localizable.xcstrings"
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        try replace("first")
        #expect(try names() == [".focus.1", "focus"])
        #expect(text("focus") == "first")
        #expect(try target() == ".focus.1/Focus")
        #expect(try names(in: ".focus.1") == ["Focus", "Focus_Focus.resources", "Localization"])
        let path = "Focus_Focus.resources/A.xcassets/Contents.json"
        #expect(text(".focus.1/\(path)") == path)
        #expect(try mode(".focus.1/Focus") == 0o755)
        #expect(try mode(".focus.1/Focus_Focus.resources") == 0o755)
        #expect(try mode(".focus.1/Focus_Focus.resources/Localizable.xcstrings") == 0o644)
    }

    @Test("a file larger than the buffer of a copy is installed whole")
    func largeFile() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let contents = String(repeating: "0123456789", count: 20_001)
        try write(contents, to: "build/A.resources/a")
        try replace("first")
        #expect(text(".focus.1/A.resources/a") == contents)
    }

    @Test("a new version takes the place of the former one, whose files stay until they are removed")
    func versions() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        // Earlier versions of Holdfast have installed the program itself.
        try write("oldest", to: "lib/extensions/focus")
        try write("a", to: "build/A.resources/a")
        let steps: [(String, Int, Int?)] = [("first", 1, nil), ("second", 2, 1), ("third", 1, 2)]
        for (program, version, former) in steps {
            try replace(program)
            #expect(text("focus") == program)
            #expect(try target() == ".focus.\(version)/Focus")
            if let former { #expect(text(".focus.\(former)/Focus") != nil) }
            try files().removeFormer()
            #expect(try names() == [".focus.\(version)", "focus"])
        }
        try files().remove()
        #expect(try names() == [])
    }

    @Test("a version without resources has none of the former version's, which count until that version is removed")
    func resourcesOfFormerVersion() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try write("a", to: "build/A.resources/a")
        try replace("first")
        #expect(try files().hasResources)
        try FileManager.default.removeItem(at: root.appending(path: "build/A.resources"))
        try replace("second")
        #expect(try names(in: ".focus.2") == ["Focus"])
        #expect(try files().hasResources)
        try files().removeFormer()
        #expect(try !files().hasResources)
    }

    @Test("installations without a restart between them keep all versions, any of which may run")
    func unfinished() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        for program in ["first", "second", "third"] { try replace(program) }
        #expect(try names() == [".focus.1", ".focus.2", ".focus.3", "focus"])
        #expect(text(".focus.1/Focus") == "first")
        #expect(text("focus") == "third")
        try files().removeFormer()
        #expect(try names() == [".focus.3", "focus"])
        #expect(text("focus") == "third")
    }

    @Test("what an interrupted installation has left is removed with former versions")
    func interrupted() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try replace("first")
        try write("half", to: "lib/extensions/.focus.2/Old.resources/a")
        try write("", to: "lib/extensions/.focus.link")
        try replace("second")
        #expect(text("focus") == "second")
        #expect(try target() == ".focus.3/Focus")
        try files().removeFormer()
        #expect(try names() == [".focus.3", "focus"])
    }

    @Test("leftovers without a link are removed, and those of other extensions stay")
    func leftovers() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        #expect(!ExtensionFiles.exist(in: folder, name: "focus"))
        try write("half", to: "lib/extensions/.focus.2/Old.resources/a")
        try write("", to: "lib/extensions/.focus.new")
        try write("other", to: "lib/extensions/.focus-2.1/Focus")
        #expect(ExtensionFiles.exist(in: folder, name: "focus"))
        try files().removeFormer()
        #expect(try names() == [".focus-2.1", ".focus.2", ".focus.new"])
        try files().remove()
        #expect(try names() == [".focus-2.1"])
        #expect(!ExtensionFiles.exist(in: folder, name: "focus"))
    }

    @Test("names with letters outside ASCII are installed")
    func nonASCII() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try write("a", to: "build/Föcus_Föcus.resources/ä")
        try FileManager.default.createDirectory(
            at: root.appending(path: "höld/lib"), withIntermediateDirectories: true)
        let folder = root.path + "/höld/lib/extensions"
        try ExtensionFiles(in: folder, name: "focus").replace(by: root.path + "/build/Föcus", Array("first".utf8))
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/focus") == ".focus.1/Föcus")
        #expect(try String(contentsOfFile: folder + "/focus", encoding: .utf8) == "first")
        let resource = folder + "/.focus.1/Föcus_Föcus.resources/ä"
        #expect(try String(contentsOfFile: resource, encoding: .utf8) == "a")
        try ExtensionFiles(in: folder, name: "focus").removeFormer()
        #expect(try String(contentsOfFile: folder + "/focus", encoding: .utf8) == "first")
    }

    @Test("two processes do not install at once")
    func lock() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let first = try files()
        withExtendedLifetime(first) {
            let error = #expect(throws: InstallationProblem.self) {
                _ = try ExtensionFiles(in: folder, name: "music")
            }
            #expect(error?.description.contains("run this again") == true)
        }
    }

    // MARK: Refused resources

    /// Installs a program over an installed one, and expects that the former program stays alone.
    private func expectRefusal(_ words: String, limits: ResourceLimits = ResourceLimits()) throws {
        let error = #expect(throws: InstallationProblem.self) { try replace("second", limits: limits) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "no error")")
        #expect(try names() == [".focus.1", "focus"])
        #expect(text("focus") == "first")
    }

    @Test("a link among the resources is refused, and the installed version stays")
    func links() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try replace("first")
        try write("a", to: "build/A.resources/a")
        try FileManager.default.createSymbolicLink(
            atPath: root.path + "/build/A.resources/b", withDestinationPath: "/etc/shadow")
        try expectRefusal("A.resources/b is a link")
    }

    @Test("a linked folder of resources is refused", arguments: ["A.resources", "Localization"])
    func linkedFolder(name: String) throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try replace("first")
        try write("a", to: "elsewhere/a")
        try FileManager.default.createSymbolicLink(
            atPath: "\(root.path)/build/\(name)", withDestinationPath: root.path + "/elsewhere")
        try expectRefusal("/\(name) is a link")
    }

    @Test("a FIFO among the resources is refused without waiting for a writer")
    func fifo() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try replace("first")
        try write("a", to: "build/A.resources/a")
        try #require(mkfifo(root.path + "/build/A.resources/b", 0o600) == 0)
        try expectRefusal("A.resources/b is neither a file nor a folder")
    }

    @Test("a folder of resources that cannot be read is refused", .disabled(if: geteuid() == 0, "root reads all"))
    func unreadable() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try replace("first")
        try write("a", to: "build/A.resources/a")
        let path = root.path + "/build/A.resources"
        try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path) }
        try expectRefusal("A.resources: Permission denied")
    }

    @Test("a first installation that fails leaves nothing")
    func failedFirst() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try write("a", to: "build/A.resources/a")
        try FileManager.default.createSymbolicLink(
            atPath: root.path + "/build/A.resources/b", withDestinationPath: "a")
        #expect(throws: InstallationProblem.self) { try replace("first") }
        #expect(try names() == [])
    }

    @Test("folders that are too deep are refused with the bound")
    func depth() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try replace("first")
        try write("a", to: "build/A.resources/" + String(repeating: "x/", count: 16) + "a")
        try expectRefusal("at most 16 levels of folders")
    }

    @Test("folders at the bound of the depth are installed")
    func greatestDepth() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        let path = "A.resources/" + String(repeating: "x/", count: 15) + "a"
        try write("a", to: "build/\(path)")
        try replace("first")
        #expect(text(".focus.1/\(path)") == "a")
    }

    @Test("too many files are refused with the bound")
    func count() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try replace("first")
        for name in ["a", "b", "c"] { try write(name, to: "build/A.resources/\(name)") }
        var limits = ResourceLimits()
        limits.files = 2
        try expectRefusal("at most 2 files and folders", limits: limits)
        limits.files = 3
        try replace("second", limits: limits)
        #expect(text("focus") == "second")
    }

    @Test("too many bytes are refused with the bound of all files, however little of it is left")
    func bytes() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try replace("first")
        for name in ["a", "b"] {
            try write(String(repeating: "x", count: 600_000), to: "build/A.resources/\(name)")
        }
        var limits = ResourceLimits()
        limits.bytes = 1_000_000
        try expectRefusal("at most 1 MB in all files", limits: limits)
    }
}
