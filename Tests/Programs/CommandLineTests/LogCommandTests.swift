import EventLoop
import Foundation
import Glibc
import LocalAPI
import Testing

/// `holdfast log`
struct LogCommandTests {
    /// A zone with summer time two hours ahead of UTC.
    private static let zone = ["TZ": "Europe/Berlin"]

    private func run(_ panel: FakePanel, _ arguments: [String], input: String? = nil) throws -> Command.Outcome {
        try Command(["log", "--socket", panel.path] + arguments, environment: Self.zone, input: input).waitForEnd()
    }

    @Test(
        "log names a control by its title, and by its place where the control has several",
        arguments: [
            ("org.example.hallway.door", "alice performed 'Front Door'"),
            ("org.example.focus.timer@buttons.work.hold", "alice performed 'Front Door' (buttons.work.hold)"),
        ])
    func titles(subject: String, sentence: String) async throws {
        let panel = try await FakePanel()
        let command = try Command(["log", "--follow", "--socket", panel.path], environment: Self.zone)
        _ = try command.nextLine()
        await panel.write(
            .init(
                entry: LogEntry(
                    number: 9, time: 1_777_651_200, isSynchronized: true, who: "alice", what: "perform",
                    subject: subject, title: "Front Door", outcome: "done")))
        #expect(try command.nextLine() == "2026-05-01 18:00:00  " + sentence)
        command.send(SIGTERM)
        #expect(try command.waitForEnd().status == 0)
    }

    @Test("log prints a line for each entry in local time, marks gaps, and does not move the terminal's cursor")
    func lines() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, [])
        #expect(outcome.status == 0 && outcome.errors == "")
        #expect(
            outcome.output == #"""
                2026-05-01 14:03:12? a program of user 0 gave al\u{1B}[2Jice a PIN
                2026-05-01 18:00:00  alice unlocked the panel
                3 entries could not be written
                2026-05-01 18:00:01  org.example.hallway.front-door.garden was refused to a person at the panel: it needs\na PIN
                1 entry were replaced by newer ones before they were read
                2026-05-01 18:00:02  alice made a recovery code

                """#)
        #expect(await panel.calls == ["log"])
        let json = try run(panel, ["--json"]).output.split(separator: "\n")
        #expect(json.count == FakePanel.log.count)
        for (line, reply) in zip(json, FakePanel.log) {
            if let entry = reply.entry {
                #expect(try JSONDecoder().decode(LogEntry.self, from: Data(line.utf8)) == entry)
            } else {
                #expect(try JSONDecoder().decode(PanelInterface.Log.Reply.self, from: Data(line.utf8)) == reply)
            }
        }
        #expect(json[2] == #"{"unwritten":3}"#)
    }

    @Test(
        "each action and outcome of the trail is a sentence with the person, the place and the reason",
        arguments: [
            (
                ["alice", "unlock", "connection 3", "done"],
                "alice unlocked a session of the command line or an API client"
            ),
            (["panel", "unlock", "panel", "wrong"], "a person at the panel gave a wrong PIN at the panel"),
            (
                ["panel", "unlock", "panel", "refused", "not on Mondays"],
                "the panel refused the PIN that a person at the panel gave: not on Mondays"
            ),
            (["itself", "lock", "panel", "done"], "the panel itself locked the panel"),
            (["panel", "lockout", "pad", "began"], "the PIN pad takes no PIN for a while, after wrong PINs"),
            (["itself", "lockout", "remote", "ended"], "the lockout of the other programs is over"),
            (["panel", "perform", "a.door", "waiting"], "a person at the panel was asked for a PIN for a.door"),
            // So an earlier version wrote it.
            (
                ["panel", "perform", "a.door", "refused", "it waits for a PIN"],
                "a person at the panel was asked for a PIN for a.door"
            ),
            (["alice", "perform", "a.alarm", "done", "off"], "alice turned a.alarm off"),
            (["trusted button", "perform", "a.door", "done"], "the trusted button performed a.door"),
            (["alice", "perform", "a.door", "failed", "jammed"], "a.door failed for alice: jammed"),
            (["alice", "enrol", "bob", "refused", "no"], "alice could not give bob a PIN: no"),
            (["alice", "remove", "bob", "done"], "alice took away the PIN of bob"),
            (
                ["alice", "arrange", "lights.a", "done", "x, in place of y"],
                "alice changed lights.a in the layout: x, in place of y"
            ),
            (["alice", "arrange", "lights.a", "refused"], "a change of lights.a in the layout was refused to alice"),
            (
                ["alice", "arrange", "layout", "done", "back to the panel's file"],
                "alice changed the layout: back to the panel's file"
            ),
            (["alice", "arrange", "layout", "asked"], "alice asked for a change of the layout"),
            (["alice", "teleport", "bob", "done", "far"], "alice: teleport bob, done: far"),
        ])
    func sentences(entry: [String], sentence: String) async throws {
        let panel = try await FakePanel()
        let command = try Command(["log", "--follow", "--socket", panel.path], environment: Self.zone)
        _ = try command.nextLine()
        await panel.write(
            .init(
                entry: LogEntry(
                    number: 9, time: 1_777_651_200, isSynchronized: true, who: entry[0], what: entry[1],
                    subject: entry[2], outcome: entry[3], detail: entry.count > 4 ? entry[4] : nil)))
        #expect(try command.nextLine() == "2026-05-01 18:00:00  " + sentence)
        command.send(SIGTERM)
        #expect(try command.waitForEnd().status == 0)
    }

    @Test(
        "--since takes a duration back, or a local date with or without a time of day",
        arguments: [
            ("2h", "seconds 7200.0"), ("2 h", "seconds 7200.0"), ("3 d", "seconds 259200.0"),
            ("90 min", "seconds 5400.0"), ("1.5h", "seconds 5400.0"), ("0s", "seconds 0.0"),
            ("2026-05-01 18:00", "since 1777651200.0"), ("2026-05-01T18:00:30", "since 1777651230.0"),
            ("2026-05-01", "since 1777586400.0"), ("2027-01-01", "since 1798758000.0"),
        ])
    func since(text: String, request: String) async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["--since", text])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(await panel.calls == ["log \(request)"])
        // The first entry has no right clock: it is printed, with one note.
        let words = "entries with '?' are not left out by a date: nothing kept the clock right then\n"
        #expect(outcome.errors == (request.hasPrefix("since") ? words : ""))
        #expect(try run(panel, ["--since", text, "--json"]).errors == "")
    }

    @Test("--last limits the entries, also with --follow, excludes --since, and refuses a negative number")
    func last() async throws {
        let panel = try await FakePanel()
        #expect(try run(panel, ["--last", "3"]).status == 0)
        #expect(await panel.calls == ["log last 3"])
        for (arguments, words) in [
            (["--last=-1"], "'--last' is a number of entries, from 0."),
            (["--last", "3", "--since", "2h"], "Give one of --since and --last."),
        ] {
            let outcome = try run(panel, arguments)
            #expect(outcome.status == 64)
            #expect(outcome.errors.split(separator: "\n").first.map(String.init) == "Error: " + words)
        }
        #expect(await panel.calls == ["log last 3"])
    }

    @Test(
        "--since refuses malformed text in one line with examples",
        arguments: [
            "yesterday", "2", "-2h", "2 h 3", "2026-13-01", "2026-02-30", "2026-05-01 24:00", "2026-05-01 18",
            "2026-05-01 18:60", "2026-05-01 18:00:61", "2026-05-01 18:00 ", "2026-5-1", "1969-12-31", "2h\u{1B}[2J",
        ])
    func noTime(text: String) async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["--since=\(text)"])
        #expect(outcome.status == 64)
        let shown = text.replacing("\u{1B}", with: "\\u{1B}")
        #expect(
            outcome.errors.split(separator: "\n").first.map(String.init)
                == "Error: '\(shown)' is not a time: give a time back, such as 2h or '3 d', or a date, as 2026-05-01 or "
                + "'2026-05-01 18:00'.")
        #expect(await panel.calls == [])
        expectPlainEnglish(outcome)
    }

    @Test("--follow prints the last entries and new ones, until Ctrl-C or the panel's end", arguments: [SIGINT, nil])
    func following(signal: Int32?) async throws {
        let panel = try await FakePanel()
        let command = try Command(["log", "--follow", "--socket", panel.path], environment: Self.zone)
        #expect(try command.nextLine()?.contains("made a recovery code") == true)
        await panel.write(FakePanel.log[1])
        #expect(try command.nextLine() == "2026-05-01 18:00:00  alice unlocked the panel")
        #expect(await panel.calls == ["log last 10 follow true"])
        if let signal { command.send(signal) } else { await panel.stop() }
        let outcome = try command.waitForEnd()
        #expect(outcome.status == (signal == nil ? 1 : 0))
        #expect(outcome.output == "")
        #expect(outcome.errors == (signal == nil ? "holdfast: the panel at \(panel.path) has ended\n" : ""))
    }

    @Test("--follow --since goes on from that moment, and --unlock sends the PIN on the same connection")
    func unlocking() async throws {
        let panel = try await FakePanel()
        let command = try Command(
            ["log", "--follow", "--since", "1d", "--json", "--unlock", "--socket", panel.path],
            input: FakePanel.pin + "\n")
        #expect(try command.nextLine(with: "dropped") == #"{"dropped":1}"#)
        #expect(await panel.calls == ["unlock \(FakePanel.pin)", "log seconds 86400.0 follow true"])
        command.send(SIGTERM)
        #expect(try command.waitForEnd().status == 0)
        let wrong = try run(panel, ["--unlock"], input: "111111\n")
        #expect(wrong.status == 1 && wrong.output == "")
        #expect(wrong.errors == "holdfast: the PIN is wrong\n")
    }

    @Test("a log for a reader without a PIN says that it is a part, and how to see the whole")
    func reduced() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["--last", "7"])
        #expect(outcome.status == 0)
        #expect(outcome.output == "2026-05-01 18:00:00  a program turned a.lamp on\n")
        #expect(
            outcome.errors
                == "this is a part of the log: controls that need no PIN, since the panel started, without names; --unlock or sudo shows the whole log\n"
        )
        let json = try run(panel, ["--last", "7", "--json"])
        #expect(json.errors == "" && json.output.hasPrefix("{\"isReduced\":true}\n"))
        #expect(json.output.split(separator: "\n").count == 2 && !json.output.contains("number"))
    }

    @Test("a refused log is one line, and one object with --json")
    func refused() async throws {
        let panel = try await FakePanel()
        let arguments = ["--since", "1970-01-01 01:00"]
        let outcome = try run(panel, arguments)
        #expect(outcome.status == 1 && outcome.output == "")
        #expect(outcome.errors == "holdfast: refused: it tells who did what\n")
        #expect(try run(panel, arguments + ["--json"]).errors == "{\"error\":\"refused: it tells who did what\"}\n")
    }
}
