import Commands
import Controls
import Glibc
import LocalAPI
import Testing

@testable import Actions

/// Toggles by commands.
@Suite(.timeLimit(.minutes(1)))
struct ToggleTests {
    private let bench: Bench

    init() async throws {
        bench = try await Bench()
    }

    @Test(
        "a toggle's state is the first line of the command's output if it is a state, else the exit status",
        arguments: [
            ("exit 0", true), ("exit 1", false), ("echo off", false), ("echo ON; exit 1", true),
            ("echo 0", false), ("echo true", true), ("echo ' False '", false), ("echo humming", true),
            ("echo humming; exit 1", false),
        ])
    func state(script: String, isOn: Bool) async throws {
        #expect(try await bench.snapshot("command-toggle", toggle(script)).control.isOn == isOn)
    }

    @Test("a state command with another exit status is a failure", arguments: ["exit 3", "echo on; exit 2"])
    func noState(script: String) async throws {
        await #expect(throws: (any Error).self) { try await bench.snapshot("command-toggle", toggle(script)) }
    }

    @Test("C44 a slow state command is ended before the panel gives the provider up")
    func slowState() async throws {
        var configuration = toggle("sleep 60")
        configuration["timeout_ms"] = .int(200)
        await #expect(throws: (any Error).self) { try await bench.snapshot("command-toggle", configuration) }
        await bench.runtime.commands.idle()
    }

    @Test("C27 a toggle shows the state command's result, not the requested state")
    func wishAndState() async throws {
        let reply = try await bench.perform("command-toggle", toggle("exit 1"), isOn: true)
        #expect(reply.failure == nil)
        #expect(reply.evaluation?.control.isOn == false)
    }

    @Test("C42 a toggle's state is reloaded when a file changes and when its interval ends")
    func changes() async throws {
        let file = try bench.folder.write("off", to: "state")
        var configuration = toggle("cat \(file)")
        configuration["changes"] = .string(file)
        await bench.place("command-toggle", [configuration])
        #expect(try await bench.snapshot("command-toggle", configuration).control.isOn == false)
        let other = try bench.folder.write("on", to: "other")
        #expect(rename(other, file) == 0)
        #expect(await bench.reloads.next() == CommandToggle.kind)
        #expect(try await bench.snapshot("command-toggle", configuration).control.isOn == true)
        configuration["changes"] = nil
        configuration["every_ms"] = .int(250)
        await bench.place("command-toggle", [configuration])
        #expect(await bench.reloads.next() == CommandToggle.kind)
        await bench.place("command-toggle", [])
    }

    @Test("the state after a performance is read, also if another toggle's state was due just before")
    func performedBesideAnother() async throws {
        let file = try bench.folder.write("off", to: "state")
        let due = try bench.folder.write("x", to: "due")
        var configuration = toggle("cat \(file)")
        configuration["turn_on"] = .script("echo on > \(file)")
        configuration["every_ms"] = .int(3_600_000)
        var another = toggle("exit 0")
        another["changes"] = .string(due)
        await bench.place("command-toggle", [configuration, another])
        let shown = try await bench.snapshot("command-toggle", configuration)
        #expect(shown.control.isOn == false)
        let intent = try #require(shown.intent)
        let other = try bench.folder.write("y", to: "other")
        #expect(rename(other, due) == 0)
        #expect(await bench.reloads.next() == CommandToggle.kind)
        let reply = try await bench.perform(
            "command-toggle", configuration, intent: intent.type, values: intent.values, isOn: true)
        #expect(reply.evaluation?.control.isOn == true)
    }

    @Test("a toggle without a state command is never reloaded")
    func withoutState() async throws {
        var configuration = toggle(nil)
        configuration["every_ms"] = .int(250)
        await bench.place("command-toggle", [configuration])
        #expect(try await bench.snapshot("command-toggle", configuration).control.isOn == false)
        configuration["every_ms"] = .int(1)
        #expect(try await bench.snapshot("command-toggle", configuration).intent == nil, "out of range")
    }

    @Test("without a state command the last successfully requested state is shown")
    func requested() async throws {
        var configuration = toggle(nil)
        #expect(try await bench.snapshot("command-toggle", configuration).control.isOn == false)
        let turnedOn = try await bench.perform("command-toggle", configuration, isOn: true)
        #expect(turnedOn.evaluation?.control.isOn == true)
        configuration["turn_off"] = .script("exit 7")
        _ = try await bench.perform("command-toggle", configuration, isOn: true)
        let failed = try await bench.perform("command-toggle", configuration, isOn: false)
        #expect(failed.failure == "exit status 7")
        #expect(failed.evaluation?.control.isOn == true)
    }

    private func toggle(_ state: String?) -> [String: IntentValue] {
        var configuration: [String: IntentValue] = ["turn_on": .texts(["true"]), "turn_off": .texts(["true"])]
        configuration["state"] = state.map { .script($0) }
        return configuration
    }
}
