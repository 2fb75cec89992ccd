import Testing

@testable import Configuration

/// The keys of the text display.
struct DisplayKeysTests {
    private func display(_ text: String) throws -> DisplayDescription? {
        let file = "name: Hallway\ndomain: org.example.hallway\n\(text)\n"
        return try PanelFile.parse(Array(file.utf8), file: "panel.yaml").display
    }

    @Test("a panel has at most one display, of 16 columns and 2 rows by default")
    func display() throws {
        #expect(try display("") == nil)
        #expect(
            try display("display: {device: /dev/lcd}")
                == DisplayDescription(device: "/dev/lcd", columns: 16, rows: 2, characters: nil))
        #expect(
            try display("display: {device: /dev/serial/by-id/x-1, columns: 8, rows: 1, characters: utf8}")
                == DisplayDescription(device: "/dev/serial/by-id/x-1", columns: 8, rows: 1, characters: .utf8))
        for characters in DisplayDescription.Characters.allCases {
            let found = try display("display: {device: /dev/lcd, characters: \(characters.rawValue)}")
            #expect(found?.characters == characters)
        }
    }

    @Test(
        "a display's device path outside /dev, or with dot segments, is refused",
        arguments: [
            "/dev", "/dev/", "/dev//lcd", "/dev/../etc/passwd", "/dev/./lcd", "/dev/lcd/", "/dev/a/..", "/tmp/lcd",
            "lcd",
            "dev/lcd", "/device/lcd", "\"/dev/l\\0cd\"", "~/lcd",
        ])
    func devices(path: String) {
        #expect(throws: ConfigurationError.self) { try display("display: {device: \(path)}") }
    }
}
