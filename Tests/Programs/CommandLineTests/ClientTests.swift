import EventLoop
import Foundation
import Glibc
import LocalAPI
import Testing

/// The commands for a running panel.
struct ClientTests {
    private func run(_ panel: FakePanel, _ arguments: [String]) throws -> Command.Outcome {
        try Command(arguments, environment: ["HOLDFAST_SOCKET": panel.path]).waitForEnd()
    }

    @Test("list prints a table whose titles cannot move the terminal's cursor")
    func list() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["list"])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(
            outcome.output == #"""
                NAME                     TITLE              VALUE                                           NEEDS       FROM   PLACES
                lamp                     Lamp               Off                                             PIN         panel  buttons.action.hold, lights.lamp
                org.example.focus.timer  Timer\u{1B}[2J\nx  25 min, running, 3 min old, failed: no battery  PIN at pad  focus  -
                org.example.focus.bell   Bell               not known yet, disabled                         -           focus  -

                """#)
    }

    @Test("list --json prints each control on a line, as in the interface")
    func listJSON() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["list", "--json"])
        #expect(outcome.status == 0)
        let controls = try outcome.output.split(separator: "\n").map {
            try JSONDecoder().decode(ListedControl.self, from: Data($0.utf8))
        }
        #expect(controls == FakePanel.controls)
        #expect(!outcome.output.contains("\u{1B}"))
    }

    @Test("list says that a panel has no controls")
    func empty() async throws {
        let panel = try await FakePanel(controls: [])
        #expect(try run(panel, ["list"]).output == "NAME  TITLE  VALUE  NEEDS  FROM  PLACES\n")
        #expect(try run(panel, ["list", "--json"]).output == "")
    }

    @Test("show prints everything about a control")
    func show() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["show", "org.example.focus.timer"])
        #expect(outcome.status == 0)
        #expect(
            outcome.output == #"""
                name          org.example.focus.timer
                title         Timer\u{1B}[2J\nx
                display name  Focus
                does          Counts down.
                value         25 min, running, 3 min old, failed: no battery
                needs         a PIN at the panel's own pad
                hint          Hold for 'Focus'
                status        Started
                tint          #FF0000
                private       state
                from          focus
                places        none
                configured    room=kitchen
                configurable  room: Room (required)
                performs      Start a Timer (StartTimer)
                parameter     timer: Timer: work | a break (required)
                parameter     minutes (default 25)

                """#)
        let json = try run(panel, ["show", "lamp", "--json"]).output
        #expect(try JSONDecoder().decode(ListedControl.self, from: Data(json.utf8)) == FakePanel.controls[0])
    }

    @Test("C24 show prints a control's waiting confirmation, and uses its placement's values for the intent")
    func showWaiting() async throws {
        let panel = try await FakePanel()
        let lines = try run(panel, ["show", "org.example.focus.bell"]).output.split(separator: "\n")
        #expect(lines.contains("asks       Ring the neighbours? (holdfast confirm org.example.focus.bell)"))
        #expect(lines.contains("parameter  bell (default door)"))
    }

    @Test("C24 a waiting perform prints the performance's question beside the result")
    func asked() async throws {
        let panel = try await FakePanel()
        let asked = "reset asks: Really \\u{1B}[31mreset? (holdfast confirm reset)\n"
        for arguments in [["perform", "reset"], ["set", "reset", "on"]] {
            let outcome = try run(panel, arguments)
            #expect(outcome.status == 0)
            #expect(outcome.errors == asked)
            #expect(outcome.output == "reset: Off\n")
        }
    }

    @Test("a name of several controls is refused with all their places")
    func several() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["perform", "twice"])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "holdfast: 'twice' is placed 2 times: twice@lights.a, twice@lights.b; name one\n")
    }

    @Test(
        "with --json an error of any command is one JSON object on standard error",
        arguments: [
            ["show", "lmap"], ["perform", "lmap"], ["set", "lmap", "on"], ["perform", "oven"],
            ["perform", "--intent", "Explode"],
        ])
    func errorJSON(arguments: [String]) async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, arguments + ["--json"])
        #expect(outcome.status == 1)
        let error = try JSONDecoder().decode([String: String].self, from: Data(outcome.errors.utf8))
        let text = try run(panel, arguments).errors
        #expect("holdfast: \(error["error"] ?? "")\n" == text)
        #expect(error.count == 1)
    }

    @Test(
        "with --json a missing panel is a JSON error",
        arguments: ["list", "status", "monitor", "intents", "layout", "gallery"])
    func nobodyJSON(command: String) throws {
        let outcome = try Command.run(command, "--json", "--socket", "/nowhere/panel")
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix(#"{"error":"no panel answers at /nowhere/panel: "#))
    }

    @Test("the error of an unknown control names the nearest one")
    func noSuchControl() async throws {
        let panel = try await FakePanel()
        for command in [["show", "lmap"], ["perform", "lmap"], ["set", "lmap", "on"]] {
            let outcome = try run(panel, command)
            #expect(outcome.status == 1)
            #expect(outcome.output == "")
            #expect(outcome.errors == "holdfast: no control 'lmap'; did you mean 'lamp'?\n")
        }
    }

    @Test("perform and set print the outcome")
    func perform() async throws {
        let panel = try await FakePanel()
        #expect(try run(panel, ["perform", "lamp"]).output == "lamp: On\n")
        #expect(try run(panel, ["set", "lamp", "off"]).output == "lamp: Off\n")
        let json = try run(panel, ["set", "lamp", "on", "--json"])
        #expect(json.status == 0)
        #expect(json.output.contains(#""isOn":true"#))
        #expect(await panel.calls == ["perform lamp", "perform lamp, isOn: false", "perform lamp, isOn: true"])
    }

    @Test(
        "the values of parameters are typed by their form",
        arguments: [
            ("a=true", "a: bool true"), ("a=false", "a: bool false"), ("a=5", "a: int 5"), ("a=-5", "a: int -5"),
            ("a=1.5", "a: double 1.5"), ("a=25e-1", "a: double 2.5"), ("a=work", "a: text work"), ("a=", "a: text "),
            ("a=007", "a: text 007"), ("a=+5", "a: text +5"), ("a=0x10", "a: text 0x10"), ("a=nan", "a: text nan"),
            ("a=null", "a: text null"), (#"a="5""#, "a: text 5"), (#"a="x\n\"y""#, "a: text x\n\"y"),
            ("a=b=c", "a: text b=c"), (#"a=["x", 1, true]"#, "a: [text x, int 1, bool true]"), ("a={}", "a: text {}"),
        ])
    func parameter(assignment: String, value: String) async throws {
        let panel = try await FakePanel()
        #expect(try run(panel, ["perform", "lamp", "--parameter", assignment]).status == 0)
        #expect(await panel.calls == ["perform lamp, \(value)"])
    }

    @Test(
        "an invalid command line exits with 64 before it asks the panel",
        arguments: [
            (["perform"], "Give a control, or --intent."),
            (["perform", "lamp", "--intent", "x"], "Give a control or --intent, not both."),
            (["perform", "lamp", "--parameter", "x"], "give NAME=VALUE"),
            (["perform", "lamp", "--parameter", "=x"], "give NAME=VALUE"),
            (["perform", "lamp", "--parameter", "x=[1"], "must be a JSON string or array"),
            (["perform", "lamp", "--parameter", #"x="y"#], "must be a JSON string or array"),
            (["perform", "lamp", "--parameter", "x=1", "--parameter", "x=2"], "The parameter 'x' is given twice."),
            (["set", "lamp", "up"], "'up' is invalid for '<state>'"), (["set", "lamp"], "Missing expected argument"),
            (["reload"], "Give a control or a kind, or --all."),
            (["reload", "lamp", "--all"], "Give a control or a kind, or --all."),
        ])
    func usage(arguments: [String], message: String) async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message))
        #expect(outcome.output == "")
        #expect(await panel.calls == [])
        expectPlainEnglish(outcome)
    }

    @Test(
        "C24, C25, C27 a refused, failed or incomplete performance exits with 1 and one line with the reason",
        arguments: [
            (
                "timer",
                "timer needs a value for 'Timer' (Which one?): "
                    + "--parameter timer=work | 'a break' | '\"5\"' | 5"
            ),
            ("door", "door is refused: it performs already"),
            ("oven", "oven failed: the oven is \\u{1B}[31mhot\\u{1B}[0m"),
        ])
    func failure(control: String, message: String) async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["perform", control])
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors == "holdfast: \(message)\n")
    }

    @Test("a failure with --json still exits with 1")
    func failureJSON() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["perform", "timer", "--json"])
        #expect(outcome.status == 1)
        #expect(outcome.output.hasPrefix(#"{"failure":"Timer is missing","request":{"choices":["#))
    }

    @Test("C28 intents prints the discoverable intents, and perform --intent runs one by name")
    func intents() async throws {
        let panel = try await FakePanel()
        #expect(
            try run(panel, ["intents"]).output == """
                NAME        TITLE           FROM   PARAMETERS
                StartTimer  Start a Timer   focus  minutes: Minutes (default 25)
                StopTimer   Stop the Timer  focus  -

                """)
        let outcome = try run(panel, ["perform", "--intent", "StartTimer", "--parameter", "minutes=5"])
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                StartTimer: 5 min\\u{1B}[31m to go
                StartTimer returns 5
                StartTimer: performed
                StartTimer opens Kitchen

                """)
        let json = try run(panel, ["perform", "--intent", "StartTimer", "--parameter", "minutes=5", "--json"])
        #expect(json.output.hasPrefix(#"{"dialog":"5 min"#))
        #expect(json.output.hasSuffix(#","value":5}"# + "\n"))
        let unknown = try run(panel, ["perform", "--intent", "Explode"])
        #expect(unknown.status == 1)
        #expect(unknown.errors == "holdfast: no intent 'Explode' can be run by name (holdfast intents)\n")
        #expect(await panel.calls == Array(repeating: "run StartTimer, minutes: int 5", count: 2))
    }

    @Test("C42 reload, and C24 confirm: both print nothing")
    func reload() async throws {
        let panel = try await FakePanel()
        for arguments in [
            ["reload", "lamp"], ["reload", "--all"], ["confirm", "lamp"], ["confirm", "lamp", "--decline"],
        ] {
            let outcome = try run(panel, arguments)
            #expect(outcome.status == 0)
            #expect(outcome.output + outcome.errors == "")
        }
        #expect(await panel.calls == ["reload lamp", "reload all", "confirm lamp true", "confirm lamp false"])
        for arguments in [["reload", "lamp", "--json"], ["confirm", "lamp", "--json"]] {
            let outcome = try run(panel, arguments)
            #expect(outcome.status == 0)
            #expect(outcome.output == "{}\n")
        }
    }

    @Test("status prints the lock and faults with remedies first, measurements only with --verbose, and no empty row")
    func status() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["status"])
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                Hallway: locked, 1 fault
                waiting    door waits for a PIN at the panel's PIN pad
                lockout    the PIN pad takes no PIN for 5 min; 'sudo holdfast pin reset' ends that
                lockout    no PIN of other programs is taken for 2 h; 'sudo holdfast pin reset' ends that
                fault      button 'action' sticks
                extension  music is absent: cannot be reached
                to do      run 'sudo holdfast doctor', which examines the machine and says what to do
                board      simulated: no relay and no light of the header moves; for that, remove 'board: simulated' from the file
                activity   Timer, Work, over
                hint       Hold to Turn On 'Lamp'

                """)
        let verbose = try run(panel, ["status", "--verbose"]).output.split(separator: "\n")
        #expect(
            verbose.suffix(4) == [
                "file       /etc/holdfast/panel.yaml", "runs       for 2 h", "controls   3",
                "loop       longest turn 812 µs, 430 µs of them on the processor; 1234 turns",
            ])
        let json = try run(panel, ["status", "--json"]).output
        #expect(try JSONDecoder().decode(PanelStatus.self, from: Data(json.utf8)) == FakePanel.status)
    }

    // MARK: Panels that do not answer

    @Test("a missing panel is reported with a remedy", arguments: ["list", "status", "monitor", "intents"])
    func nobody(command: String) throws {
        let folder = try TemporaryFolder()
        let outcome = try Command.run(command, "--socket", folder.path + "/panel")
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(
            outcome.errors == "holdfast: no panel answers at \(folder.path)/panel: No such file or directory; "
                + "is it running? (systemctl status holdfast; one of 'holdfast up': set HOLDFAST_SOCKET as it prints it)\n"
        )
    }

    @Test("a stale socket counts as no panel")
    func stale() async throws {
        let folder = try TemporaryFolder()
        let socket = try NotifySocket(in: folder)
        let outcome = try Command.run("list", "--socket", socket.path)
        #expect(outcome.status == 1)
        #expect(outcome.errors.hasPrefix("holdfast: no panel answers at \(socket.path): "))
    }

    @Test("a socket without permission is reported with its group")
    func forbidden() async throws {
        let panel = try await FakePanel()
        // The group may use the socket and the owner may not. Root could, so the test drops the capabilities for that.
        try #require(chmod(panel.path, 0o060) == 0)
        var words = [Command.program, "list", "--socket", panel.path]
        if geteuid() == 0 {
            words = ["/usr/bin/setpriv", "--bounding-set=-dac_override,-dac_read_search"] + words
        }
        let outcome = try Command(Array(words.dropFirst()), program: words[0]).waitForEnd()
        let group = try #require(getgrgid(getegid()).map { String(cString: $0.pointee.gr_name) })
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "holdfast: \(panel.path): permission denied; the panel is for root and the group "
                + "'\(group)' (sudo usermod -aG \(group) USER)\n")
    }

    @Test("a panel that vanishes during a performance is reported with the unknown outcome")
    func vanished() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["perform", "vanish"])
        #expect(outcome.status == 1)
        #expect(
            outcome.errors == "holdfast: the panel at \(panel.path) ended before it answered; "
                + "the request may have been performed (holdfast status)\n")
    }
}
