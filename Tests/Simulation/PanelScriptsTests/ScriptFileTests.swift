import Foundation
import PanelScripts
import Testing

/// Reading scripts from files.
struct ScriptFileTests {
    private func read(_ bytes: [UInt8]) throws -> PanelScript {
        let path = NSTemporaryDirectory() + "holdfast-\(UUID().uuidString).panel"
        try Data(bytes).write(to: URL(filePath: path))
        defer { try? FileManager.default.removeItem(atPath: path) }
        do {
            var script = try ScriptFile.read(path)
            script.file = ""
            return script
        } catch {
            throw ScriptError(error.message.replacing(path, with: "FILE"), at: nil)
        }
    }

    @Test("a script is read with and without a byte order mark")
    func byteOrderMark() throws {
        let text = Array("panel a.yaml".utf8)
        #expect(try read(text).panel == "a.yaml")
        #expect(try read([0xEF, 0xBB, 0xBF] + text).panel == "a.yaml")
        #expect(try read([]).panel == nil)
    }

    @Test("an unreadable script is refused with the reason")
    func unreadable() throws {
        func message(_ bytes: [UInt8]) -> String? {
            #expect(throws: ScriptError.self) { try read(bytes) }?.message
        }
        #expect(message([0xFF]) == "FILE: this is not text in UTF-8")
        let large = [UInt8](repeating: UInt8(ascii: "#"), count: ScriptReader.largestFile + 1)
        #expect(message(large)?.hasPrefix("FILE: the file is larger than 1 MB") == true)
        #expect(try read(Array(large.dropLast())).steps.isEmpty)
        let missing = #expect(throws: ScriptError.self) { try ScriptFile.read("/nowhere/a.panel") }
        #expect(missing?.description == "error: /nowhere/a.panel: the file cannot be read: No such file or directory")
    }
}
