import Foundation
import Glibc
import Testing

/// `holdfast press`, `sense` and `keys`, and the way in which commands find the panel of `holdfast up`.
@Suite(.serialized)
struct BoardCommandTests {
    private static let nobody: UInt32 = 65_534

    /// A launcher and a folder with its panel, for a user who is not root.
    private final class Launched {
        static let yaml = """
            name: Test
            domain: org.example.test
            board: simulated
            controls:
              lamp: {toggle: {line: GPIO18}}
              door: {button: {pulse: GPIO23, for: 1s}, sensor: {line: GPIO24, value_on: Ajar, value_off: Shut}}
              safe: {toggle: {line: GPIO25}, authentication: required}
            buttons:
              action: {line: GPIO17, hold: lamp, hold_time: 200ms}
            keypad: {device: /dev/input/by-id/pad}

            """

        let folder: TemporaryFolder
        let runtime: TemporaryFolder
        private var launchers: [Command] = []
        var up: Command { launchers[0] }

        init(files: [String] = ["panel.yaml"]) throws {
            (folder, runtime) = (try TemporaryFolder(), try TemporaryFolder())
            for file in files { try folder.write(Self.yaml, to: file) }
            for path in [folder.path, runtime.path] + files.map({ folder.path + "/" + $0 }) where geteuid() == 0 {
                try #require(chown(path, BoardCommandTests.nobody, BoardCommandTests.nobody) == 0)
            }
            launchers = [try start(files[0])]
        }

        func start(_ file: String) throws -> Command {
            let up = try command(["up", file])
            _ = try up.nextLine(with: "panel 'Test' runs")
            return up
        }

        /// Starts a command in the panel's folder.
        func command(
            _ arguments: [String], asRoot: Bool = false, environment: [String: String] = [:], folder: URL? = nil
        ) throws -> Command {
            var words = [Command.program] + arguments
            if geteuid() == 0 && !asRoot {
                let user = BoardCommandTests.nobody
                words = ["/usr/bin/setpriv", "--reuid=\(user)", "--regid=\(user)", "--clear-groups"] + words
            }
            return try Command(
                Array(words.dropFirst()),
                environment: ["XDG_RUNTIME_DIR": runtime.path].merging(environment) { $1 },
                folder: folder ?? self.folder.url, program: words[0])
        }

        func run(_ arguments: String..., asRoot: Bool = false) throws -> Command.Outcome {
            try command(arguments, asRoot: asRoot).waitForEnd()
        }

        /// The line of the panel's list for that control.
        func shown(_ control: String) throws -> String {
            try run("list").output.split(separator: "\n").first { $0.hasPrefix("org.example.test.\(control) ") }.map(
                String.init) ?? ""
        }

        func stop() throws {
            up.send(SIGINT)
            #expect(try up.waitForEnd().status == 0)
            #expect(try FileManager.default.contentsOfDirectory(atPath: runtime.path) == [])
        }
    }

    private static let notice = "holdfast: the panel of panel.yaml ('holdfast up')\n"
    private static let installed = "no panel answers at /run/holdfast/panel"

    @Test("press holds a simulated button, sense moves a sensor, keys types, and each names its panel")
    func working() throws {
        let launched = try Launched()
        let begin = ContinuousClock.now
        let press = try launched.run("press", "action", "--for", "300ms")
        #expect(press.status == 0 && press.output == "" && press.errors == Self.notice)
        #expect(ContinuousClock.now - begin >= .milliseconds(300))
        #expect(try launched.shown("lamp").contains("On"))
        #expect(try launched.shown("door").contains("Shut"))
        let sense = try launched.run("sense", "GPIO24", "active")
        #expect(sense.status == 0 && sense.errors == Self.notice)
        let monitor = try launched.command(["monitor"])
        while let line = try monitor.nextLine(), !line.contains("Ajar") {}
        let keys = try launched.run("keys", "1#")
        #expect(keys.status == 0 && keys.errors == Self.notice)
        // A tap only shows the hint.
        #expect(try launched.run("press", "action").status == 0)
        #expect(try launched.shown("lamp").contains("On"))
        monitor.send(SIGINT)
        try launched.stop()
    }

    @Test("an impossible press, sensor or key is refused in one line with the possible ones")
    func slips() throws {
        let launched = try Launched()
        let slips = [
            (["press", "acton"], "no button 'acton'; did you mean 'action'?"),
            (["press", "action", "--for", "2h"], "refused: a press lasts from 1 ms to 1 h"),
            (["press", "action", "--for", "0s"], "refused: a press lasts from 1 ms to 1 h"),
            (["press", "action", "--for", "1000d"], "refused: a press lasts from 1 ms to 1 h"),
            (["sense", "GPIO17", "active"], "refused: GPIO17 is not a sensor: it belongs to button action"),
            (["sense", "GPIO23", "active"], "refused: GPIO23 is not a sensor: it belongs to control door"),
            (["keys", "12x"], "refused: the pad has no key for character 3; it has 0123456789*#"),
            (["keys", "1", "--keypad", "front"], "the panel has no keypad 'front'"),
        ]
        for (arguments, message) in slips {
            let outcome = try launched.command(arguments).waitForEnd()
            #expect(outcome.status == 1)
            #expect(outcome.errors == Self.notice + "holdfast: \(message)\n")
        }
        for arguments in [
            ["press", "action", "--for", "soon"], ["press", "action", "--for", "999999999999d"], ["press"],
            ["sense", "GPIO24", "on"],
            ["keys"],
        ] {
            #expect(try launched.command(arguments).waitForEnd().status == 64)
        }
        try launched.stop()
    }

    @Test("an interrupted press releases the button")
    func interrupted() throws {
        let launched = try Launched()
        let press = try launched.command(["press", "action", "--for", "1h"])
        let monitor = try launched.command(["monitor"])
        while let line = try monitor.nextLine(), !line.contains("On") {}
        press.send(SIGKILL)
        _ = try press.waitForEnd()
        // The panel notices the client's end before the next client's call, or reports that it has not.
        while try launched.run("press", "action").status != 0 {}
        monitor.send(SIGINT)
        try launched.stop()
    }

    @Test("press, sense and keys report a panel without a simulated board")
    func noBoard() async throws {
        let panel = try await FakePanel()
        for arguments in [["press", "action"], ["sense", "GPIO24", "active"], ["keys", "1"]] {
            let outcome = try Command(arguments, environment: ["HOLDFAST_SOCKET": panel.path]).waitForEnd()
            #expect(outcome.status == 1)
            #expect(
                outcome.errors == "holdfast: the panel at \(panel.path) runs on no simulated board "
                    + "('board: simulated' in its file), and nothing else moves its lines\n")
        }
    }

    @Test("root, the variable and --socket do not search the folder, and another folder has no panel of 'up'")
    func others() throws {
        let launched = try Launched()
        if geteuid() == 0 {
            let root = try launched.run("list", asRoot: true)
            #expect(root.status == 1 && root.errors.contains(Self.installed), "\(root.errors)")
        }
        let elsewhere = try TemporaryFolder()
        for (arguments, environment, folder) in [
            (["list"], ["HOLDFAST_SOCKET": "/nowhere"], launched.folder),
            (["list", "--socket", "/nowhere"], [:], launched.folder),
            (["list"], [:], elsewhere),
        ] {
            let outcome = try launched.command(arguments, environment: environment, folder: folder.url).waitForEnd()
            #expect(outcome.status == 1)
            #expect(outcome.errors.hasPrefix("holdfast: no panel answers at "), "\(outcome.errors)")
        }
        try launched.stop()
    }

    @Test("a folder or socket that another user owns or can write is not found")
    func foreign() throws {
        try #require(geteuid() == 0, "needs two users")
        let launched = try Launched()
        let name = try #require(try FileManager.default.contentsOfDirectory(atPath: launched.runtime.path).first)
        let place = launched.runtime.path + "/" + name
        #expect(try launched.run("list").status == 0)
        for path in [launched.folder.path, place, place + "/panel"] {
            try #require(lchown(path, 0, 0) == 0)
            // The socket itself is open to all users, so that only its owner prevents its use.
            try #require(chmod(place + "/panel", 0o666) == 0 && chmod(place, 0o755) == 0)
            let outcome = try launched.run("list")
            #expect(outcome.errors.contains(Self.installed), "\(path): \(outcome.errors)")
            try #require(lchown(path, Self.nobody, Self.nobody) == 0)
        }
        try #require(chmod(place, 0o777) == 0)
        #expect(try launched.run("list").errors.contains(Self.installed))
        try #require(chmod(place, 0o700) == 0)
        #expect(try launched.run("list").errors == Self.notice)
        try launched.stop()
    }

    @Test("a second 'up' of a file names the first, and with two files in a folder a client must name one")
    func twice() throws {
        let launched = try Launched(files: ["panel.yaml", "a.yaml"])
        for file in ["panel.yaml", "./panel.yaml", launched.folder.path + "/panel.yaml"] {
            let second = try launched.run("up", file)
            #expect(second.status == 1)
            #expect(
                second.errors.contains(
                    "/panel.yaml runs already: 'holdfast up', process \(launched.up.processIdentifier), and answers at "
                ),
                "\(second.errors)")
        }
        #expect(try launched.run("list").errors == Self.notice)
        let other = try launched.start("a.yaml")
        let several = try launched.run("list")
        #expect(several.status == 1)
        #expect(
            several.errors.contains("several panels run from this folder; name one: a.yaml: --socket "),
            "\(several.errors)")
        other.send(SIGINT)
        #expect(try other.waitForEnd().status == 0)
        try launched.stop()
    }

    @Test("the socket of a killed 'up' is not asked, and the next 'up' of the file replaces it")
    func killed() throws {
        let launched = try Launched()
        let name = try FileManager.default.contentsOfDirectory(atPath: launched.runtime.path)
        launched.up.send(SIGKILL)
        _ = try launched.up.waitForEnd()
        #expect(try launched.run("list").errors.contains(Self.installed))
        let next = try launched.command(["up", "panel.yaml"])
        // The previous core may still be ending.
        guard try next.nextLine(with: "panel 'Test' runs") != "" else { return }
        #expect(try FileManager.default.contentsOfDirectory(atPath: launched.runtime.path) == name)
        #expect(try launched.run("list").errors == Self.notice)
        next.send(SIGINT)
        #expect(try next.waitForEnd().status == 0)
    }

    @Test(
        "the socket's path fits for any length of the file's path, and up without XDG_RUNTIME_DIR prints a line to copy"
    )
    func paths() throws {
        let deep = try TemporaryFolder()
        let name = String(repeating: "long-", count: 20)
        let folder = deep.url.appending(path: name).appending(path: name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(Launched.yaml.utf8).write(to: folder.appending(path: name + ".yaml"))
        let up = try Command(
            ["up", folder.path + "/\(name).yaml"], environment: ["XDG_RUNTIME_DIR": deep.path])
        let greeting = try up.nextLine(with: "talk to it")
        #expect(greeting.contains(/export HOLDFAST_SOCKET=\/.*\/holdfast-up-[0-9a-f]{16}\/panel/))
        _ = try up.nextLine(with: "panel 'Test' runs")
        up.send(SIGINT)
        #expect(try up.waitForEnd().status == 0)
        let without = try Command(["up", folder.path + "/\(name).yaml"])
        let line = try without.nextLine(with: "talk to it")
        let export = "| talk to it: export HOLDFAST_SOCKET=/tmp/holdfast-up-\(without.processIdentifier)-"
        #expect(line.contains(export) && line.hasSuffix("/panel"), "\(line)")
        _ = try without.nextLine(with: "panel 'Test' runs")
        without.send(SIGINT)
        #expect(try without.waitForEnd().status == 0)
    }
}
