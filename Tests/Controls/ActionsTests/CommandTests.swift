import Commands
import Controls
import EventLoop
import Foundation
import Glibc
import LocalAPI
import Testing

@testable import Actions

/// Commands that run real programs, performed through the control.
@Suite(.timeLimit(.minutes(1)))
struct CommandTests {
    private let bench: Bench

    init() async throws {
        bench = try await Bench()
    }

    @Test(
        "a failure is one line that says how the command ended",
        arguments: [
            ("echo no >&2; echo 'out of paper' >&2; exit 3", "exit status 3: out of paper"),
            ("echo 'only said'; exit 1", "exit status 1: only said"),
            ("exit 126", "exit status 126"),
            ("kill -SEGV $$", "killed by SIGSEGV"),
            ("kill -RTMIN $$", "killed by signal 34"),
            ("printf 'a\\033[31mb\\n' >&2; exit 1", "exit status 1: a [31mb"),
        ])
    func endings(script: String, failure: String) async throws {
        #expect(try await bench.failure(["sh", "-c", script]) == failure)
    }

    @Test("a successful command has no failure, and its output is in the journal")
    func success() async throws {
        #expect(try await bench.failure(["sh", "-c", "echo one; echo two >&2"]) == nil)
        #expect(Set(bench.journal.all) == ["sh: one", "sh: two"])
    }

    @Test("a program that cannot be run is reported by name with the reason")
    func unrunnable() async throws {
        let plain = try bench.folder.write("text", to: "plain", mode: 0o644)
        // Another process writes the executables. A file that is open for writing here would also be open in a process
        // that another test starts, and could not be executed.
        let orphan = try bench.folder.write("#!/nowhere/sh\n", to: "orphan", mode: 0o755)
        let noFormat = try bench.folder.write("text", to: "text", mode: 0o755)
        #expect(try await bench.failure(["fanctl"]) == "'fanctl' is not there")
        #expect(try await bench.failure(["/nowhere/x"]) == "'/nowhere/x' is not there")

        #expect(try await bench.failure([plain]) == "'\(plain)' cannot be executed: Permission denied")
        #expect(try await bench.failure([orphan]) == "'\(orphan)' cannot be executed: its interpreter is not there")
        #expect(try await bench.failure([noFormat]) == "'\(noFormat)' cannot be executed: Exec format error")

        #expect(try await bench.failure([]) == "'arguments' names no program")
        #expect(try await bench.failure([""]) == "'arguments' names no program")
        #expect(try await bench.failure(["a\0b"]) == "'arguments' has a NUL, which no program can be given")
        #expect(
            try await bench.failure(["true"], folder: "/nowhere")
                == "/nowhere: chdir: No such file or directory")
    }

    @Test("a program is found in PATH as a shell finds it, and the reason it cannot be run where it is")
    func path() async throws {
        _ = try bench.folder.write("text", to: "fanctl", mode: 0o644)
        let bench = try await Bench(environment: ["PATH": "\(bench.folder.path):/usr/bin:/bin"])
        #expect(try await bench.failure(["fanctl"]) == "'fanctl' cannot be executed: Permission denied")
        #expect(try await bench.failure(["true"]) == nil)
    }

    @Test("a relative path of a program is relative to the command's folder")
    func relative() async throws {
        _ = try bench.folder.write("#!/bin/sh\npwd\n", to: "here", mode: 0o755)
        #expect(try await bench.failure(["./here"], folder: bench.folder.path) == nil)
        #expect(bench.journal.all == ["./here: \(bench.folder.path)"])
        #expect(try await bench.failure(["./there"], folder: bench.folder.path) == "'./there' is not there")
    }

    @Test("arguments are passed unchanged, without a shell")
    func noShell() async throws {
        #expect(try await bench.failure(["echo", "$HOME; exit 3", "*", "a b"]) == nil)
        #expect(bench.journal.all == ["echo: $HOME; exit 3 * a b"])
    }

    @Test("a command has three descriptors, an empty input, a group of its own, and no signal ignored or blocked")
    func surroundings() async throws {
        let script = """
            import os, signal
            print(sorted(int(n) for n in os.listdir('/proc/self/fd'))[:3], len(os.listdir('/proc/self/fd')))
            print(os.read(0, 10), os.getpgid(0) == os.getpid())
            lines = dict(l.split(':') for l in open('/proc/self/status'))
            print(int(lines['SigBlk'], 16), int(lines['SigIgn'], 16) & ~(1 << 12 | 1 << 24 | 3 << 31))
            """
        #expect(try await bench.failure(["python3", "-S", "-c", script]) == nil)
        // The extra descriptor is that of the folder's listing. Python itself ignores SIGPIPE and SIGXFSZ, and the C
        // library's own signals cannot be set.
        #expect(
            bench.journal.all == ["python3: [0, 1, 2] 4", "python3: b'' True", "python3: 0 0"])
    }

    @Test("the environment of commands has a fixed set of names")
    func environment() async throws {
        let variables = CommandEnvironment.variables(of: [
            "PATH": "/bin:/usr/bin", "HOME": "/home/x", "NOTIFY_SOCKET": "/run/n", "HOLDFAST_SOCKET": "/run/h",
            "LD_PRELOAD": "x", "LANG": "", "TZ": "UTC", "CREDENTIALS_DIRECTORY": "/c", "LISTEN_FDS": "1",
        ])
        #expect(variables == ["PATH": "/bin:/usr/bin", "HOME": "/home/x", "TZ": "UTC"])
        #expect(CommandEnvironment.variables(of: [:]) == ["PATH": CommandRunner.defaultPath])
        let bench = try await Bench(environment: ["PATH": "/usr/bin:/bin", "TZ": "UTC"])
        #expect(try await bench.failure(["env"]) == nil)
        #expect(Set(bench.journal.all) == ["env: PATH=/usr/bin:/bin", "env: TZ=UTC"])
    }

    // MARK: Time

    @Test("a command that exceeds its time is ended with its group, and the answer does not wait for the end")
    func tookTooLong() async throws {
        let file = bench.folder.path + "/left"
        let script = "(sleep 60; touch \(file)) & sleep 60"
        #expect(try await bench.failure(["sh", "-c", script], timeout: 150) == "took over 150 ms")
        await bench.runtime.commands.idle()
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test("a group that ignores SIGTERM is killed 2 s later")
    func ignoresTermination() async throws {
        let (began, alive) = (ContinuousClock.now, bench.folder.path + "/alive")
        guard mkfifo(alive, 0o600) == 0 else { throw TestFailure("mkfifo") }
        // All processes of the group hold the FIFO open, so that its end is the end of the last one.
        async let text = contents(ofFIFO: alive)
        let script =
            "exec 3> alive; trap '' TERM; echo begun >&3; (trap '' TERM; sleep 60) & while :; do sleep 1; done"
        #expect(
            try await bench.failure(["sh", "-c", script], timeout: 300, folder: bench.folder.path)
                == "took over 300 ms")
        await bench.runtime.commands.idle()
        #expect(ContinuousClock.now - began >= .seconds(2))
        #expect(await text == "begun\n")
    }

    @Test("a process that holds the output open is waited for until the time limit, then ended")
    func heldOpen() async throws {
        let began = ContinuousClock.now
        let failure = try await bench.failure(["sh", "-c", "sleep 60 & exit 0"], timeout: 1_500)
        #expect(
            failure == "took over 1500 ms: it has ended, but a process that it started holds its output open")
        await bench.runtime.commands.idle()
        #expect(ContinuousClock.now - began < .seconds(30))
    }

    @Test("a process outside the group that holds the output open keeps no descriptor here")
    func leftGroup() async throws {
        let script = "setsid sh -c 'echo $$ > pid; exec sleep 60' & exit 0"
        _ = try await bench.failure(["sh", "-c", script], timeout: 400, folder: bench.folder.path)
        await bench.runtime.commands.idle()
        let text = try String(contentsOfFile: bench.folder.path + "/pid", encoding: .utf8)
        let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(process, SIGKILL) == 0)
    }

    @Test("a process that has closed the outputs is left running")
    func leftAlone() async throws {
        let script = "sleep 60 > /dev/null 2>&1 & echo $! > pid"
        #expect(try await bench.failure(["sh", "-c", script], folder: bench.folder.path) == nil)
        await bench.runtime.commands.idle()
        let text = try String(contentsOfFile: bench.folder.path + "/pid", encoding: .utf8)
        let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
        #expect(kill(process, SIGKILL) == 0)
    }

    @Test("C26 a command whose performance is given up is ended")
    func cancelled() async throws {
        let (bench, folder) = (bench, bench.folder.path)
        guard mkfifo(folder + "/begun", 0o600) == 0 else { throw TestFailure("mkfifo") }
        let performing = Task {
            try await bench.failure(["sh", "-c", "echo x > begun; exec sleep 60"], folder: folder)
        }
        // Opening the FIFO for reading returns once the command opens it for writing.
        #expect(await contents(ofFIFO: folder + "/begun") == "x\n")
        performing.cancel()
        #expect(try await performing.value == "nobody waits for it any more")
        await bench.runtime.commands.idle()
    }

    // MARK: Quantity

    @Test("a command that writes 1 GB ends, and the kept and logged output is limited")
    func floods() async throws {
        let failure = try await bench.failure(["head", "-c", "1G", "/dev/zero"], timeout: 60_000)
        #expect(failure == nil)
        #expect(bench.journal.all.last?.hasSuffix(" further bytes of output are left out") == true)
        #expect(bench.journal.all.count <= 20)
        let other = try await bench.failure(["sh", "-c", "yes no | head -c 100M >&2; exit 1"])
        // 100 MiB is not a multiple of a line's three bytes.
        #expect(other == "exit status 1: n")
    }

    @Test("the beginning of a line without an end is shown")
    func longLine() async throws {
        let failure = try await bench.failure(["sh", "-c", "head -c 100000 /dev/zero | tr '\\0' x >&2; exit 1"])
        #expect(failure?.count == "exit status 1: ".count + PlainLine.limit)
    }

    @Test("commands run up to a limit, one more is refused, and the others go on")
    func limit() async throws {
        let bench = bench
        let failures = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<40 { group.addTask { try await bench.failure(["sleep", "1"]) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(failures.filter { $0 == nil }.count == CommandRunner.limit)
        #expect(failures.filter { $0 == "32 commands run already" }.count == 8)
        #expect(try await bench.failure(["true"]) == nil)
    }

    @Test("C28 parameters from a caller cannot change a control's command, and its intent has no name to run by")
    func sealed() async throws {
        let configuration: [String: IntentValue] = ["arguments": .texts(["true"])]
        let reply = try await bench.perform("command", configuration, answers: ["arguments": .texts(["false"])])
        #expect(reply.failure?.contains("arguments") == true)
        #expect(reply.request == nil)
        let evaluation = try await bench.snapshot("command", configuration)
        #expect(evaluation.intent?.isDiscoverable == false)
    }
}

struct TestFailure: Error {
    var what: String

    init(_ what: String) {
        self.what = what
    }
}
