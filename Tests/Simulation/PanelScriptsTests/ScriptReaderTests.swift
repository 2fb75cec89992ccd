import ControlModel
import Indicators
import MonotonicTime
import Panel
import Testing

@testable import PanelScripts
@testable import SimulatedPanel

/// The script language: steps, expectations, comments, quotes, and the errors about mistakes.
struct ScriptReaderTests {
    private func read(_ text: String) throws(ScriptError) -> PanelScript {
        try ScriptReader.read(text, file: "test.panel")
    }

    @Test(
        "each step is read",
        arguments: [
            ("press B", .contact("B", .press)),
            ("release B", .contact("B", .release)),
            ("tap B", .contact("B", .hold(.milliseconds(80)))),
            ("hold B for 1200ms", .contact("B", .hold(.milliseconds(1_200)))),
            ("chatter B for 2s every 0.5ms", .contact("B", .chatter(.seconds(2), every: .microseconds(500)))),
            ("stick B", .contact("B", .stick)),
            ("unstick B", .contact("B", .unstick)),
            ("unplug", .unplug(nil)),
            ("unplug gpiochip0", .unplug("gpiochip0")),
            ("replug", .replug(nil)),
            ("replug gpiochip0", .replug("gpiochip0")),
            ("drop 3 events on B", .drop(3, "B")),
            ("drop 1 event on B", .drop(1, "B")),
            ("sense GPIO5 active", .sense("GPIO5", true)),
            ("sense GPIO5 inactive", .sense("GPIO5", false)),
            (#"fail C "the bulb is broken""#, .fail("C", "the bulb is broken")),
            ("delay C 31s", .delay("C", .seconds(31))),
            ("set C on", .set("C", true)),
            ("set C off", .set("C", false)),
            (#"set C "Work""#, .setValue("C", "Work")),
            ("reload C", .reload("C")),
            ("reload all", .reload(nil)),
            ("push C", .push("C")),
            ("push org.example.focus.timer@lights.work", .push("org.example.focus.timer@lights.work")),
            ("extension focus starts", .extension("focus", .starts)),
            ("extension focus crashes", .extension("focus", .crashes)),
            ("extension focus hangs", .extension("focus", .hangs)),
            ("place C at P", .layout(.place(control: "C", at: "P", configuration: nil, size: nil))),
            ("place C at P large", .layout(.place(control: "C", at: "P", configuration: nil, size: .large))),
            (
                "place C at P small a=1 b=x c=true d= e==",
                .layout(
                    .place(
                        control: "C", at: "P",
                        configuration: [
                            "a": .int(1), "b": .string("x"), "c": .bool(true), "d": .string(""), "e": .string("="),
                        ],
                        size: .small))
            ),
            ("place C at P a=1", .layout(.place(control: "C", at: "P", configuration: ["a": .int(1)], size: nil))),
            ("move P to Q", .layout(.move("P", to: "Q"))),
            ("resize P medium", .layout(.resize("P", .medium))),
            ("remove P", .layout(.remove("P"))),
            ("show fault for 2s", .show(.fault, on: nil, .seconds(2))),
            ("show right on L for 2s", .show(.right, on: "L", .seconds(2))),
            ("configure P a=1", .layout(.configure("P", ["a": .int(1)], defaults: []))),
            ("keys 135790#", .keys("135790#", on: nil)),
            (##"keys "#""##, .keys("#", on: nil)),
            ("keypad shed keys 12", .keys("12", on: "shed")),
            ("chord 12", .chord("12")),
            ("unlock alice", .unlock("alice")),
            ("lock", .lock),
            ("restart", .restart),
            ("crash", .crash(.zero)),
            ("crash for 1h", .crash(.seconds(3_600))),
            ("advance 2d", .advance(.seconds(172_800))),
            ("seed 18446744073709551615", .seed(.max)),
        ] as [(String, ScriptAction)])
    func step(text: String, action: ScriptAction) throws {
        let script = try read("+0 " + text)
        #expect(script.steps.map(\.action) == [action])
        #expect(script.steps.map(\.place) == [ScriptPlace(file: "test.panel", line: 1)])
    }

    @Test(
        "each expectation is read",
        arguments: [
            ("control C on", .control("C", .on)),
            ("control C off", .control("C", .off)),
            ("control C running", .control("C", .running)),
            ("control C stale", .control("C", .stale)),
            ("control C failed", .control("C", .failed)),
            ("control C disabled", .control("C", .disabled)),
            ("control C redacted", .control("C", .redacted)),
            ("control C pending", .control("C", .pending)),
            ("pending C", .pending("C")),
            ("nothing pending", .pending(nil)),
            ("locked", .locked(true)),
            ("unlocked", .locked(false)),
            ("lockout 1m", .lockout(.seconds(60))),
            ("no lockout", .lockout(nil)),
            (#"control C value "On""#, .control("C", .value("On"))),
            ("light L on", .light("L", .on, nil)),
            ("light L off", .light("L", .off, nil)),
            ("light L on blinking", .light("L", .on, .blinking)),
            ("light L cyan pulsing", .light("L", .color(.cyan), .pulsing)),
            ("light L on dim", .light("L", .on, .dim)),
            ("line GPIO5 active", .line("GPIO5", true)),
            ("line GPIO5 inactive", .line("GPIO5", false)),
            (#"hint "Hold for 'Bell'""#, .hint("Hold for 'Bell'")),
            (#"hint """#, .hint("")),
            ("no hint", .hint(nil)),
            (#"status "Open""#, .status("Open")),
            ("no status", .status(nil)),
            ("performed C 2", .performed("C", 2)),
            ("refused C 0", .refused("C", 0)),
            (#"fault "stuck""#, .fault("stuck")),
            ("no fault", .fault(nil)),
            ("open history", .open("history")),
            (#"open "All Visitors""#, .open("All Visitors")),
            (#"activity "Focus""#, .activity("Focus")),
            ("no activity", .activity(nil)),
            (#"confirmation "Open the door?""#, .confirmation("Open the door?")),
            ("no confirmation", .confirmation(nil)),
            ("place lights.L C", .place("lights.L", "C")),
            ("place lights.L nothing", .place("lights.L", nil)),
            (#"place lights.L "nothing""#, .place("lights.L", "nothing")),
            ("wakeups at most 0", .wakeups(atMost: 0)),
        ] as [(String, ScriptExpectation)])
    func expectation(text: String, expectation: ScriptExpectation) throws {
        #expect(try read("+0 expect " + text).steps.map(\.action) == [.expect(expectation)])
    }

    @Test(
        "each form of a time is read",
        arguments: [
            ("0", .absolute(.zero)), ("0ms", .absolute(.zero)), ("1.5s", .absolute(.milliseconds(1_500))),
            ("+0", .relative(.zero)), ("+2m", .relative(.seconds(120))), ("+0.01ms", .relative(.microseconds(10))),
        ] as [(String, ScriptStep.Time)])
    func time(text: String, time: ScriptStep.Time) throws {
        #expect(try read(text + " restart").steps.map(\.time) == [time])
    }

    @Test("a script may have comments, quotes, blank lines and any line ends")
    func layout() throws {
        let text =
            "# a script\r\npanel \"my panel.yaml\" # of mine\r\n\r\n\t0ms \t tap  action\t# tapped\r\n"
            + "+0 fail C \"no # comment\"#comment\rseed 3\n+0 tap a#b"
        let script = try read(text)
        #expect(script.panel == "my panel.yaml")
        #expect(
            script.steps.map(\.action) == [
                .contact("action", .hold(.milliseconds(80))), .fail("C", "no # comment"), .seed(3),
                .contact("a#b", .hold(.milliseconds(80))),
            ])
        #expect(script.steps.map(\.place.line) == [4, 5, 6, 7])
        #expect(try read("").steps.isEmpty)
        #expect(try read("#\n \n").panel == nil)
    }

    @Test("the panel's path is relative to the script's folder")
    func panelPath() throws {
        func path(_ file: String, _ panel: String) throws -> String {
            try ScriptReader.read("panel \(panel)", file: file).panelPath()
        }
        #expect(try path("a.panel", "p.yaml") == "p.yaml")
        #expect(try path("scripts/a.panel", "../p.yaml") == "scripts/../p.yaml")
        #expect(try path("/scripts/a.panel", "/etc/p.yaml") == "/etc/p.yaml")
        let error = #expect(throws: ScriptError.self) { try read("+0 restart").panelPath() }
        #expect(
            error?.description
                == "test.panel:1: error: the script names no panel; begin it with 'panel FILE', or give --panel")
    }

    @Test(
        "a mistake in a script is refused with its description",
        arguments: [
            // Steps and their times.
            ("tap action", "'tap' is not a time; a step begins with its time: +0 tap …"),
            ("soon tap action", "'soon' is not a time: 500ms, +2s or +0"),
            ("5 tap action", "'5' is not a time: 500ms, +2s or +0"),
            ("-1s tap action", "'-1s' is not a time: 500ms, +2s or +0"),
            ("+ tap action", "'+' is not a time: 500ms, +2s or +0"),
            ("+99999d tap action", "'+99999d' is not a time: 500ms, +2s or +0"),
            ("+1e9s tap action", "'+1e9s' is not a time: 500ms, +2s or +0"),
            ("+0", "the step is missing"),
            ("+0 prss action", "unknown step 'prss'; did you mean 'press'?"),
            (
                "+0 xyzzyx",
                "unknown step 'xyzzyx'; there are: press, release, tap, hold, chatter, stick, unstick, unplug, replug, "
                    + "drop, sense, fail, delay, set, reload, push, extension, place, move, resize, remove, configure, show, "
                    + "keys, keypad, chord, unlock, lock, restart, crash, advance, clock, seed, expect"
            ),
            // Missing and superfluous words.
            ("+0 press", "the button is missing"),
            ("+0 press a b", "unexpected 'b' at the end of the line"),
            ("+0 press a for 1s", "'press' does not release the button; write 'hold a for 1s', or 'release' later"),
            ("+0 hold a", "the duration is missing; write 'hold a for 1s'"),
            ("+0 hold a 1s", "the duration is missing; write 'hold a for 1s'"),
            ("+0 hold a for", "the hold's duration is missing"),
            (
                "+0 hold a for ever",
                "the hold's duration 'ever' is not a duration; write a number with ms, s, m, h or d: 500ms"
            ),
            (
                "+0 hold a for 5",
                "the hold's duration '5' is not a duration; write a number with ms, s, m, h or d: 500ms"
            ),
            ("+0 chatter a for 1s", "expected 'every' at the end"),
            ("+0 chatter a for 1s every 0ms", "a contact changes at most every 0.01ms"),
            ("+0 chatter a for 1s every 0.009ms", "a contact changes at most every 0.01ms"),
            ("+0 drop many events on a", "the number of events 'many' is not a whole number from 0 to 1000000000"),
            ("+0 drop -1 events on a", "the number of events '-1' is not a whole number from 0 to 1000000000"),
            ("+0 drop +1 events on a", "the number of events '+1' is not a whole number from 0 to 1000000000"),
            (
                "+0 drop 9223372036854775807 events on a",
                "the number of events '9223372036854775807' is not a whole number from 0 to 1000000000"
            ),
            ("+0 drop 1 edges on a", "expected 'events', found 'edges'"),
            ("+0 drop 1 event of a", "expected 'on', found 'of'"),
            ("+0 sense GPIO5", "'active' or 'inactive' is missing"),
            ("+0 sense GPIO5 activ", "unknown level 'activ'; did you mean 'active'?"),
            ("+0 sense GPIO5 high", "unknown level 'high'; there are: active, inactive"),
            ("+0 fail C", "the reason is missing"),
            ("+0 fail C broken", "the reason must be in quotes: \"broken\""),
            ("+0 fail C \"broken", "the quotes are not closed"),
            ("+0 delay C", "the delay is missing"),
            ("+0 set C", "'on' or 'off' is missing"),
            ("+0 set C yes", "unknown state 'yes'; there are: on, off"),
            ("+0 reload", "the control or 'all' is missing"),
            ("+0 push", "the control is missing"),
            ("+0 extension", "the extension is missing"),
            ("+0 extension focus", "'starts', 'crashes' or 'hangs' is missing"),
            ("+0 extension focus crash", "unknown change of an extension 'crash'; did you mean 'crashes'?"),
            (
                "+0 extension focus sleeps",
                "unknown change of an extension 'sleeps'; there are: starts, crashes, hangs"
            ),
            ("+0 place C P", "expected 'at', found 'P'"),
            ("+0 place C at", "the place is missing"),
            ("+0 place C at P huge", "unknown size 'huge'; there are: small, medium, large"),
            ("+0 place C at P a=1 large", "expected NAME=VALUE, found 'large'"),
            ("+0 place C at P =1", "expected NAME=VALUE, found '=1'"),
            ("+0 place C at P a=1 a=2", "'a' is given twice"),
            ("+0 move P", "expected 'to' at the end"),
            ("+0 resize P", "the size is missing"),
            ("+0 remove", "the place is missing"),
            ("+0 show faul for 2s", "unknown meaning of a light 'faul'; did you mean 'fault'?"),
            ("+0 show fault 2s", "expected 'for', found '2s'"),
            ("+0 show fault on L 2s", "expected 'for', found '2s'"),
            ("+0 remove P Q", "unexpected 'Q' at the end of the line"),
            ("+0 configure P", "NAME=VALUE is missing"),
            ("+0 crash 5s", "unexpected '5s' at the end of the line"),
            ("+0 crash for", "the time without power is missing"),
            ("+0 advance", "the time is missing"),
            ("seed", "the seed is missing"),
            (
                "seed 18446744073709551616",
                "the seed '18446744073709551616' is not a whole number from 0 to 18446744073709551615"
            ),
            ("seed x", "the seed 'x' is not a whole number from 0 to 18446744073709551615"),
            ("seed 1 2", "unexpected '2' at the end of the line"),
            // Keys and people.
            ("+0 keys", "the text to type is missing"),
            ("+0 keypad shed", "expected 'keys' at the end"),
            ("+0 chord", "the text to type is missing"),
            ("+0 unlock", "the person is missing"),
            ("pin", "the person's name is missing"),
            ("pin alice", "the PIN is missing"),
            ("pin alice 12a456", "'12a456' is not a PIN: use digits only"),
            ("pin alice 135790 ownr", "unknown role or limit 'ownr'; did you mean 'owner'?"),
            ("pin alice 135790 owner guest", "a person can have only one role"),
            ("pin bob 246802 uses", "the value of 'uses' is missing"),
            ("pin bob 246802 uses many", "uses: 'many' is not a number of times, 1 to 1000000"),
            ("pin bob 246802 uses 0", "uses: '0' is not a number of times, 1 to 1000000"),
            ("pin bob 246802 days mon-fry", "days: 'mon-fry' is not days of the week, as mon,wed or mon-fri"),
            ("pin bob 246802 uses 3 uses 4", "'uses' is there twice"),
            ("+0 pin bob 246802", "'pin' applies from the start, and has no time: begin the line with it"),
            ("pin bob 246802\npin bob 135790", "'bob' already has a PIN, in line 2"),
            ("+0 expect pending", "the control is missing"),
            ("+0 expect nothing", "expected 'pending' at the end"),
            ("+0 expect lockout", "the time that remains is missing"),
            // The panel.
            ("panel", "the panel's file is missing"),
            ("panel a.yaml b.yaml", "unexpected 'b.yaml' at the end of the line"),
            ("panel a.yaml\npanel b.yaml", "a script can have only one panel"),
            // Expectations.
            ("+0 expect", "the expectation is missing"),
            ("+0 expect contrl C on", "unknown expectation 'contrl'; did you mean 'control'?"),
            (
                "+0 expect mercy",
                "unknown expectation 'mercy'; there are: control, light, line, hint, status, display, performed, "
                    + "refused, fault, open, activity, confirmation, place, pending, nothing, locked, unlocked, "
                    + "lockout, no, wakeups"
            ),
            ("+0 expect display Locked", "the row of the display must be in quotes: \"Locked\""),
            ("+0 expect control C", "the control's state is missing"),
            ("+0 expect control C runing", "unknown state of a control 'runing'; did you mean 'running'?"),
            (
                "+0 expect control C happy",
                "unknown state of a control 'happy'; there are: on, off, running, stale, failed, disabled, redacted, pending, "
                    + "value"
            ),
            ("+0 expect control C value", "the value is missing"),
            ("+0 expect control C value On", "the value must be in quotes: \"On\""),
            ("+0 expect light L", "'on', 'off' or a colour is missing"),
            ("+0 expect light L off blinking", "unexpected 'blinking' at the end of the line"),
            (
                "+0 expect light L pink",
                "unknown state 'pink'; there are: on, off, red, green, blue, yellow, magenta, cyan, white"
            ),
            ("+0 expect line GPIO5", "'active' or 'inactive' is missing"),
            ("+0 expect hint Hold", "the hint must be in quotes: \"Hold\""),
            ("+0 expect hint", "the hint is missing"),
            ("+0 expect status", "the status is missing"),
            ("+0 expect no", "'hint', 'status', 'fault', 'activity', 'confirmation' or 'lockout' is missing"),
            ("+0 expect no hnt", "unknown expectation 'no …' 'hnt'; did you mean 'hint'?"),
            (
                "+0 expect no mercy",
                "unknown expectation 'no …' 'mercy'; there are: hint, status, fault, activity, confirmation, lockout"
            ),
            ("+0 expect open", "the target is missing"),
            ("+0 expect activity Focus", "the activity's title must be in quotes: \"Focus\""),
            ("+0 expect confirmation", "the question is missing"),
            ("+0 expect performed C", "the number is missing"),
            ("+0 expect performed C once", "the number 'once' is not a whole number from 0 to 1000000000"),
            ("+0 expect fault stuck", "the fault must be in quotes: \"stuck\""),
            ("+0 expect place", "the place is missing"),
            ("+0 expect place P", "the control or 'nothing' is missing"),
            ("+0 expect wakeups 0", "expected 'at', found '0'"),
            ("+0 expect wakeups at least 0", "expected 'most', found 'least'"),
            ("+0 expect wakeups at most", "the number is missing"),
        ] as [(String, String)])
    func mistake(text: String, message: String) {
        let error = #expect(throws: ScriptError.self) { try read("# line 1\n" + text) }
        let line = text.contains("\n") ? 3 : 2
        #expect(error?.description == "test.panel:\(line): error: \(message)")
    }

    @Test("all mistakes of a script are reported at once, the first of each line, up to a limit")
    func mistakes() {
        let error = #expect(throws: ScriptError.self) {
            try read("panel a\npanel b\n+0 prss action\n+0 restart\n+0 tap\n")
        }
        #expect(
            error?.description == """
                test.panel:2: error: a script can have only one panel
                test.panel:3: error: unknown step 'prss'; did you mean 'press'?
                test.panel:5: error: the button is missing
                """)
        let many = #expect(throws: ScriptError.self) { try read(String(repeating: "nonsense\n", count: 1_000)) }
        #expect(many?.others.count == 19)
    }
}
