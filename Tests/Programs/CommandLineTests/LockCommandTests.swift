import Foundation
import LocalAPI
import Testing

/// The commands for people and the lock, and requests with a PIN.
struct LockCommandTests {
    private func run(_ panel: FakePanel, _ arguments: [String], input: String? = nil) throws -> Command.Outcome {
        let outcome = try Command(arguments, environment: ["HOLDFAST_SOCKET": panel.path], input: input).waitForEnd()
        // No output may reveal a PIN.
        for text in [outcome.output, outcome.errors] { #expect(!text.contains(FakePanel.pin)) }
        return outcome
    }

    @Test(
        "pin add reads the PIN from a line of standard input, and the rest from arguments",
        arguments: [
            (["carol"], "carol member []", "carol may unlock the panel, as member\n"),
            (["carol", "--role", "owner"], "carol owner []", "carol may unlock the panel, as owner\n"),
            (["carol", "--uses", "3"], "carol guest [uses=3]", "carol may unlock the panel, as guest\n"),
            (
                [
                    "carol", "--from", "2026-05-01", "--until", "2026-05-31", "--days", "mon,tue", "--hours",
                    "22:00-06:00",
                ], "carol guest [from=2026-05-01 until=2026-05-31 days=mon,tue hours=22:00-06:00]",
                "carol may unlock the panel, as guest\n"
            ),
        ])
    func add(arguments: [String], call: String, output: String) async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["pin", "add"] + arguments, input: FakePanel.pin + "\nnot read\n")
        #expect(outcome.status == 0)
        #expect(outcome.output == output)
        #expect(outcome.errors == "")
        #expect(await panel.calls == ["add \(call) \(FakePanel.pin)"])
    }

    @Test("pin add refuses a PIN as an argument, and enrols no person without an accepted PIN")
    func refused() async throws {
        let panel = try await FakePanel()
        let argument = try Command(
            ["pin", "add", "carol", "135791"], environment: ["HOLDFAST_SOCKET": panel.path]
        ).waitForEnd()
        #expect(argument.status == 64)
        let none = try run(panel, ["pin", "add", "carol"])
        #expect(none.status == 1)
        #expect(
            none.errors == "holdfast: PIN of carol is missing: type it, or give it in a line of standard input\n")
        #expect(await panel.calls == [])
        let wrong = [
            (["--uses=0"], "uses: '0' is not a number of times, 1 to 1000000"),
            (["--uses=-5"], "uses: '-5' is not a number of times, 1 to 1000000"),
            (["--uses=1000001"], "uses: '1000001' is not a number of times, 1 to 1000000"),
            (["--days=monday"], "days: 'monday' is not days of the week, as mon,wed or mon-fri"),
            (["--hours=8-12"], "hours: '8-12' is not hours of the day, as 22:00-06:00"),
            (["--from=1.5."], "from: '1.5.' is not a date, as 2026-05-01"),
            (
                ["--from=2026-05-02", "--until=2026-05-01"],
                "it ends on 2026-05-01, before it begins on 2026-05-02"
            ),
            (["--days=mon tue"], "there is no limit 'tue'; there are: from, until, days, hours, uses"),
        ]
        for (limits, words) in wrong {
            let outcome = try run(panel, ["pin", "add", "carol"] + limits, input: FakePanel.pin)
            #expect(outcome.status == 64)
            #expect(outcome.errors.hasPrefix("Error: \(words)\n"))
        }
        #expect(await panel.calls == [])
        let taken = try run(panel, ["pin", "add", "alice"], input: FakePanel.pin)
        #expect(taken.status == 1)
        #expect(taken.errors.contains("somebody has that name"))
        expectPlainEnglish(taken)
    }

    @Test(
        "pin add at a terminal refuses a weak PIN before the person types it again",
        arguments: [
            ("13579", "a PIN has at least 6 digits here"),
            ("654321", "digits that count up or down are guessed first; take another PIN"),
            ("112233", "this is one of the commonest PINs; take another"),
        ])
    func weak(pin: String, reason: String) async throws {
        let panel = try await FakePanel()
        let program = try TerminalProgram(["pin", "add", "carol"], environment: ["HOLDFAST_SOCKET": panel.path])
        #expect(try program.prompt(": ") == "PIN of carol: ")
        try program.type(pin + "\n")
        #expect(try program.rest() == "\nholdfast: refused: \(reason)\n")
        #expect(try program.waitForEnd() == 1)
        #expect(await panel.calls == [])
    }

    @Test("pin add at a terminal asks twice for a PIN, and says if the panel asks for no PIN")
    func unused() async throws {
        var status = FakePanel.status
        status.lock = nil
        let panel = try await FakePanel(status: status)
        let program = try TerminalProgram(["pin", "add", "carol"], environment: ["HOLDFAST_SOCKET": panel.path])
        #expect(try program.prompt(": ") == "PIN of carol: ")
        try program.type(FakePanel.pin + "\n")
        #expect(try program.prompt(": ") == "\nPIN of carol again: ")
        try program.type(FakePanel.pin + "\n")
        #expect(
            try program.rest() == """

                carol may unlock the panel, as member
                no control of the panel asks for a PIN (authentication), and it has no PIN pad

                """)
        #expect(try program.waitForEnd() == 0)
        #expect(await panel.calls == ["add carol member [] \(FakePanel.pin)"])
    }

    @Test("pin add --at-pad reads no PIN and prints the steps at the pad, one line each")
    func addAtPad() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["pin", "add", "carol", "--at-pad"])
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                At the pad: type an owner's PIN, then enter.
                At the pad: type the PIN of carol, then enter.
                At the pad: type it again, then enter.
                No: the two differ. At the pad: type the PIN of carol, then enter.
                carol may unlock the panel, as member

                """)
        #expect(await panel.calls == ["enrol carol at the pad"])
        let taken = try run(panel, ["pin", "add", "alice", "--at-pad"])
        #expect(taken.status == 1)
        #expect(taken.errors.contains("somebody has that name"))
        expectPlainEnglish(taken)
    }

    @Test("pin list prints the people with their roles and validity, and names cannot move the terminal's cursor")
    func list() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["pin", "list"])
        #expect(
            outcome.output == #"""
                NAME     ROLE   LIMITS
                alice    owner  -
                bob\u{1B}[2J  guest  days=mon,tue hours=22:00-06:00 uses=3

                """#)
        let json = try run(panel, ["pin", "list", "--json"]).output.split(separator: "\n")
        #expect(
            try json.map { try JSONDecoder().decode(ListedPerson.self, from: Data($0.utf8)) } == FakePanel.people)
    }

    @Test(
        "status tells why the lock is broken once, not again as the status of a refused hold or PIN",
        arguments: [
            ("the store is damaged", nil),
            ("Door: it needs a PIN, and the store is damaged", "Door: it needs a PIN"),
            ("Door: Open", "Door: Open"),
        ] as [(String, String?)])
    func fault(text: String, shown: String?) async throws {
        var status = FakePanel.status
        status.faults = ["lock: the store is damaged"]
        status.status = text
        let output = try run(try await FakePanel(status: status), ["status"]).output.split(separator: "\n")
        #expect(output.count { $0.contains("the store is damaged") } == 1)
        #expect(
            output.first { $0.hasPrefix("status ") }?.drop { $0 != " " }.drop { $0 == " " } == shown.map { $0[...] })
    }

    @Test("pin remove, pin reset, pin recovery and lock send their requests")
    func others() async throws {
        let panel = try await FakePanel()
        #expect(try run(panel, ["pin", "remove", "bob"]).status == 0)
        #expect(try run(panel, ["pin", "reset"]).status == 0)
        #expect(try run(panel, ["pin", "reset", "--code"], input: "ABCD-EFGH\r\n").status == 0)
        #expect(try run(panel, ["pin", "recovery"]).output == "ABCD-EFGH\n")
        #expect(try run(panel, ["lock"]).status == 0)
        #expect(await panel.calls == ["remove bob", "end lockout as root", "end lockout ABCD-EFGH", "lock"])
    }

    @Test(
        "--unlock sends the PIN on the same connection before the request",
        arguments: [
            ["list"], ["show", "lamp"], ["perform", "lamp"], ["set", "lamp", "on"], ["status"],
        ])
    func unlocking(arguments: [String]) async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, arguments + ["--unlock"], input: FakePanel.pin + "\n")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(await panel.calls.first == "unlock \(FakePanel.pin)")
        let wrong = try run(panel, arguments + ["--unlock"], input: "111111\n")
        #expect(wrong.status == 1)
        #expect(wrong.output == "")
        #expect(wrong.errors == "holdfast: the PIN is wrong\n")
        let lockedOut = try run(panel, arguments + ["--unlock"], input: "555555\n")
        #expect(lockedOut.errors == "holdfast: the PIN is wrong; no PIN is taken for 1m (holdfast pin reset)\n")
    }

    @Test("monitor --unlock watches with the PIN, and ends if the PIN is wrong")
    func monitor() async throws {
        let panel = try await FakePanel()
        let command = try Command(
            ["monitor", "--json", "--unlock"], environment: ["HOLDFAST_SOCKET": panel.path],
            input: FakePanel.pin + "\n")
        _ = try command.nextLine(with: "ready")
        #expect(await panel.calls == ["unlock \(FakePanel.pin)", "watch"])
        await panel.tell(PanelNotice(.pending, name: "door"))
        #expect(try command.nextLine(with: "pending").contains("door"))
        command.send(SIGINT)
        _ = try command.waitForEnd()
        let wrong = try run(panel, ["monitor", "--unlock"], input: "111111\n")
        #expect(wrong.status == 1)
        #expect(wrong.errors == "holdfast: the PIN is wrong\n")
    }
}
