import Foundation
import Glibc
import Testing

/// `holdfast up`: the core, with scripts as extensions.
@Suite(.serialized)
struct UpTests {
    /// A launcher in a folder with a panel and programs.
    private final class Launched {
        let folder: TemporaryFolder
        let command: Command

        /// - Parameter programs: Shell scripts by the names of their extensions.
        init(_ programs: [(name: String, script: String)], arguments: [String] = []) throws {
            folder = try TemporaryFolder()
            let extensions = programs.map {
                "  - {name: \($0.name), domain: x.\($0.name), program: [./\($0.name), one]}\n"
            }
            try folder.write(
                """
                name: Test
                domain: org.example.test
                board: simulated
                controls: {lamp: {toggle: {line: GPIO18}}}

                """ + (extensions.isEmpty ? "" : "extensions:\n" + extensions.joined()), to: "panel.yaml")
            for program in programs {
                try folder.writeProgram("#!/bin/sh\n" + program.script + "\n", to: program.name)
            }
            command = try Command(
                ["up", "panel.yaml"] + arguments, environment: ["XDG_RUNTIME_DIR": folder.path], folder: folder.url)
        }

        /// Starts another launcher in the same place, after its panel has started.
        func again(_ file: String = "panel.yaml") throws -> Command {
            let command = try Command(
                ["up", file], environment: ["XDG_RUNTIME_DIR": folder.path], folder: folder.url)
            _ = try command.nextLine(with: "panel 'Test' runs")
            return command
        }

        /// The folders for sockets that the launcher has left.
        var leftFolders: [String] {
            get throws {
                try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("holdfast-up") }
            }
        }

        /// The number at the end of the next line that contains `text`.
        func process(_ text: String) throws -> pid_t {
            let line = try command.nextLine(with: text)
            return try #require(line.split(separator: " ").last.flatMap { pid_t($0) }, "\(line)")
        }
    }

    /// A script that prints its process ID and that of a child, and waits.
    private static let staying = "sleep 600 & echo child $!; echo self $$; wait"

    /// Waits until the process has ended, or is a zombie.
    private func expectGone(_ process: pid_t, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let end = ContinuousClock.now + Command.patience
        while kill(process, 0) == 0, try !isZombie(process) {
            guard ContinuousClock.now < end else {
                kill(process, SIGKILL)
                Issue.record("\(process) is still there", sourceLocation: sourceLocation)
                return
            }
            sched_yield()
        }
    }

    private func isZombie(_ process: pid_t) throws -> Bool {
        guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
        return status.split(separator: ")").last?.hasPrefix(" Z") == true
    }

    @Test("the panel reads its file again when the file is saved, and keeps the old panel over errors")
    func saving() throws {
        let launched = try Launched([])
        let command = launched.command
        _ = try command.nextLine(with: "panel 'Test' runs: 1 control")
        try launched.folder.write(
            """
            name: Test
            domain: org.example.test
            board: simulated
            controls: {lamp: {toggle: {line: GPIO18}}, fan: {toggle: {line: GPIO19}}}

            """, to: "panel.yaml")
        _ = try command.nextLine(with: "panel 'Test' read again: 2 controls")
        try launched.folder.write("name: [", to: "panel.yaml")
        _ = try command.nextLine(with: "the panel goes on as it was")
        command.send(SIGINT)
        #expect(try command.waitForEnd().status == 0)
    }

    @Test("core and extensions print their process IDs and end with one signal", arguments: [SIGINT, SIGTERM, SIGHUP])
    func life(signal: Int32) throws {
        let launched = try Launched([
            ("focus", "echo \"$HOLDFAST_EXTENSION $1 at $HOLDFAST_SOCKET\"; " + Self.staying)
        ])
        let command = launched.command
        let greeting = try #require(try command.nextLine())
        let match = try #require(
            greeting.wholeMatch(of: /up    \| talk to it: export HOLDFAST_SOCKET=(.*)\/panel(.*)/), "\(greeting)"
        )
        let folder = String(match.1)
        #expect(folder.hasPrefix(launched.folder.path + "/holdfast-up-"))
        #expect(match.2 == (geteuid() == 0 ? "" : ", or run 'holdfast list' in the folder of panel.yaml"))
        var status = stat()
        #expect(stat(folder + "/extensions", &status) == 0)
        #expect(status.st_mode & 0o777 == 0o700)
        var lines: [String] = []
        while lines.count < 6, let line = try command.nextLine() {
            // This machine may use the port for something else.
            if !line.contains("another program listens at 127.0.0.1:8080") { lines.append(line) }
        }
        let page = try #require(lines.firstIndex { $0.hasPrefix("page  | the page is at http://127.0.0.1:") })
        lines.remove(at: page)
        let board = try #require(lines.firstIndex { $0.hasPrefix("page  | the virtual panel is at http://127.0.0.1:") })
        #expect(lines.remove(at: board).contains(/\/#\/board\/[0-9a-f]{32}$/))
        let core = try #require(lines.firstIndex { $0.hasPrefix("core  |") })
        #expect(
            lines.remove(at: core)
                == "core  | info: panel 'Test' runs: 1 control, 0 buttons, 0 lights, on the simulated board")
        #expect(lines[0] == "focus | focus one at \(folder)/panel")
        let processes = lines.dropFirst().compactMap { $0.split(separator: " ").last.flatMap { pid_t($0) } }
        #expect(processes.count == 2)
        command.send(signal)
        let outcome = try command.waitForEnd()
        #expect(outcome.status == 0)
        #expect(outcome.output == "core  | info: stopped\n")
        #expect(outcome.errors == "")
        for process in processes { try expectGone(process) }
        #expect(try launched.leftFolders == [])
    }

    @Test("up runs a panel with PIN pads, with people, guarded controls and the trail while it runs")
    func lock() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            name: Test
            domain: org.example.test
            board: simulated
            controls: {door: {button: {pulse: GPIO23, for: 1s}, authentication: required}}
            keypad:
              - {name: door, rows: [GPIO5], columns: [GPIO6, GPIO16], keys: ["1#"]}
              - {name: desk, device: /dev/input/by-id/pad}

            """, to: "panel.yaml")
        let up = try Command(["up", "panel.yaml"], environment: ["XDG_RUNTIME_DIR": folder.path], folder: folder.url)
        let greeting = try up.nextLine(with: "talk to it")
        let socket = try #require(greeting.firstMatch(of: /HOLDFAST_SOCKET=(\S+)/)?.1)
        // The lock lacks only a person with a PIN.
        #expect(
            try up.nextLine(with: "fault").contains("nobody"), "no key, store or device is waited for")
        func holdfast(_ arguments: String..., input: String? = nil) throws -> Command.Outcome {
            try Command(arguments, environment: ["HOLDFAST_SOCKET": String(socket)], input: input).waitForEnd()
        }
        _ = try up.nextLine(with: "panel 'Test' runs")
        #expect(try holdfast("list").output.contains("PIN"))
        #expect(try holdfast("perform", "door").status == 1)
        let added = try holdfast("pin", "add", "alice", input: "271905\n")
        #expect(added.status == 0, "\(added.errors)")
        let performed = try holdfast("perform", "door", "--unlock", input: "271905\n")
        #expect(performed.status == 0, "\(performed.errors)")
        #expect(try holdfast("status").output.contains("no faults"))
        let log = try holdfast("log").output.split(separator: "\n")
        #expect(log.count >= 4)
        #expect(log.contains { $0.contains("alice performed 'Test'") }, "\(log)")
        up.send(SIGINT)
        #expect(try up.waitForEnd().status == 0)
    }

    @Test("a program starts with empty input, two outputs, no other descriptor, no signal blocked or ignored")
    func inheritance() throws {
        let launched = try Launched([
            (
                "focus",
                "exec python3 -c 'import os,signal\nprint(sorted(os.listdir(\"/proc/self/fd\"))[:3], end=\" \")\n"
                    + "print(len(os.listdir(\"/proc/self/fd\")) - 1, os.read(0, 1), end=\" \")\n"
                    + "for l in open(\"/proc/self/status\"):\n"
                    + "  if l[:6] in (\"SigBlk\", \"SigIgn\"): print(hex(int(l[7:], 16) & ~0x180000000), end=\" \")\n"
                    + "print(os.getpgid(0) == os.getpid(), flush=True)\nsignal.pause()'"
            )
        ])
        let line = try launched.command.nextLine(with: "[")
        // Python itself ignores SIGPIPE and SIGXFSZ. Two signals belong to the C library and cannot be set.
        #expect(line == "focus | ['0', '1', '2'] 3 b'' 0x0 0x1001000 True")
        launched.command.send(SIGINT)
        #expect(try launched.command.waitForEnd().status == 0)
    }

    @Test("an extension's output may have endless or long lines, and cannot move the terminal's cursor")
    func output() throws {
        let launched = try Launched([
            ("focus", "printf '\\033[2Jred\\r\\n\\n'; printf '%05000d' 1; printf '\\nrest' >&2; exit 3")
        ])
        let command = launched.command
        #expect(try command.nextLine(with: "focus") == "focus | \\u{1B}[2Jred")
        #expect(try command.nextLine(with: "focus") == "focus | ")
        #expect(try command.nextLine(with: "focus") == "focus | " + String(repeating: "0", count: 4_096))
        #expect(try command.nextLine(with: "focus") == "focus | " + String(repeating: "0", count: 903) + "1")
        #expect(try command.nextLine(with: "focus") == "focus | rest")
        #expect(try command.nextLine(with: "focus") == "up    | focus ended: exit code 3; started again in 1s")
        command.send(SIGINT)
        #expect(try command.waitForEnd().status == 0)
    }

    @Test("E2 an extension that crashes is started again, and the processes it left are ended")
    func crash() throws {
        let launched = try Launched([("focus", "sleep 600 & echo child $!; kill -SEGV $$")])
        let command = launched.command
        let left = try launched.process("child")
        #expect(
            try command.nextLine(with: "up    |") == "up    | focus ended: killed by signal 11; started again in 1s")
        try expectGone(left)
        let next = try launched.process("child")
        #expect(next != left)
        #expect(
            try command.nextLine(with: "up    |") == "up    | focus ended: killed by signal 11; started again in 2s")
        command.send(SIGINT)
        #expect(try command.waitForEnd().status == 0)
        try expectGone(next)
    }

    @Test("a program that cannot be started is reported with its place in the file, and no process is started")
    func missing() throws {
        let folder = try TemporaryFolder()
        try folder.write("", to: "plain")
        try folder.write(
            """
            name: Test
            domain: org.example.test
            board: simulated
            extensions:
              - {name: one, domain: x.one, program: [./missing]}
              - {name: two, domain: x.two, program: [holdfast-no-such-program]}
              - {name: three, domain: x.three, program: [./plain]}
              - {name: four, domain: x.four, program: [/]}
              - {name: five, domain: x.five}

            """, to: "panel.yaml")
        let path = folder.path + "/panel.yaml"
        let outcome = try Command.run("up", path, environment: ["XDG_RUNTIME_DIR": folder.path])
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(
            outcome.errors == """
                \(path):5:12: error: extension 'one' cannot be started: \(folder.path)/missing: No such file or directory
                \(path):6:12: error: extension 'two' cannot be started: 'holdfast-no-such-program' is in no folder of \
                $PATH; a program beside the panel's file is './holdfast-no-such-program'
                \(path):7:12: error: extension 'three' cannot be started: \(folder.path)/plain: Permission denied
                \(path):8:12: error: extension 'four' cannot be started: / is a directory

                """)
        #expect(Set(try FileManager.default.contentsOfDirectory(atPath: folder.path)) == ["plain", "panel.yaml"])
    }

    @Test("up does not start a panel with errors")
    func broken() throws {
        let folder = try TemporaryFolder()
        try folder.write("name: Test\n", to: "panel.yaml")
        let outcome = try Command.run("up", "panel.yaml", folder: folder.url)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("panel.yaml:1:1: error: "))
        #expect(outcome.output == "")
    }

    @Test("the core's end ends all processes, and up exits with the core's status")
    func coreEnds() throws {
        let launched = try Launched([("focus", Self.staying)])
        let extensionProcess = try launched.process("self")
        let core = try child(of: launched.command.processIdentifier, with: "run")
        kill(core, SIGKILL)
        let outcome = try launched.command.waitForEnd()
        #expect(outcome.status == 128 + SIGKILL)
        #expect(outcome.output.contains("up    | core ended: killed by signal 9\n"))
        try expectGone(extensionProcess)
        #expect(try launched.leftFolders == [])
    }

    @Test("an extension that ignores its end is killed, and at once after a second Ctrl-C")
    func stubborn() throws {
        let launched = try Launched([("focus", "trap '' TERM; echo self $$; while :; do sleep 600; done")])
        // A core that has not begun would end without a word.
        var lines: [String] = []
        while !["self", "panel 'Test' runs"].allSatisfy({ word in lines.contains { $0.contains(word) } }) {
            lines.append(try #require(try launched.command.nextLine()))
        }
        let process = try #require(
            lines.first { $0.contains("self") }?.split(separator: " ").last.flatMap { pid_t($0) })
        let start = ContinuousClock.now
        launched.command.send(SIGINT)
        _ = try launched.command.nextLine(with: "info: stopped")
        launched.command.send(SIGINT)
        let outcome = try launched.command.waitForEnd()
        #expect(ContinuousClock.now - start < .seconds(4))
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("up    | focus has not ended yet: it is killed\n"))
        try expectGone(process)
    }

    @Test("killing the launcher ends all processes, and the core makes its outputs inactive")
    func launcherKilled() throws {
        let launched = try Launched([("focus", Self.staying)])
        let left = [try launched.process("child"), try launched.process("self")]
        let core = try child(of: launched.command.processIdentifier, with: "run")
        launched.command.send(SIGKILL)
        #expect(try launched.command.waitForEnd().status == -SIGKILL)
        for process in left + [core] { try expectGone(process) }
        let folder = try #require(try launched.leftFolders.first)
        #expect(!FileManager.default.fileExists(atPath: launched.folder.path + "/\(folder)/driven-lines"))
        // The next launcher replaces the files that this one has left.
        let next = try launched.again()
        #expect(try launched.leftFolders == [folder])
        next.send(SIGINT)
        #expect(try next.waitForEnd().status == 0)
        #expect(try launched.leftFolders == [])
    }

    @Test("a launcher removes neither another's folder nor one with a record, nor one that only has such a name")
    func othersFolders() throws {
        let launched = try Launched([])
        _ = try launched.command.nextLine(with: "runs")
        let kept = launched.folder.url.appending(path: "holdfast-up-1-record")
        let unlocked = launched.folder.url.appending(path: "holdfast-up-1-new")
        for folder in [kept, unlocked] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        }
        for file in ["launcher", "driven-lines"] { try Data().write(to: kept.appending(path: file)) }
        try FileManager.default.createSymbolicLink(
            at: launched.folder.url.appending(path: "holdfast-up-1-link"), withDestinationURL: unlocked)
        let before = Set(try launched.leftFolders)
        #expect(before.count == 4)
        let text = try String(contentsOfFile: launched.folder.path + "/panel.yaml", encoding: .utf8)
        try launched.folder.write(text, to: "other.yaml")
        let next = try launched.again("other.yaml")
        #expect(Set(try launched.leftFolders).isSuperset(of: before))
        for command in [next, launched.command] {
            command.send(SIGINT)
            #expect(try command.waitForEnd().status == 0)
        }
        #expect(try launched.leftFolders.count == 3)
        try FileManager.default.removeItem(at: kept.appending(path: "driven-lines"))
        let last = try launched.again()
        #expect(!FileManager.default.fileExists(atPath: kept.path), "its record is gone")
        last.send(SIGINT)
        #expect(try last.waitForEnd().status == 0)
    }

    @Test("a closed output ends all processes")
    func closedOutput() throws {
        let launched = try Launched([("focus", Self.staying), ("other", Self.staying)])
        let processes = [
            try launched.process("self"), try launched.process("self"),
            try child(of: launched.command.processIdentifier, with: "run"),
        ]
        launched.command.closeOutput()
        // The launcher has a line to print and no reader.
        kill(processes[0], SIGKILL)
        #expect(try launched.command.waitForEnd().status == 0)
        for process in processes { try expectGone(process) }
        #expect(try launched.leftFolders == [])
    }

    /// The child of a process whose second argument is `word`, once the child exists.
    private func child(of parent: pid_t, with word: String) throws -> pid_t {
        let end = ContinuousClock.now + Command.patience
        while ContinuousClock.now < end {
            let path = "/proc/\(parent)/task/\(parent)/children"
            let children = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
            for child in children.split(separator: " ").compactMap({ pid_t($0) }) {
                let words = (try? String(contentsOfFile: "/proc/\(child)/cmdline", encoding: .utf8)) ?? ""
                if words.split(separator: "\0").dropFirst().first == word[...] { return child }
            }
            sched_yield()
        }
        throw Deadline.Passed(what: "a child of \(parent)")
    }
}
