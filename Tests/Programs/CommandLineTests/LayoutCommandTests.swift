import Foundation
import Glibc
import LocalAPI
import Testing

/// The commands that show and change a running panel's layout.
struct LayoutCommandTests {
    private func run(_ panel: FakePanel, _ arguments: [String]) throws -> Command.Outcome {
        try Command(arguments, environment: ["HOLDFAST_SOCKET": panel.path]).waitForEnd()
    }

    @Test("P3 gallery prints the groups, and text from extensions cannot move the terminal's cursor")
    func gallery() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["gallery", "--search", "some words"])
        #expect(outcome.status == 0)
        #expect(
            outcome.output
                == #"""
                FROM     CONTROL                  NAME   PREVIEW  CONFIGURABLE                 PLACES               DOES
                Focus    org.example.focus.timer  Timer  -        timer, minutes, room, quiet  lock_screen.2        Counts\u{1B}[2J down.
                Hallway  lamp                     Lamp   Off      -                            buttons.action.hold  -

                """#)
        #expect(await panel.calls == ["gallery some words"])
        let json = try run(panel, ["gallery", "--json"]).output.split(separator: "\n")
        // JSON rounds a tint.
        let expected = try FakePanel.gallery.map {
            try JSONDecoder().decode(GalleryControl.self, from: JSONEncoder().encode($0))
        }
        #expect(try json.map { try JSONDecoder().decode(GalleryControl.self, from: Data($0.utf8)) } == expected)
    }

    @Test("C48 gallery --why prints the reason in one line, and with --json whether the control is shown")
    func why() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["gallery", "--why", "org.example.focus.x"])
        #expect(outcome.status == 0)
        #expect(outcome.output == "org.example.focus.x: the extension is\\u{07} gone\n")
        #expect(await panel.calls == ["why org.example.focus.x"])
        let json = try run(panel, ["gallery", "--why", "x", "--json"]).output
        #expect(json == "{\"isShown\":false,\"reason\":\"the extension is\\u0007 gone\"}\n")
        #expect(try run(panel, ["gallery", "--why", "x", "--search", "x"]).status == 64)
    }

    @Test("P4 layout prints unperformable controls and changes by hand first, then all places, and no empty row")
    func layout() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["layout"])
        #expect(outcome.status == 0)
        #expect(
            outcome.output
                == #"""
                lock_screen.2: 'Timer\u{07}' cannot be performed: it needs room
                lock_screen.2: 'Timer\u{07}': it has no parameter 'minutes'
                changed by hand: buttons.action.double_tap, lights.lamp, lock_screen; 'holdfast layout --reset PLACE' undoes that
                PLACE                      CONTROL                                          NAME         SIZE   BY
                buttons.action.hold        lamp                                             Lamp         -      file
                buttons.action.double_tap  nothing                                          -            -      hand
                lights.lamp                nothing                                          -            -      hand
                lock_screen.1              lamp                                             Lamp         -      hand
                lock_screen.2              org.example.focus.timer minutes=5 timer=a break  Timer\u{07}  -      hand
                control_center.1           lamp                                             Lamp         large  file
                control_center.2           lamp                                             Lamp         small  file

                """#)
        let verbose = try run(panel, ["layout", "--verbose"]).output
        #expect(verbose.contains(/\nbuttons.side.hold +nothing +- +- +file\n/))
        let json = try run(panel, ["layout", "--json"]).output.split(separator: "\n")
        #expect(try json.map { try JSONDecoder().decode(LayoutItem.self, from: Data($0.utf8)) } == FakePanel.layout)
    }

    @Test("P5 layout --export prints keys for the file")
    func export() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["layout", "--export"])
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                # Gestures go beside the line of their button, 'shows' beside that of its light.
                # lock_screen.2: it needs room
                # lock_screen.2: it has no parameter 'minutes'
                buttons:
                  action: {hold: lamp, double_tap: null}
                  side: {hold: null}
                lights:
                  lamp: {shows: null}
                lock_screen:
                  - lamp
                  - {kind: org.example.focus.timer, configuration: {minutes: 5, timer: "a break"}}
                control_center:
                  - {control: lamp, size: large}
                  - lamp

                """)
    }

    @Test("P4 place, move, resize, remove and reset send the request and print the result")
    func changes() async throws {
        let panel = try await FakePanel()
        for (words, output, call) in [
            ("place lamp lock_screen", "lock_screen: Lamp\n", "place lamp at lock_screen"),
            ("place lamp lock_screen --at 2", "lock_screen.2: Lamp\n", "place lamp at lock_screen.2"),
            (
                "place lamp control_center --size medium", "control_center: Lamp, medium\n",
                "place lamp at control_center medium"
            ),
            (
                "place \(FakePanel.timer) lights.lamp --configuration timer=work --configuration minutes=5",
                "lights.lamp: Timer\n", "place \(FakePanel.timer), minutes: int 5, timer: text work at lights.lamp"
            ),
            ("move lock_screen.1 lights.lamp", "lights.lamp: Lamp\n", "move lock_screen.1 lights.lamp"),
            ("resize control_center.1 large", "control_center.1: Lamp, large\n", "resize control_center.1 large"),
            ("remove lights.lamp", "", "remove lights.lamp"), ("layout --reset", "", "reset all"),
            ("layout --reset lights.lamp", "", "reset lights.lamp"),
        ] {
            let outcome = try run(panel, words.split(separator: " ").map(String.init))
            #expect(outcome.status == 0, "\(words)")
            #expect(outcome.errors == "")
            #expect(outcome.output == output, "\(words)")
            #expect(await panel.calls.last == call)
        }
        let json = try run(panel, ["move", "lock_screen.1", "lights.lamp", "--json"]).output
        #expect(try JSONDecoder().decode(LayoutItem.self, from: Data(json.utf8)).place == "lights.lamp")
    }

    @Test("P4 a program that places a control without its values gets the parameters, and the control is placed")
    func incomplete() async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, ["place", FakePanel.timer, "lock_screen"])
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                lock_screen: Timer
                it cannot be performed: it needs timer
                it can be configured: holdfast configure lock_screen NAME=VALUE
                  timer: Which: work | rest (required)
                  minutes: Minutes (default 25)
                  room: Room
                  quiet: Quiet

                """)
        #expect(await panel.calls == ["gallery \(FakePanel.timer)", "place \(FakePanel.timer) at lock_screen"])
    }

    private static let questions = """
        Timer: Counts\\u{1B}[2J down.
          The timer to start.
          1  Work, 25 min
          2  Rest
        Which:\u{20}
        """

    @Test(
        "P4 a person who places a control is asked for its values",
        arguments: [
            ("2\n\n\n\n", "timer: text rest"),
            ("Work\n5\nkitchen\nno\n", "minutes: int 5, quiet: bool false, room: text k1, timer: text work"),
            (
                " rest \n x \n7\nattic\nmaybe\nYES\n",
                "minutes: int 7, quiet: bool true, room: text attic, timer: text rest"
            ),
            ("3\n1\n\n1\n\n", "room: text k1, timer: text work"),
        ])
    func asking(keys: String, values: String) async throws {
        let panel = try await FakePanel()
        let outcome = try TerminalCommand.run(
            ["place", FakePanel.timer, "lock_screen"], keys: keys, environment: ["HOLDFAST_SOCKET": panel.path])
        #expect(outcome.status == 0)
        #expect(outcome.screen.hasPrefix(Self.questions), "\(outcome.screen)")
        #expect(outcome.screen.contains("Minutes [25]: "))
        #expect(outcome.screen.contains("  1  Kitchen\nRoom: "))
        #expect(outcome.screen.hasSuffix("Quiet: lock_screen: Timer\n"), "\(outcome.screen)")
        #expect(
            await panel.calls == [
                "gallery \(FakePanel.timer)", "suggest \(FakePanel.timer) room",
                "place \(FakePanel.timer), \(values) at lock_screen",
            ])
    }

    @Test("P4 a person who ends the input has placed no control")
    func cancelled() async throws {
        let panel = try await FakePanel()
        let outcome = try TerminalCommand.run(
            ["place", FakePanel.timer, "lock_screen"], keys: "1\n\u{4}", environment: ["HOLDFAST_SOCKET": panel.path])
        #expect(outcome.status == 1)
        #expect(outcome.screen.hasSuffix("Minutes [25]: \nholdfast: nothing was placed\n"))
        #expect(await panel.calls == ["gallery \(FakePanel.timer)"])
    }

    @Test(
        "a refused change exits with 1 and one line with the reason",
        arguments: [
            ("place lamp lock_scren", "no place 'lock_scren'; did you mean 'lock_screen'?"),
            ("place lamp lights.none", "no place 'lights.none' (holdfast layout)"),
            ("place lamp lights.fixed", "the panel's file keeps the layout as it is (layout: fixed)"),
            ("place lamp lights.full", "refused: no room"),
            ("configure lock_screen.2 timer=wrok", "timer: expected work or rest, found 'wrok'; did you mean 'work'?"),
        ])
    func refusal(words: String, message: String) async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, words.split(separator: " ").map(String.init))
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        #expect(outcome.errors == "holdfast: \(message)\n")
    }

    @Test("configure sets values, and resets parameters to their defaults")
    func configure() async throws {
        let panel = try await FakePanel()
        _ = try run(
            panel, ["configure", "lock_screen.2", "timer=work", "a=5", "--default", "minutes", "--default", "room"])
        #expect(await panel.calls == [#"configure lock_screen.2, a: int 5, timer: text work ["minutes", "room"]"#])
    }

    @Test(
        "an invalid change exits with 64 before it asks the panel",
        arguments: [
            ("place lamp", "Missing expected argument '<place>'"), ("place lamp lights.a --at 1", "'--at' is for"),
            ("place lamp lock_screen.1 --at 1", "'--at' is for"), ("place lamp lock_screen --at 0", "counted from 1"),
            ("place lamp control_center --size huge", "'huge' is invalid for '--size <size>'"),
            ("place lamp lock_screen --configuration x", "give NAME=VALUE"),
            ("place lamp lock_screen --configuration x=1 --configuration x=2", "The parameter 'x' is given twice."),
            ("resize control_center.1 big", "'big' is invalid for '<size>'"),
            ("configure lock_screen.1", "Give NAME=VALUE, or --default NAME."),
            ("configure lock_screen.1 x", "give NAME=VALUE"),
            ("configure lock_screen.1 x=1 x=2", "The parameter 'x' is given twice."),
            ("configure lock_screen.1 x=1 --default x", "The parameter 'x' is given twice."),
            ("layout lock_screen", "A place is for --reset."),
            ("layout --reset --export", "Give one of --export, --reset and --json."),
            ("move lock_screen.1", "Missing expected"),
        ])
    func usage(words: String, message: String) async throws {
        let panel = try await FakePanel()
        let outcome = try run(panel, words.split(separator: " ").map(String.init))
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(outcome.output == "")
        #expect(await panel.calls == [])
        expectPlainEnglish(outcome)
    }
}
