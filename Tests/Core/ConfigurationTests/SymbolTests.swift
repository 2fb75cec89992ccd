import ControlModel
import Foundation
import Testing

@testable import Configuration

@Suite("Symbols of controls")
struct SymbolTests {
    private static let known = KnownSymbols(custom: ["my-gate", "flap.open"])

    @Test(
        "the page's symbols are known by SF Symbols' names, also longer ones, by mdi: and by drawings",
        arguments: [
            "lightbulb", "lightbulb.fill", "lightbulb.max.fill", "externaldrive.fill", "mdi:lightbulb", "mdi:egg",
            "mdi:desk-lamp", "my-gate", "my-gate.fill", "flap.open", "symbols/my-gate", "symbols/lightbulb",
        ])
    func contains(name: String) {
        #expect(Self.known.contains(name))
    }

    @Test(
        "an unknown name has the nearest one, if there is one",
        arguments: [
            ("lightbulp.fill", "lightbulb.fill"), ("Lightbulb", "lightbulb"), ("lihgtbulb.max", "lightbulb"),
            ("my-gaet", "my-gate"), ("garage-open", "mdi:garage-open"), ("mdi:lightbulb-on", "mdi:lightbulb"),
            ("mdi:windmill", nil), ("flap", nil), ("constructor", nil), ("", nil), (".", nil), ("mdi:", nil),
            ("mdi:my-gate", "my-gate"), ("mdi:lightbulb.fill", "lightbulb.fill"), ("symbols/my-gaet", "my-gate"),
            ("__proto__", nil), ("symbols/", nil),
        ] as [(String, String?)])
    func nearest(name: String, meant: String?) {
        #expect(!Self.known.contains(name) && Self.known.nearest(to: name) == meant)
    }

    @Test("the table has each name once, and every name that it has is known")
    func table() {
        let names = KnownSymbols(custom: []).names
        #expect(Set(names).count == names.count && names.count > 300)
        #expect(names.allSatisfy { !$0.isEmpty && KnownSymbols(custom: []).contains($0) && !$0.contains(" ") })
    }

    @Test("an unknown symbol causes a remark at its own line, and a drawing ends the remark")
    func remarks() throws {
        let text = """
            name: Hall
            domain: org.hall
            controls:
              lamp:
                symbol: lightbulp
                symbol_on: lightbulb.fill
                toggle: {line: GPIO9}
              gate: {title: Gate, symbol: turnpike, button: {pulse: GPIO10, for: 1s}}
            """
        let panel = try PanelFile.parse(Array(text.utf8), file: "p.yaml")
        #expect(panel.symbols.map(\.name) == ["lightbulp", "lightbulb.fill", "turnpike"])
        let lamp = """
            p.yaml:5:13: note: control 'lamp': the page has no symbol 'lightbulp', and shows a neutral one; \
            did you mean 'lightbulb'?
            """
        let gate = """
            p.yaml:8:31: note: control 'gate': the page has no symbol 'turnpike', and shows a neutral one; \
            name another one, or put your own drawing into the folder 'symbols' beside this file
            """
        #expect(panel.remarks().map(\.description) == [lamp, gate])
        #expect(panel.remarks(drawings: ["turnpike"]).map(\.description) == [lamp])
    }

    @Test("the page has every symbol of the files in config/", arguments: ShippedFile.names)
    func shipped(_ name: String) throws {
        let panel = try PanelFile.read(path: ShippedFile.path(name))
        #expect(panel.symbols.filter { !KnownSymbols(custom: []).contains($0.name) } == [])
    }

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
            ("album", "not a regular file"),
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
