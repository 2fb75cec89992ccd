import Configuration
import Testing

/// A file that is refused, and its exact diagnostics.
struct BrokenFile: Sendable, CustomTestStringConvertible {
    let name: String
    let text: String
    let diagnostics: String

    init(_ name: String, _ text: String, _ diagnostics: String) {
        self.name = name
        self.text = text + "\n"
        self.diagnostics = diagnostics
    }

    var testDescription: String { name }

    static let all =
        yaml + indentation + keys + values + meaning + extensions + actions + layout + lock + impossible + foreign
        + unreadable
}

@Suite("Diagnostics of broken files")
struct BrokenFileTests {
    @Test("a broken file is refused with exactly these words", arguments: BrokenFile.all)
    func diagnostics(_ file: BrokenFile) {
        #expect(diagnostics(of: Array(file.text.utf8)) == file.diagnostics)
    }

    @Test(
        "an error's line is always a line of the file", arguments: [("", "1:1"), ("---", "1:4"), ("\n---", "2:4")])
    func end(text: String, place: String) {
        #expect(
            diagnostics(of: text.utf8)
                == "panel.yaml:\(place): error: the file is empty; a panel begins with name: and domain:")
    }

    @Test("bytes that are not UTF-8 are refused with their position")
    func encoding() {
        let message = "the file is not UTF-8 from here on; save it in that encoding"
        #expect(
            diagnostics(of: Array("name: Hall\ntitle: T".utf8) + [0xFC, 0x72]) == "panel.yaml:2:9: error: \(message)")
        #expect(diagnostics(of: [0xFF, 0xFE, 0x6E, 0x00]) == "panel.yaml:1:1: error: \(message)")
        #expect(diagnostics(of: Array("name: ü".utf8).dropLast()) == "panel.yaml:1:7: error: \(message)")
        #expect(diagnostics(of: Array("é: \r\n\rü".utf8) + [0xC0, 0x80]) == "panel.yaml:3:2: error: \(message)")
    }

    @Test("an empty file is refused, with and without a byte order mark")
    func empty() {
        let expected = "panel.yaml:1:1: error: the file is empty; a panel begins with name: and domain:"
        #expect(diagnostics(of: []) == expected)
        #expect(diagnostics(of: [0xEF, 0xBB, 0xBF]) == expected)
    }

    @Test("after 50 errors the other errors are only counted")
    func cap() {
        let lines = (1...60).map { "  c\($0): {toggle: {line: \($0)}}\n" }.joined()
        let text = "name: Hallway\ndomain: org.example.hallway\ncontrols:\n" + lines
        let printed = diagnostics(of: Array(text.utf8)).split(separator: "\n")
        #expect(printed.count == 51)
        #expect(
            printed.last == "panel.yaml:54:24: note: the file has 10 more errors from here on, which are not printed")
    }

    private func diagnostics(of bytes: some Sequence<UInt8>) -> String {
        do {
            return "unexpectedly read: \(try PanelFile.parse(Array(bytes), file: "panel.yaml"))"
        } catch {
            return error.description
        }
    }
}
