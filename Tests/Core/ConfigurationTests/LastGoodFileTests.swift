import EventLoop
import Foundation
import Testing

@testable import Configuration

/// The copy of the panel's file that ran last.
struct LastGoodFileTests {
    private static let good = Array("name: Test\ndomain: org.example.test\n".utf8)

    private let folder: String

    init() throws {
        folder = FileManager.default.temporaryDirectory.path + "/last-good-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/state", withIntermediateDirectories: true)
    }

    private var file: String { folder + "/panel.yaml" }
    private var kept: LastGoodFile { LastGoodFile(in: folder + "/state", of: file) }

    private func write(_ text: String) throws { try Data(text.utf8).write(to: URL(filePath: file)) }

    private func remove() { try? FileManager.default.removeItem(atPath: folder) }

    @Test("a broken or missing file opens as its last good text, with the file's errors")
    func broken() throws {
        defer { remove() }
        try kept.keep(Self.good)
        for text in ["name: [", nil] {
            if let text { try write(text) } else { try FileManager.default.removeItem(atPath: file) }
            let opened = try PanelFile.open(path: file, orLastGood: kept)
            #expect(opened.panel.name == "Test" && opened.panel.file == file)
            #expect(opened.text == Self.good)
            #expect(opened.problem?.diagnostics.first?.position.file == file)
            #expect(throws: ConfigurationError.self) { try PanelFile.open(path: file, orLastGood: nil) }
        }
        try write(String(decoding: Self.good, as: UTF8.self) + "# new\n")
        #expect(try PanelFile.open(path: file, orLastGood: kept).problem == nil, "a good file counts")
    }

    @Test("attack: a file that other users can change is refused, whatever is kept")
    func untrusted() throws {
        defer { remove() }
        try kept.keep(Self.good)
        try write("name: [")
        chmod(file, 0o666)
        #expect(throws: ConfigurationError.self) { try PanelFile.open(path: file, orLastGood: kept) }
        chmod(file, 0o600)
        #expect(try PanelFile.open(path: file, orLastGood: kept).text == Self.good)
    }

    @Test("the copy is readable for its user alone, has the newest text, and an equal text costs no write")
    func renewed() throws {
        defer { remove() }
        try kept.keep(Array("token: secret\n".utf8))
        try kept.keep(Self.good)
        let attributes = try FileManager.default.attributesOfItem(atPath: kept.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
        let bytes = try Data(contentsOf: URL(filePath: kept.path))
        #expect(!String(decoding: bytes, as: UTF8.self).contains("secret"))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/state") == ["last-good.yaml"])
        let before = attributes[.systemFileNumber] as? Int
        try kept.keep(Self.good)
        let after = try FileManager.default.attributesOfItem(atPath: kept.path)
        #expect(after[.systemFileNumber] as? Int == before)
    }

    @Test("a panel's file in the state directory itself is not written")
    func sameFolder() throws {
        defer { remove() }
        for name in ["panel.yaml", "last-good.yaml"] {
            let file = "\(folder)/\(name)"
            try Data(Self.good).write(to: URL(filePath: file))
            try LastGoodFile(in: folder, of: file).keep(Array("name: Other\n".utf8))
            #expect(try Data(contentsOf: URL(filePath: file)) == Data(Self.good))
        }
    }

    @Test("a file left by a killed writer does not keep the next text from being kept")
    func killedWriter() throws {
        defer { remove() }
        try Data("half".utf8).write(to: URL(fileURLWithPath: RecordFile.draft(of: kept.path)))
        try kept.keep(Self.good)
        #expect(kept.text() == Self.good)
    }

    @Test("the last good text of one panel's file does not take the place of another panel's")
    func otherFile() throws {
        defer { remove() }
        try kept.keep(Self.good)
        #expect(LastGoodFile(in: folder + "/state", of: folder + "/other.yaml").text() == nil)
    }

    @Test("attack: a copy that other users can change, or a link in its place, is not used")
    func changeable() throws {
        defer { remove() }
        try kept.keep(Self.good)
        chmod(kept.path, 0o666)
        #expect(kept.text() == nil)
        chmod(kept.path, 0o600)
        #expect(kept.text() == Self.good)
        chmod(folder + "/state", 0o777)
        #expect(kept.text() == nil)
    }

    @Test("a kept text that this version does not take, or that is damaged, leaves the file's own errors")
    func damaged() throws {
        defer { remove() }
        try write("name: [")
        try kept.keep(Array("name: Test\ndomain: org.example.test\nnews: 1\n".utf8))
        let error = #expect(throws: ConfigurationError.self) { try PanelFile.open(path: file, orLastGood: kept) }
        #expect(error?.description.contains("news") == false)
    }

    @Test("a folder that cannot be written keeps the old copy, and the error names the call")
    func fullDisk() throws {
        defer { remove() }
        let missing = LastGoodFile(in: folder + "/none", of: file)
        let failure = #expect(throws: NewFile.Failure.self) { try missing.keep(Self.good) }
        #expect(failure?.call == "open")
    }
}
