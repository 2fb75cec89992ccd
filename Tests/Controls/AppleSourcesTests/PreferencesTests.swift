import AppIntents
import CPreferences
import Foundation
import Testing

/// `UserDefaults` in an extension that performs in several threads.
@Suite
struct PreferencesTests {
    @Test("C48 UserDefaults keep each value while other threads read them and the extension writes them")
    func threads() async throws {
        let suite = "org.example.holdfast.\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defaults.set(true, forKey: "isOn")
        let readers = (0..<2).map { _ in
            Task.detached {
                while !Task.isCancelled {
                    guard UserDefaults(suiteName: suite)?.bool(forKey: "isOn") == true else { return false }
                }
                return true
            }
        }
        var wrong: [Int] = []
        for number in 0..<200 {
            defaults.set(number, forKey: "number")
            holdfast_write_preferences()
            if defaults.integer(forKey: "number") != number { wrong.append(number) }
        }
        #expect(wrong.isEmpty)
        // All before the first wait: on one processor a reader that goes on keeps the others, and this test, from running.
        for reader in readers { reader.cancel() }
        for reader in readers { #expect(await reader.value) }
        defaults.removePersistentDomain(forName: suite)
        holdfast_write_preferences()
    }

    @Test("C30 values that another process has written are read")
    func otherProcess() throws {
        let suite = "org.example.holdfast.\(UUID())"
        let defaults = try #require(UserDefaults(suiteName: suite))
        defaults.set(1, forKey: "number")
        holdfast_write_preferences()
        #expect(defaults.integer(forKey: "number") == 1)
        let home = try #require(ProcessInfo.processInfo.environment["HOME"])
        let file = URL(filePath: home).appending(path: ".config/\(suite).plist")
        let written = try PropertyListSerialization.data(fromPropertyList: ["number": 2], format: .xml, options: 0)
        try written.write(to: file)
        // A file that is not newer than what was read counts as read.
        try FileManager.default.setAttributes([.modificationDate: Date.now + 10], ofItemAtPath: file.path)
        holdfast_read_preferences()
        #expect(defaults.integer(forKey: "number") == 2)
        try FileManager.default.removeItem(at: file)
    }
}
