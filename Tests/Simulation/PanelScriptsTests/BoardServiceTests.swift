import Configuration
import ControlModel
import EventLoop
import Foundation
import Glibc
import MonotonicTime
import Panel
import SimulatedGPIO
import Testing

@testable import LocalAPI
@testable import PanelScripts
@testable import SimulatedPanel

/// The simulated panel that `io.holdfast.Board` operates, in virtual time.
@PanelActor
@Suite(.timeLimit(.minutes(1)))
struct BoardServiceTests {
    private func call<Reply: Decodable & Sendable>(
        _ client: VarlinkClient, _ method: String, _ parameters: some Encodable & Sendable, _ reply: Reply.Type,
        more: Bool = false
    ) -> BoardAnswers<Reply> {
        let answers = BoardAnswers<Reply>()
        client.call(method, parameters, more: more) { answers.take($0) }
        return answers
    }

    private func press(_ client: VarlinkClient, _ button: String = "action", for seconds: Double?, more: Bool = false)
        -> BoardAnswers<BoardInterface.Press.Reply>
    {
        call(
            client, BoardInterface.Press.method, BoardInterface.Press.Parameters(button: button, seconds: seconds),
            BoardInterface.Press.Reply.self, more: more)
    }

    private func done(_ bench: BoardPanel, _ method: String, _ parameters: some Encodable & Sendable) async -> String? {
        let client = bench.client()
        let answers = call(client, method, parameters, NoParameters.self)
        await bench.advance()
        client.close()
        return answers.isOver ? "done" : answers.error
    }

    private static let refused = BoardInterface.name + ".Refused "
    private static let unknown = BoardInterface.name + ".NoSuchPart "

    @Test("the parts are those of the panel's file, with the keys of each pad by rows")
    func parts() async throws {
        let bench = try BoardPanel()
        let answers = call(
            bench.client(), BoardInterface.Parts.method, NoParameters(), BoardInterface.Parts.Reply.self)
        await bench.advance()
        let parts = try #require(answers.replies.first)
        #expect(parts.buttons == ["action"] && parts.sensors == ["GPIO24"] && parts.chips == ["simulated"])
        #expect(parts.keypads == [BoardKeypad(name: nil, rows: ["12#"])])
        await bench.stop()
    }

    // MARK: Buttons

    @Test("attack: a press and keys that come over 5 s late are refused, and a release counts at any time")
    func late() async throws {
        let bench = try BoardPanel()
        let client = bench.client()
        let held = press(client, for: nil, more: true)
        await bench.advance()
        let old = RequestTime(milliseconds: -40_000)
        let lateness = Self.refused + "the request came 40s late, and only counts for 5s: repeat it"
        let press = BoardInterface.Press.Parameters(button: "action", seconds: 0.1, requestedAt: old)
        #expect(await done(bench, BoardInterface.Press.method, press) == lateness)
        let keys = BoardInterface.Keys.Parameters(text: "1", requestedAt: old)
        #expect(await done(bench, BoardInterface.Keys.method, keys) == lateness)
        #expect(held.replies == [.init(isDown: true)])
        let release = BoardInterface.ButtonParameters(button: "action")
        #expect(await done(bench, BoardInterface.Release.method, release) == "done")
        await bench.stop()
    }

    @Test("a press lasts as long as the caller says, is answered at its end, and the panel recognizes it as a hold")
    func press() async throws {
        let bench = try BoardPanel()
        let answers = press(bench.client(), for: 0.7, more: true)
        await bench.advance(.milliseconds(600))
        #expect(answers.replies.map(\.isDown) == [true])
        #expect(bench.isOn("lamp") == true)
        await bench.advance(.milliseconds(100))
        #expect(answers.replies.map(\.isDown) == [true, false] && answers.isOver)
        await bench.advance(.seconds(1))
        await bench.stop()
    }

    @Test("another client's Release ends a press without an end, and its own press is refused meanwhile")
    func release() async throws {
        let bench = try BoardPanel()
        let answers = press(bench.client(), for: nil)
        await bench.advance(.seconds(60))
        #expect(!answers.isOver)
        let second = press(bench.client(), for: 0.1)
        await bench.advance()
        #expect(second.error == Self.refused + "button 'action' is pressed already")
        let button = BoardInterface.ButtonParameters(button: "action")
        #expect(await done(bench, BoardInterface.Release.method, button) == "done")
        #expect(answers.isOver)
        #expect(
            await done(bench, BoardInterface.Release.method, button) == Self.refused + "nobody presses button 'action'")
        await bench.stop()
    }

    @Test("a client that disconnects during its press releases the button", arguments: [nil, 3_600.0])
    func disconnect(seconds: Double?) async throws {
        let bench = try BoardPanel()
        let client = bench.client()
        _ = press(client, for: seconds)
        await bench.advance(.milliseconds(100))
        #expect(try bench.board.isActive("GPIO17"))
        client.close()
        await bench.advance(.milliseconds(100))
        #expect(try !bench.board.isActive("GPIO17"))
        await bench.stop()
    }

    @Test(
        "a press with an absurd duration is refused with the range", arguments: [0, -1, 0.000_9, 3_601, 1e300])
    func absurd(seconds: Double) async throws {
        let bench = try BoardPanel()
        let answers = press(bench.client(), for: seconds)
        await bench.advance()
        #expect(answers.error == Self.refused + "a press lasts from 1 ms to 1 h")
        #expect(try !bench.board.isActive("GPIO17"))
        await bench.stop()
    }

    @Test("a contact that sticks stays closed after a press, and opens when it is unstuck")
    func sticking() async throws {
        let bench = try BoardPanel()
        let button = BoardInterface.ButtonParameters(button: "action")
        let answers = press(bench.client(), for: 1)
        await bench.advance(.milliseconds(100))
        #expect(await done(bench, BoardInterface.Stick.method, button) == "done")
        await bench.advance(.seconds(2))
        #expect(answers.isOver)
        #expect(try bench.board.isActive("GPIO17"))
        let other = press(bench.client(), for: 1)
        await bench.advance()
        #expect(other.error == Self.refused + "button 'action' is stuck")
        #expect(
            await done(bench, BoardInterface.Stick.method, button)
                == Self.refused + "button 'action' is stuck already")
        #expect(await done(bench, BoardInterface.Unstick.method, button) == "done")
        await bench.advance(.milliseconds(100))
        #expect(try !bench.board.isActive("GPIO17"))
        #expect(
            await done(bench, BoardInterface.Unstick.method, button) == Self.refused + "button 'action' is not stuck")
        await bench.stop()
    }

    @Test("a contact chatters until its time or its caller's end, returns to its state, and has limits")
    func chatter() async throws {
        let bench = try BoardPanel()
        typealias Parameters = BoardInterface.Chatter.Parameters
        let method = BoardInterface.Chatter.method
        let client = bench.client()
        let parameters = Parameters(button: "action", seconds: 0.1, every: 0.003)
        let answers = call(client, method, parameters, NoParameters.self)
        var edges = 0
        bench.board.levelChanged = { _ in edges += 1 }
        await bench.advance(.milliseconds(99))
        #expect(answers.isOver && edges >= 31, "\(edges)")
        #expect(try !bench.board.isActive("GPIO17"))
        let long = bench.client()
        _ = call(long, method, Parameters(button: "action", seconds: 60, every: 0.01), NoParameters.self)
        await bench.advance(.milliseconds(105))
        let second = press(bench.client(), for: 1)
        await bench.advance()
        #expect(second.error == Self.refused + "button 'action' chatters already")
        long.close()
        await bench.advance(.milliseconds(20))
        #expect(try !bench.board.isActive("GPIO17"))
        for (seconds, every) in [(61.0, 1.0), (1, 0), (0, 1), (1, -1), (1, 1e300)] {
            let wrong = Parameters(button: "action", seconds: seconds, every: every)
            #expect(
                await done(bench, method, wrong)
                    == Self.refused + "a contact chatters for at most 60 s, every 0.1 ms to 60 s")
        }
        await bench.stop()
    }

    // MARK: Keys

    @Test("keys go through the simulated keypad at 80 ms down and 80 ms up, by timers")
    func keys() async throws {
        let bench = try BoardPanel()
        // The keypad is scanned first.
        await bench.advance(.milliseconds(200))
        let answers = call(
            bench.client(), BoardInterface.Keys.method, BoardInterface.Keys.Parameters(text: "121212#"),
            NoParameters.self)
        await bench.advance(.milliseconds(7 * 160 - 1))
        #expect(!answers.isOver)
        await bench.advance(.milliseconds(1))
        #expect(answers.isOver)
        await bench.stop()
    }

    @Test("a typist has each key 80 ms down and 80 ms up, also keys that come while it types")
    func strokes() async throws {
        let bench = try BoardPanel()
        let keypad = try #require(bench.engine.description.keypads.first)
        let typist = PadTypist(
            keypad, SimulatedPads(bench.board, scheduler: bench.clock), scheduler: bench.clock)
        var moves: [String] = []
        let begin = bench.clock.now
        typist.moved = { [clock = bench.clock] isDown in
            moves.append("\(isDown ? "down" : "up") \(begin.duration(to: clock.now).text)")
        }
        typist.strike("12")
        await bench.advance(.milliseconds(100))
        typist.strike("#")
        await bench.advance(.milliseconds(400))
        #expect(
            moves == ["down 0ms", "up 80ms", "down 160ms", "up 240ms", "down 320ms", "up 400ms"]
                || moves == ["down 0s", "up 80ms", "down 160ms", "up 240ms", "down 320ms", "up 400ms"], "\(moves)")
        #expect(!typist.isBusy)
        await bench.stop()
    }

    @Test("two clients cannot type at one pad at once, and the rest of a disconnected client's keys is dropped")
    func typists() async throws {
        let bench = try BoardPanel()
        await bench.advance(.milliseconds(200))
        let method = BoardInterface.Keys.method
        let first = bench.client()
        _ = call(first, method, BoardInterface.Keys.Parameters(text: "1212"), NoParameters.self)
        await bench.advance(.milliseconds(40))
        #expect(
            await done(bench, method, BoardInterface.Keys.Parameters(text: "1"))
                == Self.refused + "somebody else types at this pad")
        first.close()
        await bench.advance(.seconds(1))
        let answers = call(bench.client(), method, BoardInterface.Keys.Parameters(text: "#"), NoParameters.self)
        await bench.advance(.milliseconds(160))
        #expect(answers.isOver)
        await bench.stop()
    }

    @Test("unknown keys, no keys, too many keys and an unknown pad are refused without naming a key")
    func wrongKeys() async throws {
        let bench = try BoardPanel()
        typealias Parameters = BoardInterface.Keys.Parameters
        let method = BoardInterface.Keys.method
        #expect(
            await done(bench, method, Parameters(text: "12937"))
                == Self.refused + "the pad has no key for character 3; it has 12#")
        for text in ["", String(repeating: "1", count: 65), String(repeating: "1", count: 60_000)] {
            #expect(
                await done(bench, method, Parameters(text: text)) == Self.refused + "one call presses from 1 to 64 keys"
            )
        }
        #expect(await done(bench, method, Parameters(text: "1", keypad: "front")) == Self.unknown + "front keypad")
        await bench.stop()
        let none = try BoardPanel(
            BoardPanel.yaml.replacing(/keypad: .*/, with: "").replacing(", authentication: required", with: ""))
        #expect(await done(none, method, Parameters(text: "1")) == Self.refused + "the panel has no PIN pad")
        await none.stop()
    }

    // MARK: Lines and chips

    @Test("sense sets a sensor's line by its polarity in the file, and other lines are refused with their use")
    func sense() async throws {
        let bench = try BoardPanel()
        typealias Parameters = BoardInterface.Sense.Parameters
        let method = BoardInterface.Sense.method
        #expect(await done(bench, method, Parameters(line: "GPIO24", isActive: true)) == "done")
        #expect(try !bench.board.isHigh("GPIO24"))
        #expect(try bench.board.isActive("GPIO24"))
        for (line, use) in [("GPIO17", "button action"), ("GPIO18", "control lamp"), ("GPIO5", "keypad")] {
            #expect(
                await done(bench, method, Parameters(line: line, isActive: true))
                    == Self.refused + "\(line) is not a sensor: it belongs to \(use)")
        }
        #expect(
            await done(bench, method, Parameters(line: "GPIO42", isActive: true))
                == Self.unknown + "GPIO42 GPIO24 sensor")
        try bench.reload()
        await bench.advance(.milliseconds(50))
        #expect(try bench.board.isActive("GPIO24"), "the level stays when the file is read again")
        await bench.stop()
    }

    @Test("edges can be lost and chips unplugged and plugged in, and a button released meanwhile is up")
    func faults() async throws {
        let bench = try BoardPanel()
        typealias Chip = BoardInterface.ChipParameters
        let drop = BoardInterface.Drop.method
        #expect(await done(bench, drop, BoardInterface.Drop.Parameters(line: "GPIO17", count: 2)) == "done")
        for count in [0, -1, 1_001, Int.max] {
            #expect(
                await done(bench, drop, BoardInterface.Drop.Parameters(line: "GPIO17", count: count))
                    == Self.refused + "1 to 1000 edges can be lost")
        }
        #expect(
            await done(bench, drop, BoardInterface.Drop.Parameters(line: "GPIO18", count: 1))
                == Self.unknown + "GPIO18 GPIO17 line")
        let answers = press(bench.client(), for: 1)
        await bench.advance(.milliseconds(100))
        #expect(await done(bench, BoardInterface.Unplug.method, Chip()) == "done")
        await bench.advance(.seconds(2))
        #expect(answers.isOver)
        #expect(!bench.engine.faults.isEmpty)
        let absent = press(bench.client(), for: 1)
        await bench.advance()
        #expect(absent.error?.hasPrefix(Self.refused) == true, "\(absent.error ?? "")")
        #expect(await done(bench, BoardInterface.Replug.method, Chip()) == "done")
        await bench.advance(.seconds(1))
        #expect(try !bench.board.isActive("GPIO17"))
        #expect(
            await done(bench, BoardInterface.Unplug.method, Chip(chip: "nothing")) == Self.unknown + "nothing chip")
        await bench.stop()
    }

    @Test("the levels of all lines are reported, with follow each change, and after a reload of the file all again")
    func levels() async throws {
        let bench = try BoardPanel()
        typealias Method = BoardInterface.Levels
        let once = call(bench.client(), Method.method, Method.Parameters(), Method.Reply.self, more: true)
        await bench.advance()
        #expect(once.isOver)
        #expect(
            once.replies.compactMap { $0.line.map { "\($0.name) \($0.usedBy) \($0.isActive ?? false)" } } == [
                "GPIO18 control lamp false", "GPIO23 control door false", "GPIO24 sensor of door false",
                "GPIO17 button action false", "GPIO5 keypad false", "GPIO6 keypad true", "GPIO16 keypad true",
                "GPIO19 keypad true",
            ])
        let client = bench.client()
        let follow = call(client, Method.method, Method.Parameters(follow: true), Method.Reply.self, more: true)
        await bench.advance()
        #expect(follow.replies.count == 8 && !follow.isOver)
        _ = press(bench.client(), for: 0.7)
        await bench.advance(.seconds(1))
        let told = follow.replies.dropFirst(8).compactMap(\.line)
        #expect(told.first { $0.name == "GPIO17" }?.isActive == true)
        #expect(told.last { $0.name == "GPIO17" }?.isActive == false)
        #expect(told.filter { $0.name == "GPIO18" }.map(\.isActive) == [true])
        let count = follow.replies.count
        try bench.reload()
        await bench.advance()
        #expect(follow.replies.count >= count + 8)
        bench.service.detach()
        let after = press(bench.client(), for: 0.7)
        await bench.advance()
        #expect(after.error == Self.refused + "the panel runs on no simulated board any more")
        await bench.stop()
    }

    @Test("a reload of the panel's file ends presses and refuses typing with that reason")
    func reload() async throws {
        let bench = try BoardPanel()
        await bench.advance(.milliseconds(200))
        let pressed = press(bench.client(), for: nil)
        let typed = call(
            bench.client(), BoardInterface.Keys.method, BoardInterface.Keys.Parameters(text: "1212"),
            NoParameters.self)
        await bench.advance(.milliseconds(100))
        try bench.reload()
        await bench.advance()
        #expect(pressed.isOver)
        #expect(typed.error == Self.refused + "the panel's file has been read again")
        await bench.stop()
    }
}
