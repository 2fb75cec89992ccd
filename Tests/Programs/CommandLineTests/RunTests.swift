import Foundation
import Glibc
import LocalAPI
import Testing

/// `holdfast run`, as systemd runs it.
@Suite(.serialized)
struct RunTests {
    private static let panel = """
        name: Test
        domain: org.example.test
        board: simulated
        controls: {lamp: {toggle: {line: GPIO18}}}
        buttons: {action: {line: GPIO17, hold: lamp}}

        """

    /// The status of a panel whose file has an error in this line.
    private static func status(fault place: String, why: String = "the journal shows why") -> String {
        "STATUS=Test: 1 control, 1 button, 0 lights, on the simulated board; fault: panel's file: panel.yaml cannot be "
            + "used\(place); the panel runs the last good one, and its next start would fail; \(why)"
    }

    /// A daemon that has reported its readiness.
    private final class Daemon {
        let folder: TemporaryFolder
        let socket: NotifySocket
        let command: Command
        let ready: [String]

        init(environment: [String: String] = [:], arguments: [String] = [], record: String? = nil) throws {
            folder = try TemporaryFolder()
            if let record { try folder.write(HardwareTests.recordText(record), to: "driven-lines") }
            try folder.write(RunTests.panel, to: "panel.yaml")
            socket = try NotifySocket(in: folder)
            var environment = environment
            environment["NOTIFY_SOCKET"] = socket.path
            environment["HOLDFAST_SOCKET"] = folder.path + "/panel"
            command = try Command(
                ["run", "panel.yaml", "--runtime-directory", folder.path] + arguments, environment: environment,
                folder: folder.url)
            ready = try socket.next()
        }

        /// Ends the daemon as systemd does.
        func stop() throws -> Command.Outcome {
            command.send(SIGTERM)
            return try command.waitForEnd()
        }
    }

    @Test("run notifies readiness, status and stopping, and ends within a second", arguments: [SIGTERM, SIGINT])
    func life(signal: Int32) throws {
        let daemon = try Daemon()
        #expect(daemon.ready == ["READY=1", "STATUS=Test: 1 control, 1 button, 0 lights, on the simulated board"])
        let files = try FileManager.default.contentsOfDirectory(atPath: daemon.folder.path)
        #expect(files.contains("driven-lines"))
        let start = ContinuousClock.now
        daemon.command.send(signal)
        #expect(try daemon.socket.next() == ["STOPPING=1", "STATUS=Stopping"])
        let outcome = try daemon.command.waitForEnd()
        #expect(ContinuousClock.now - start < .seconds(1))
        #expect(outcome.status == 0)
        #expect(outcome.output == "")
        #expect(
            outcome.errors
                == "info: panel 'Test' runs: 1 control, 1 button, 0 lights, on the simulated board\ninfo: stopped\n")
        #expect(!FileManager.default.fileExists(atPath: daemon.folder.path + "/driven-lines"))
    }

    @Test(
        "run starts with a damaged record of driven lines, reports it once, and begins a new record",
        arguments: HardwareTests.damagedRecords)
    func damagedRecord(text: String) throws {
        let daemon = try Daemon(record: text)
        #expect(daemon.ready.first == "READY=1")
        let record = try String(contentsOfFile: daemon.folder.path + "/driven-lines", encoding: .utf8)
        #expect(record.hasPrefix("holdfast driven lines 1\n") && record.hasSuffix("\tGPIO18\n"))
        daemon.command.send(SIGHUP)
        #expect(try daemon.socket.next(with: "READY=1").first == "READY=1")
        let outcome = try daemon.stop()
        #expect(outcome.status == 0)
        let told = outcome.errors.split(separator: "\n").filter { $0.contains("record of driven lines") }
        #expect(told.count == 1)
        #expect(told.first?.hasPrefix("error: record of driven lines ") == true)
        #expect(
            told.first?.hasSuffix(
                "; a new record begins, and an output that only an earlier panel drove may still be active") == true)
        #expect(!FileManager.default.fileExists(atPath: daemon.folder.path + "/driven-lines"))
    }

    @Test("the watchdog is notified twice per interval")
    func watchdog() throws {
        let daemon = try Daemon(environment: ["WATCHDOG_USEC": "100000"])
        let start = ContinuousClock.now
        for _ in 0..<5 { #expect(try daemon.socket.next() == ["WATCHDOG=1"]) }
        // The first notification comes at once, the others every 50 ms.
        #expect(ContinuousClock.now - start >= .milliseconds(190))
        #expect(try daemon.stop().status == 0)
    }

    @Test("a watchdog with a tiny interval does not keep the processor busy")
    func hastyWatchdog() throws {
        let daemon = try Daemon(environment: ["WATCHDOG_USEC": "1"])
        #expect(try daemon.socket.next() == ["WATCHDOG=1"])
        let start = ContinuousClock.now
        daemon.socket.skip()
        for _ in 0..<20 { #expect(try daemon.socket.next() == ["WATCHDOG=1"]) }
        #expect(ContinuousClock.now - start >= .milliseconds(10))
        daemon.command.send(SIGTERM)
        #expect(try daemon.socket.next(with: "STOPPING=1") == ["STOPPING=1", "STATUS=Stopping"])
        #expect(try daemon.command.waitForEnd().status == 0)
    }

    @Test("a watchdog of another process is ignored")
    func watchdogOfAnother() throws {
        let daemon = try Daemon(environment: ["WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"])
        daemon.command.send(SIGTERM)
        #expect(try daemon.socket.next() == ["STOPPING=1", "STATUS=Stopping"])
        #expect(try daemon.command.waitForEnd().status == 0)
    }

    @Test("SIGHUP reads the file again")
    func reload() throws {
        let daemon = try Daemon()
        let other =
            Self.panel.replacing("name: Test", with: "name: Other")
            + "lights: {lamp: {line: GPIO26, shows: lamp}}\n"
        try daemon.folder.write(other, to: "panel.yaml")
        daemon.command.send(SIGHUP)
        let reloading = try daemon.socket.next()
        #expect(reloading.first == "RELOADING=1")
        #expect(reloading.contains { $0.wholeMatch(of: /MONOTONIC_USEC=[0-9]+/) != nil })
        #expect(reloading.last == "STATUS=Reading panel.yaml")
        #expect(
            try daemon.socket.next() == [
                "READY=1", "STATUS=Other: 1 control, 1 button, 1 light, on the simulated board",
            ])
        let outcome = try daemon.stop()
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.contains(
                "info: panel 'Other' read again: 1 control, 1 button, 1 light, on the simulated board\n"))
    }

    @Test("SIGHUP with a broken file is reported, and the panel continues unchanged")
    func brokenReload() throws {
        let daemon = try Daemon()
        try daemon.folder.write(Self.panel.replacing("hold: lamp", with: "hold: lmp"), to: "panel.yaml")
        daemon.command.send(SIGHUP)
        #expect(try daemon.socket.next().first == "RELOADING=1")
        #expect(
            try daemon.socket.next(with: "READY=1") == [
                "READY=1",
                Self.status(fault: " (an error in line 5)", why: "holdfast check panel.yaml and the journal show why"),
            ])
        #expect(FileManager.default.fileExists(atPath: daemon.folder.path + "/driven-lines"))
        // The corrected file is read again.
        try daemon.folder.write(Self.panel, to: "panel.yaml")
        daemon.command.send(SIGHUP)
        #expect(
            try daemon.socket.next(with: "READY=1") == [
                "READY=1", "STATUS=Test: 1 control, 1 button, 0 lights, on the simulated board",
            ])
        let outcome = try daemon.stop()
        #expect(outcome.status == 0)
        let lines = outcome.errors.split(separator: "\n").map(String.init)
        #expect(lines.contains { $0.hasPrefix("error: panel.yaml:5:") && $0.contains("'lamp'") })
        #expect(lines.contains("error: panel.yaml cannot be used; the panel goes on as it was"))
        expectPlainEnglish(outcome)
    }

    @Test("attack: run, SIGHUP and up refuse a panel's file that others can write; check notes the refusal")
    func untrustedFile() throws {
        let daemon = try Daemon()
        let path = daemon.folder.path + "/panel.yaml"
        chmod(path, 0o666)
        daemon.command.send(SIGHUP)
        #expect(
            try daemon.socket.next(with: "READY=1") == ["READY=1", Self.status(fault: ", since others can change it")])
        let outcome = try daemon.stop()
        #expect(outcome.status == 0)
        let user = geteuid() == 0 ? "root" : "root and user \(geteuid())"
        let reason = "others than \(user) may write the file \(path) (mode 666); chmod go-w \(path)\n"
        #expect(outcome.errors.contains("error: panel.yaml:1:1: error: \(reason)"))
        for arguments in [["run", "panel.yaml", "--socket", daemon.folder.path + "/panel"], ["up", "panel.yaml"]] {
            let outcome = try Command(arguments, folder: daemon.folder.url).waitForEnd()
            #expect(outcome.status == 1)
            #expect(outcome.errors == "panel.yaml:1:1: error: \(reason)")
        }
        let check = try Command.run("check", "panel.yaml", folder: daemon.folder.url)
        #expect(check.status == 0, "who checks a file may not be the user who runs the panel")
        #expect(check.errors == "panel.yaml:1:1: note: 'run' and 'up' refuse this file: \(reason)")
        expectPlainEnglish(check)
    }

    @Test(
        "SIGHUP with a missing board is reported, and the panel continues without an effect",
        .disabled(if: HardwareTests.hasChips))
    func reloadOfMissingBoard() throws {
        let daemon = try Daemon()
        try daemon.folder.write(Self.panel.replacing("simulated", with: "pinctrl-rp1"), to: "panel.yaml")
        daemon.command.send(SIGHUP)
        #expect(try daemon.socket.next(with: "READY=1") == ["READY=1", Self.status(fault: " (an error in line 3)")])
        let outcome = try daemon.stop()
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("error: panel.yaml:3:8: error: no GPIO chip"))
    }

    @Test("a closed log does not end the daemon")
    func closedLog() throws {
        let daemon = try Daemon()
        #expect(
            try daemon.command.nextErrorLine()
                == "info: panel 'Test' runs: 1 control, 1 button, 0 lights, on the simulated board")
        daemon.command.closeErrors()
        daemon.command.send(SIGHUP)
        #expect(
            try daemon.socket.next(with: "READY=1").last
                == "STATUS=Test: 1 control, 1 button, 0 lights, on the simulated board")
        #expect(try daemon.stop().status == 0)
    }

    @Test("each line of the journal has its priority")
    func journal() throws {
        let daemon = try Daemon(environment: ["JOURNAL_STREAM": "8:1234"])
        let outcome = try daemon.stop()
        #expect(
            outcome.errors
                == "<6>panel 'Test' runs: 1 control, 1 button, 0 lights, on the simulated board\n<6>stopped\n")
    }

    @Test("--log-level limits the logged lines")
    func logLevel() throws {
        #expect(try Daemon(arguments: ["--log-level", "warning"]).stop().errors == "")
    }

    @Test("run without a runtime directory keeps no record, and a notice says the consequence")
    func noRecord() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.panel, to: "panel.yaml")
        let socket = try NotifySocket(in: folder)
        let command = try Command(
            ["run", "panel.yaml", "--socket", folder.path + "/panel"], environment: ["NOTIFY_SOCKET": socket.path],
            folder: folder.url)
        _ = try socket.next(with: "READY=1")
        command.send(SIGTERM)
        let outcome = try command.waitForEnd()
        #expect(outcome.status == 0)
        #expect(
            outcome.errors.hasPrefix(
                "notice: no runtime directory: 'holdfast safe' will not know what to do if this process is killed\n"))
    }

    @Test("run does not start a panel with errors")
    func broken() throws {
        let folder = try TemporaryFolder()
        try folder.write("name: Test\n", to: "panel.yaml")
        let outcome = try Command.run(
            "run", "panel.yaml", "--runtime-directory", folder.path, "--socket", folder.path + "/panel",
            folder: folder.url)
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("panel.yaml:1:1: error: "))
        expectPlainEnglish(outcome)
    }

    @Test("two panels do not share a record")
    func takenDirectory() throws {
        let daemon = try Daemon()
        let path = daemon.folder.path
        let second = try Command.run(
            "run", "config/simulated.yaml", "--runtime-directory", path, "--socket", path + "/other/panel")
        #expect(second.status == 1)
        #expect(
            second.errors
                == "holdfast: another panel keeps its record in \(path); give this one a folder of its own with --runtime-directory\n"
        )
        #expect(try daemon.stop().status == 0)
    }

    @Test("run reports a runtime directory that cannot be made")
    func noDirectory() throws {
        let outcome = try Command.run("run", "config/simulated.yaml", "--runtime-directory", "/proc/nowhere/x")
        #expect(outcome.status == 1)
        #expect(outcome.errors == "holdfast: /proc/nowhere/x: mkdir: No such file or directory\n")
    }

    @Test("E2 a remark about an extension is a warning in the log")
    func noted() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            Self.panel + "extensions: [{name: focus, domain: org.example.focus}]\n", to: "panel.yaml")
        let sockets = folder.path + "/extensions"
        try FileManager.default.createDirectory(atPath: sockets, withIntermediateDirectories: false)
        let server = await VarlinkServer(
            product: "Focus", version: "1",
            interfaces: [
                VarlinkInterface(
                    name: ExtensionInterface.name, description: HoldfastInterfaces.extension,
                    methods: [
                        .method(ExtensionInterface.Describe.self, streams: true) { _, call in
                            let controls = [DescribedControl(kind: "a.b", displayName: "B")]
                            call.stream(partsOf: ExtensionDescription(displayName: "focus", controls: controls))
                        }
                    ])
            ])
        try await server.listen(path: sockets + "/focus", mode: 0o600)
        let command = try Command(
            ["run", "panel.yaml", "--runtime-directory", folder.path, "--socket", folder.path + "/panel"],
            folder: folder.url)
        var lines: [String] = []
        while lines.last?.contains("ready") != true, let line = try command.nextErrorLine() { lines.append(line) }
        #expect(lines.contains("info: extension 'focus': starting"))
        #expect(
            lines.last == "warning: extension 'focus': ready: left out: the kind 'a.b' is not in the domain "
                + "'org.example.focus'")
        command.send(SIGTERM)
        #expect(try command.waitForEnd().status == 0)
        await server.stop()
    }

    @Test("a missing panel's file, or one with errors, leaves no folder behind")
    func unreadable() throws {
        let folder = try TemporaryFolder()
        try folder.write("name: Test\n", to: "broken.yaml")
        for file in ["missing.yaml", "broken.yaml"] {
            let outcome = try Command.run(
                "run", file, "--runtime-directory", "runtime", "--socket", "sockets/panel", folder: folder.url)
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasPrefix("\(file):1:1: error: "))
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["broken.yaml"])
    }

    @Test("run does not start with an impossible socket", arguments: ["/proc/nowhere/panel", "panel.yaml/panel"])
    func noSocket(path: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.panel, to: "panel.yaml")
        let outcome = try Command.run(
            "run", "panel.yaml", "--runtime-directory", folder.path, "--socket", path, folder: folder.url)
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("holdfast: \(path.dropLast("/panel".count)): "))
        #expect(outcome.errors.split(separator: "\n").count == 1)
    }

    @Test("the folders of sockets are made for their user only, whatever the umask")
    func socketFolders() throws {
        let daemon = try Daemon(arguments: ["--socket", "sockets/panel"])
        for name in ["sockets", "sockets/extensions"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: daemon.folder.path + "/" + name)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
        #expect(try daemon.stop().status == 0)
    }

    @Test("run does not start if the service manager passes a descriptor that is no socket")
    func passedDescriptor() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.panel, to: "panel.yaml")
        let command = try Command(
            [
                "-c",
                "LISTEN_PID=$$ exec \(Command.program) run panel.yaml --runtime-directory . --socket ./panel 3</dev/null",
            ], environment: ["LISTEN_FDS": "1", "LISTEN_FDNAMES": "panel"], folder: folder.url, program: "/bin/sh")
        let outcome = try command.waitForEnd()
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "holdfast: the service manager's socket 'panel' is not a listening UNIX stream socket; "
                + "see holdfast.socket\n")
    }

    @Test(
        "run without requested sockets, and without access to the standard place, works and prints a notice",
        .enabled(if: geteuid() != 0 && access("/run/holdfast", W_OK) != 0))
    func noStandardPlace() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.panel, to: "panel.yaml")
        let socket = try NotifySocket(in: folder)
        let command = try Command(
            ["run", "panel.yaml", "--runtime-directory", folder.path], environment: ["NOTIFY_SOCKET": socket.path],
            folder: folder.url)
        _ = try socket.next(with: "READY=1")
        #expect(
            try command.nextErrorLine()?.wholeMatch(
                of: /notice: no sockets: \/run\/holdfast.*; other programs cannot speak to this panel \(--socket PATH\)/
            )
                != nil)
        command.send(SIGTERM)
        #expect(try command.waitForEnd().status == 0)
    }
}
