import Foundation
import Testing

/// `holdfast check`
struct CheckTests {
    private static let trusted =
        "button 'exit' is trusted: it performs guarded controls without a PIN; let only people reach it who may do that\n"

    @Test("check accepts the panels that come with Holdfast", arguments: ["minimal", "simulated", "hallway"])
    func shippedPanels(name: String) throws {
        let outcome = try Command.run("check", "config/\(name).yaml")
        #expect(outcome.status == 0)
        #expect(outcome.errors.isEmpty || outcome.errors.hasSuffix(Self.trusted))
        #expect(outcome.output.hasPrefix("config/\(name).yaml: in order: "))
    }

    @Test("check describes a panel in words")
    func summary() throws {
        let outcome = try Command.run("check", "config/minimal.yaml")
        #expect(outcome.output == "config/minimal.yaml: in order: 1 control, 1 button, 1 light\n")
        let folder = try TemporaryFolder()
        try folder.write(
            """
            name: Test
            domain: org.example.test
            controls: {light: {toggle: {line: GPIO18}}}
            buttons:
              one: {line: GPIO17, hold: x.one.bell, double_tap: light}
              two: {line: GPIO22, hold: {kind: x.one.lamp, configuration: {room: hall}}}
              three: {line: GPIO23, hold: {kind: x.one.lamp, configuration: {room: kitchen}}, double_tap: x.one.bell}
            extensions: [{name: x, domain: x.one}]
            """, to: "panel.yaml")
        #expect(
            try Command.run("check", "panel.yaml", folder: folder.url).output
                == "panel.yaml: in order: 1 control and 3 of extensions, 3 buttons, 0 lights\n")
        #expect(
            try Command.run("check", "config/simulated.yaml").output
                == "config/simulated.yaml: in order: 8 controls, 4 buttons, 5 lights, on the simulated board\n")
    }

    @Test("check reports all errors of all files, and the valid files too")
    func broken() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "name: Broken\ndomian: org.example\ncontrols: {lamp: {toggle: {line: 18}}}\n", to: "broken.yaml")
        try folder.write("name: [Broken\n", to: "syntax.yaml")
        try folder.write("", to: "empty.yaml")
        try folder.write("name: Fine\ndomain: org.example.fine\n", to: "fine.yaml")
        let outcome = try Command.run(
            "check", "broken.yaml", "syntax.yaml", "empty.yaml", "fine.yaml", "missing.yaml", ".", "/dev/null",
            folder: folder.url)
        #expect(outcome.status == 1)
        let errors = outcome.errors.split(separator: "\n").map(String.init)
        #expect(errors.allSatisfy { $0.contains(": error: ") })
        #expect(errors.contains("empty.yaml:1:1: error: the file is empty; a panel begins with name: and domain:"))
        #expect(errors.contains("missing.yaml:1:1: error: the file cannot be read: No such file or directory"))
        #expect(errors.contains(".:1:1: error: this is a directory; give the panel's YAML file"))
        #expect(errors.contains("/dev/null:1:1: error: this is not a regular file; give the panel's YAML file"))
        #expect(errors.filter { $0.hasPrefix("broken.yaml:2:1: error: ") }.first?.contains("'domain'") == true)
        #expect(errors.contains { $0.hasPrefix("syntax.yaml:") })
        expectPlainEnglish(outcome)
    }

    @Test("advice appears as notes at controls and does not fail the check")
    func advice() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "name: Hall\ndomain: org.hall\ncontrols:\n  bell: {hint: Rings, button: {pulse: GPIO9, for: 1s}}\n",
            to: "panel.yaml")
        let outcome = try Command.run("check", "--advice", "panel.yaml", folder: folder.url)
        #expect(outcome.status == 0)
        #expect(outcome.output == "panel.yaml: in order: 1 control, 0 buttons, 0 lights\n")
        #expect(
            outcome.errors == "panel.yaml:4:3: note: control 'bell': the hint 'Rings' begins with 'rings'; "
                + "a hint stands behind \"Hold to\": begin it with a verb, such as Unlock the Door\n")
        #expect(try Command.run("check", "panel.yaml", folder: folder.url).errors == "")

        try folder.write("name: Hall\n", to: "broken.yaml")
        let broken = try Command.run("check", "--advice", "broken.yaml", "panel.yaml", folder: folder.url)
        #expect(broken.status == 1)
        #expect(broken.output == outcome.output)
        #expect(broken.errors.hasSuffix(outcome.errors) && broken.errors.contains(": error: "))
    }

    @Test("check notes an unknown symbol, and knows the drawings beside the file")
    func symbols() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "name: Hall\ndomain: org.hall\ncontrols:\n  bell: {symbol: my-bell, button: {pulse: GPIO9, for: 1s}}\n",
            to: "panel.yaml")
        let outcome = try Command.run("check", "panel.yaml", folder: folder.url)
        #expect(outcome.status == 0)
        #expect(
            outcome.errors
                == "panel.yaml:4:18: note: control 'bell': the page has no symbol 'my-bell', and shows a neutral "
                + "one; name another one, or put your own drawing into the folder 'symbols' beside this file\n")
        let symbols = folder.url.appending(path: "symbols")
        try FileManager.default.createDirectory(at: symbols, withIntermediateDirectories: false)
        try Data().write(to: symbols.appending(path: "my-bell.svg"))
        #expect(try Command.run("check", "panel.yaml", folder: folder.url).errors == "")
    }

    @Test("the panels that come with Holdfast cause no advice", arguments: ["minimal", "simulated", "hallway"])
    func shippedAdvice(name: String) throws {
        let plain = try Command.run("check", "config/\(name).yaml").errors
        #expect(try Command.run("check", "--advice", "config/\(name).yaml").errors == plain)
    }

    @Test("check refuses a file of 10 MB at once")
    func large() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write(String(repeating: "# nothing\n", count: 1_000_000), to: "large.yaml")
        let start = ContinuousClock.now
        let outcome = try Command.run("check", "large.yaml", folder: folder.url)
        #expect(outcome.status == 1)
        #expect(
            outcome.errors
                == "large.yaml:1:1: error: the file is larger than 1 MB, which no panel needs; shorten it\n")
        #expect(ContinuousClock.now - start < .seconds(5))
        #expect(FileManager.default.fileExists(atPath: path))
    }

    @Test("check refuses a file of arbitrary bytes with a position")
    func binary() throws {
        let folder = try TemporaryFolder()
        var bytes: [UInt8] = []
        for byte in UInt8.min...UInt8.max { bytes += [byte, byte ^ 0x5A] }
        try Data(bytes).write(to: folder.url.appending(path: "binary.yaml"))
        let outcome = try Command.run("check", "binary.yaml", folder: folder.url)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("binary.yaml:1:"))
        expectPlainEnglish(outcome)
    }
}

/// Checks that the text for people has no stack trace and no type names.
func expectPlainEnglish(_ outcome: Command.Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
    let text = outcome.output + outcome.errors
    for word in ["Fatal error", "Stack dump", "Error(", "Optional(", "Swift.", "Error Domain", "holdfast.", "0x"] {
        #expect(!text.contains(word), "\(text)", sourceLocation: sourceLocation)
    }
    #expect((0...2).contains(outcome.status) || outcome.status == 64, "\(text)", sourceLocation: sourceLocation)
}
