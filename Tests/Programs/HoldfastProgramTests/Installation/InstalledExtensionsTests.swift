import Configuration
import Foundation
import Testing

@testable import holdfast

/// Names of extensions. The commands themselves need systemd, and run in the appliance's guest.
struct InstalledExtensionsTests {
    @Test(
        "a name is of a-z, 0-9, - and _, begins with a letter, and fits a user's name",
        arguments: [
            "focus", "a", "music-2", "a_b", String(repeating: "x", count: 22),
        ])
    func names(text: String) {
        #expect(ExtensionName(text)?.text == text)
    }

    @Test(
        "anything else is no name",
        arguments: [
            "", "Focus", "2nd", "-a", "a b", "a/b", "..", "ä", "a\n", String(repeating: "x", count: 23),
        ])
    func others(text: String) {
        #expect(ExtensionName(text) == nil)
    }

    @Test("no extension gets a user or group of Holdfast's own, and 'extension remove' takes none away")
    func reserved() throws {
        let sources = URL(filePath: #filePath).appending(path: "../../../../..").standardized
        let users = try String(contentsOf: sources.appending(path: "deploy/holdfast.sysusers"), encoding: .utf8)
        let names = users.split(separator: "\n").compactMap { line in
            line.split(separator: " ").dropFirst().first.flatMap {
                $0.hasPrefix("holdfast-") ? String($0.dropFirst("holdfast-".count)) : nil
            }
        }
        #expect(names.count == 4)
        for name in names {
            #expect(throws: InstallationProblem.self, "\(name)") { try InstalledExtensions.refuseOwn(name) }
        }
        #expect(throws: Never.self) { try InstalledExtensions.refuseOwn("focus") }
    }

    @Test(
        "a problem is one line, whatever a file's name has in it",
        arguments: [
            InstallationProblem.busy, .reserved("core"), .sealedKey("/k"), .noNewBoard, .link("a\nb"),
            .resource("a\nb"), .tooManyResources("a\nb", bound: "2 files"),
            .unreadable("a\nb", reason: "Permission denied"),
        ])
    func problems(problem: InstallationProblem) {
        #expect(!problem.description.contains("\n"))
    }
}
