import Configuration
import Foundation
import Testing

/// The files of `Broken`: a folder for each topic, and beside it what `holdfast check` prints of its files.
private enum BrokenFiles {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Broken")
    static let topics = names(in: folder, ending: ".transcript")

    static func names(in folder: URL, ending: String) -> [String] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path())) ?? []
        return files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }.sorted()
    }
}

/// To change the messages, `HOLDFAST_ACCEPT=1 swift test --filter BrokenFileTests` writes the new ones.
@Suite("Diagnostics of broken files")
struct BrokenFileTests {
    private static let accepted = "unexpectedly read"

    @Test("the broken files of a topic are refused with exactly these words", arguments: BrokenFiles.topics)
    func topic(_ topic: String) throws {
        let folder = BrokenFiles.folder.appending(path: topic)
        let names = BrokenFiles.names(in: folder, ending: ".yaml")
        #expect(!names.isEmpty)
        let printed = try names.map { name in
            let bytes = try Data(contentsOf: folder.appending(path: name + ".yaml"))
            return diagnostics(of: bytes, file: name + ".yaml") + "\n"
        }.joined()
        let transcript = BrokenFiles.folder.appending(path: topic + ".transcript")
        #expect(!printed.contains(Self.accepted))
        if ProcessInfo.processInfo.environment["HOLDFAST_ACCEPT"] == "1" {
            try Data(printed.utf8).write(to: transcript)
        }
        let expected = try String(contentsOf: transcript, encoding: .utf8)
        let difference = printed.split(separator: "\n").difference(from: expected.split(separator: "\n"))
        #expect(printed == expected, "\(difference)")
    }

    @Test("every folder of broken files has a transcript")
    func complete() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: BrokenFiles.folder.path())
        #expect(files.count == 2 * BrokenFiles.topics.count && BrokenFiles.topics.count > 10)
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

    private func diagnostics(of bytes: some Sequence<UInt8>, file: String = "panel.yaml") -> String {
        do {
            return "\(Self.accepted): \(try PanelFile.parse(Array(bytes), file: file))"
        } catch {
            return error.description
        }
    }
}
