import Foundation
import Testing

@testable import Configuration

@Suite("Symbols of controls")
struct SymbolTests {
    @Test("the folder beside the file has the drawings, which the reader trusts as it trusts the file")
    func folder() throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID())").path()
        try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: root) }
        let folder = SymbolFolder(beside: root + "/panel.yaml")
        #expect(try folder.path == root + "/symbols" && folder.names() == [] && folder.usableNames == [])
        #expect(SymbolFolder(beside: "panel.yaml").path == "./symbols")

        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: false)
        for name in ["my-gate", "a_1.fill", "my gate", "t\u{FC}r", ".hidden", "large", "shared"] {
            try Data("<svg/>".utf8).write(to: URL(filePath: folder.file(name)))
        }
        try Data("no drawing".utf8).write(to: URL(filePath: folder.path + "/README"))
        try Data(count: 33).write(to: URL(filePath: folder.file("large")))
        try FileManager.default.createDirectory(atPath: folder.file("album"), withIntermediateDirectories: false)
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: folder.file("shared"))
        let usable: Set = ["a_1.fill", "album", "large", "my-gate", "shared"]
        #expect(folder.usableNames == usable)
        #expect(try folder.names() == (usable.union(["my gate", "t\u{FC}r"])).sorted())

        #expect(try folder.read("my-gate", limit: 32) == Array("<svg/>".utf8))
        for (name, word) in [
            ("my gate", "rename"), ("../panel", "rename"), (".hidden", "rename"), ("", "rename"),
            ("album", "no regular file"),
            ("large", "simplify"), ("shared", "chmod go-w"), ("missing", "No such file"),
        ] {
            let refusal = #expect(throws: SymbolFolder.Unusable.self) { try folder.read(name, limit: 32) }
            #expect(refusal?.description.contains(word) == true, "\(name): \(String(describing: refusal))")
        }
        // A link is followed where no other user can change it or its target.
        try FileManager.default.createSymbolicLink(atPath: folder.file("link"), withDestinationPath: "my-gate.svg")
        #expect(try folder.read("link", limit: 32) == Array("<svg/>".utf8))
    }
}
