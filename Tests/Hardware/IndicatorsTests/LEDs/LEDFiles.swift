import Foundation
import Testing

/// A folder with files like the attributes of a kernel's LED.
final class LEDFiles {
    let folder: URL

    init(name: String = "rgb:door", _ attributes: [String: String]) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "holdfast-\(UUID().uuidString)")
        let led = folder.appending(path: name)
        try FileManager.default.createDirectory(at: led, withIntermediateDirectories: true)
        self.name = name
        for (attribute, text) in attributes {
            try Data((text + "\n").utf8).write(to: led.appending(path: attribute))
        }
    }

    let name: String

    deinit {
        try? FileManager.default.removeItem(at: folder)
        try? FileManager.default.removeItem(at: stamp.deletingLastPathComponent())
    }

    /// The file whose changes report LEDs, in a folder that does not exist yet.
    var stamp: URL { folder.deletingLastPathComponent().appending(path: folder.lastPathComponent + "-run/leds") }

    /// The contents of an attribute.
    subscript(attribute: String) -> String? {
        (try? String(contentsOf: folder.appending(path: "\(name)/\(attribute)"), encoding: .utf8))?
            .trimmingCharacters(in: .newlines)
    }

    /// Removes the LED.
    func remove() throws {
        try FileManager.default.removeItem(at: folder.appending(path: name))
    }

    /// Replaces the LED by another of the same name.
    func replace() throws {
        let led = folder.appending(path: name)
        let other = folder.appending(path: "other")
        try FileManager.default.copyItem(at: led, to: other)
        try remove()
        try FileManager.default.moveItem(at: other, to: led)
    }

    /// Makes an attribute unwritable, also for root.
    func block(_ attribute: String) throws {
        let file = folder.appending(path: "\(name)/\(attribute)")
        try FileManager.default.removeItem(at: file)
        try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
    }

    /// Makes the attribute writable again.
    func unblock(_ attribute: String) throws {
        let file = folder.appending(path: "\(name)/\(attribute)")
        try FileManager.default.removeItem(at: file)
        try Data().write(to: file)
    }

    /// A single-colour LED like the kernel's, with these triggers.
    static func plain(name: String = "green:status", triggers: String = "[none] timer pattern") throws -> LEDFiles {
        try LEDFiles(
            name: name,
            [
                "brightness": "3", "max_brightness": "100", "trigger": triggers, "pattern": "", "delay_on": "",
                "delay_off": "",
            ])
    }

    /// An LED like the kernel's with red, green, blue and white.
    static func colored() throws -> LEDFiles {
        try LEDFiles([
            "brightness": "7", "max_brightness": "255", "trigger": "none timer [heartbeat]",
            "multi_index": "green red blue white", "multi_intensity": "1 2 3 4", "delay_on": "", "delay_off": "",
        ])
    }
}
