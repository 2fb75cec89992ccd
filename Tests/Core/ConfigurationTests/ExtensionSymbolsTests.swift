import EventLoop
import Foundation
import Testing

@testable import Configuration

struct ExtensionSymbolsTests {
    /// Makes a folder with these files, which is removed after the test.
    private func withFiles(_ paths: [String], _ body: (String) throws -> Void) throws {
        let root = FileManager.default.temporaryDirectory.appending(path: "symbols-\(UUID())").resolvingSymlinksInPath()
        defer { try? FileManager.default.removeItem(at: root) }
        for path in paths {
            let file = root.appending(path: path)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data("<svg/>".utf8).write(to: file)
        }
        try body(root.path)
    }

    private func grant(_ program: [String] = []) -> ExtensionGrant {
        ExtensionGrant(
            name: "focus", domain: "org.example.focus", program: program,
            position: SourcePosition(file: "p.yaml", line: 1, column: 1))
    }

    private func names(_ symbols: ExtensionSymbols) -> [String] { symbols.entries.map(\.name) }

    @Test("C7 the symbols of an extension are those of its asset catalogues, and its SVG files in 'symbols'")
    func listed() throws {
        let catalog = "bin/Focus_Focus.resources/Assets.xcassets"
        let files = [
            "bin/Focus", "\(catalog)/Contents.json", "\(catalog)/bell.symbolset/Contents.json",
            "\(catalog)/bell.symbolset/bell 2.svg", "\(catalog)/bell.symbolset/bell 1.svg",
            "\(catalog)/Icons/lamp.imageset/lamp.svg", "\(catalog)/Icons/photo.imageset/photo.png",
            "\(catalog)/Icons/empty.symbolset/Contents.json", "\(catalog)/Icons/empty.symbolset/a.png",
            "\(catalog)/bare.imageset/Contents.json", "\(catalog)/AppIcon.appiconset/icon.svg",
            "\(catalog)/a/b/c/d/e/f/g/h/i/deep.symbolset/deep.svg",
            "bin/Focus_Focus.resources/symbols/gate.svg", "bin/Focus_Focus.resources/symbols/README",
            "bin/Focus_Focus.resources/bell.symbolset/outside.svg",
            "bin/Focus_Alarm.resources/symbols/gate.svg", "bin/Focus_Alarm.resources/symbols/alarm.svg",
            "bin/symbols/beside.svg",
        ]
        try withFiles(files) { root in
            let symbols = ExtensionSymbols(of: grant(["bin/Focus"]), in: "\(root)/panel.yaml", installed: "/nowhere")
            #expect(names(symbols) == ["lamp", "Icons/lamp", "bell", "gate", "alarm"])
            let paths = symbols.entries.map { String($0.path.dropFirst(root.utf8.count + 1)) }
            #expect(paths[0] == "\(catalog)/Icons/lamp.imageset/lamp.svg")
            #expect(paths[2] == "\(catalog)/bell.symbolset/bell 1.svg")
            // A program's own resources come first.
            #expect(paths[3] == "bin/Focus_Focus.resources/symbols/gate.svg")
            #expect(
                symbols.emptySets == ["\(root)/\(catalog)/Icons/empty.symbolset", "\(root)/\(catalog)/bare.imageset"],
                "the set with a photo is no symbol")
            #expect(!symbols.isCut)
            for entry in symbols.entries {
                let content = try ExtensionSymbols.read(entry, limit: 6)
                #expect(content == Array("<svg/>".utf8))
            }
        }
    }

    @Test("the symbols are those of the program of 'holdfast up' if it is there, else of the installed one")
    func programs() throws {
        let files = [
            "panel/bin/Focus", "panel/bin/A.resources/symbols/own.svg", "installed/.focus.a/Focus",
            "installed/.focus.a/A.resources/symbols/installed.svg", "installed/B.resources/symbols/others.svg",
        ]
        try withFiles(files) { root in
            func listed(_ program: [String]) -> [String] {
                let file = "\(root)/panel/panel.yaml"
                return names(ExtensionSymbols(of: grant(program), in: file, installed: "\(root)/installed"))
            }
            #expect(listed(["./bin/Focus"]) == ["own"])
            #expect(listed(["\(root)/panel/bin/Focus", "--option"]) == ["own"])
            #expect(listed(["./bin/Missing"]) == [])
            let link = "\(root)/installed/focus"
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: ".focus.a/Focus")
            for program in [[], ["./bin/Missing"], ["Focus"]] { #expect(listed(program) == ["installed"]) }
        }
    }

    @Test("a symbol whose name or file cannot be used has a reason")
    func unusable() throws {
        try withFiles(["my gate.svg", "gate.svg"]) { root in
            for (name, path, word) in [
                ("my gate", "my gate.svg", "rename"), ("Icons/", "gate.svg", "rename"),
                ("../gate", "gate.svg", "rename"), ("gate", "missing.svg", "No such file"),
                ("gate", "", "not a regular file"), ("gate", "gate.svg", "simplify"),
            ] {
                let entry = ExtensionSymbols.Entry(name: name, path: "\(root)/\(path)")
                let refusal = #expect(throws: SymbolFolder.Unusable.self) { try ExtensionSymbols.read(entry, limit: 5) }
                #expect(refusal?.description.contains(word) == true, "\(name): \(String(describing: refusal))")
            }
        }
    }

    @Test("a catalogue with too many files is read in part")
    func bounds() throws {
        let files = (0...ExtensionSymbols.fileLimit).map { "A.resources/A.xcassets/x\($0)" }
        try withFiles(files + ["Focus"]) { root in
            let symbols = ExtensionSymbols(of: grant(["./Focus"]), in: "\(root)/panel.yaml", installed: "/nowhere")
            #expect(symbols.isCut && symbols.entries.isEmpty)
        }
    }
}
