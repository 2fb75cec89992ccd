import Installation
import Testing

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

    @Test(
        "a problem is one line, whatever a file's name has in it",
        arguments: [
            InstallationProblem.busy, .link("a\nb"), .resource("a\nb"), .tooManyResources("a\nb", bound: "2 files"),
            .unreadable("a\nb", reason: "Permission denied"),
        ])
    func problems(problem: InstallationProblem) {
        #expect(!problem.description.contains("\n"))
    }
}
