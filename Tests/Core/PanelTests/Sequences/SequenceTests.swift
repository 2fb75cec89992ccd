import EventLoop
import Foundation
import TestSupport
import Testing

@testable import Panel

/// Twelve scenarios, each with the sequence of all its effects in `Recorded`.
///
/// Where a sequence is to change, `HOLDFAST_ACCEPT=1 swift test --filter SequenceTests` writes the new one.
@PanelActor
@Suite("Sequences of a panel's effects", .timeLimit(.minutes(2)))
struct SequenceTests {
    private typealias Scenario = @PanelActor (SequencePanel) async throws -> Void

    private func expect(_ name: String, _ scenario: Scenario) async throws {
        let panel = try await SequencePanel()
        try await scenario(panel)
        let sequence = try await panel.end()
        let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Recorded/\(name).sequence")
        if ProcessInfo.processInfo.environment["HOLDFAST_ACCEPT"] == "1" { try Data(sequence.utf8).write(to: file) }
        let recorded = try String(contentsOf: file, encoding: .utf8)
        let (new, old) = (sequence.split(separator: "\n"), recorded.split(separator: "\n"))
        let first = zip(new, old).first { $0 != $1 }
        #expect(sequence == recorded, "\(name): \(first.map { "'\($0)' instead of '\($1)'" } ?? "another length")")
    }

    @Test("A hold turns a toggle on: line, light, events and answer come in the recorded order")
    func toggle() async throws {
        try await expect("toggle") { panel in
            try await panel.tap("GPIO17")
            try await panel.hold("GPIO17")
            await panel.advance(.seconds(3))
            await panel.perform("lamp", isOn: true, label: "a person")
            await panel.perform("lamp", isOn: false, by: SequencePanel.program, label: "a program")
            await panel.advance(.seconds(4))
        }
    }

    @Test("A guarded hold waits for its PIN, and performs once the PIN is right")
    func pending() async throws {
        try await expect("pending") { panel in
            try await panel.hold("GPIO27")
            await panel.type("500010")
            await panel.advance(.seconds(2))
            await panel.type()
            await panel.advance(.seconds(4))
            try await panel.hold("GPIO27")
            try await panel.hold("GPIO27")
            await panel.advance(.seconds(70))
        }
    }

    @Test("A guarded hold without a PIN ends after its time, and another hold takes its place")
    func pendingEnds() async throws {
        try await expect("pending-ends") { panel in
            await panel.perform("gate", label: "a person")
            try await panel.hold("GPIO27")
            await panel.advance(.seconds(16))
            try await panel.hold("GPIO27")
            try await panel.hold("GPIO17")
            await panel.type()
            await panel.advance(.seconds(3))
        }
    }

    @Test("Programs perform guarded controls only with a PIN, and see no private state")
    func programs() async throws {
        try await expect("programs") { panel in
            await panel.perform("door", by: SequencePanel.program, label: "a program")
            await panel.perform("door", by: SequencePanel.unlockedProgram, label: "a program with a PIN")
            await panel.perform("alarm", isOn: true, by: SequencePanel.program, label: "a program")
            await panel.perform("alarm", isOn: false, by: SequencePanel.program, label: "a program")
            await panel.type()
            await panel.perform("alarm", label: "a person")
            await panel.advance(.seconds(4))
        }
    }

    @Test("A trusted button needs no PIN, and a button can lock the panel")
    func trusted() async throws {
        try await expect("trusted") { panel in
            try await panel.hold("GPIO22")
            await panel.advance(.seconds(4))
            await panel.type()
            await panel.perform("shut", label: "a person")
            await panel.advance(.seconds(1))
        }
    }

    @Test("A scene performs its members in order, and is refused as a whole")
    func scene() async throws {
        try await expect("scene") { panel in
            await panel.perform("evening", by: SequencePanel.program, label: "a program")
            await panel.type()
            await panel.perform("evening", label: "a person")
            await panel.perform("evening", by: SequencePanel.unlockedProgram, label: "a program with a PIN")
            await panel.advance(.seconds(4))
        }
    }

    @Test("Interlocked controls exclude each other")
    func interlock() async throws {
        try await expect("interlock") { panel in
            await panel.perform("relay", isOn: true, label: "a person")
            await panel.perform("pump", isOn: true, label: "a person")
            await panel.perform("relay", isOn: false, label: "a person")
            await panel.perform("pump", isOn: true, by: SequencePanel.program, label: "a program")
            await panel.advance(.seconds(4))
        }
    }

    @Test("A timer's end performs what follows it")
    func timer() async throws {
        try await expect("timer") { panel in
            await panel.perform("lamp", isOn: true, label: "a person")
            await panel.perform("fan", isOn: true, label: "a person")
            await panel.advance(.seconds(11))
            await panel.perform("look", label: "a person")
            await panel.advance(.seconds(4))
        }
    }

    @Test("An extension's control performs in its process; a second hold is refused meanwhile")
    func extensions() async throws {
        try await expect("extension") { panel in
            try await panel.hold("GPIO24")
            panel.fake.holdsPerformances = true
            try await panel.hold("GPIO23")
            try await panel.hold("GPIO23")
            await panel.finishPerforming()
            await panel.advance(.seconds(4))
        }
    }

    @Test("An extension that is lost fails its performance, and its controls are stale until it is back")
    func lost() async throws {
        try await expect("lost") { panel in
            panel.fake.holdsPerformances = true
            try await panel.hold("GPIO23")
            await panel.lose()
            try await panel.hold("GPIO24")
            await panel.advance(.seconds(2))
            await panel.come()
            await panel.advance(.seconds(31))
        }
    }

    @Test("A question waits for the same control to be held again, and ends by itself")
    func confirmation() async throws {
        try await expect("confirmation") { panel in
            panel.fake.holdsPerformances = true
            try await panel.hold("GPIO24")
            try panel.askToConfirm()
            await panel.perform("lamp", label: "a person")
            try await panel.hold("GPIO24")
            await panel.finishPerforming()
            try await panel.hold("GPIO24")
            try panel.askToConfirm()
            await panel.advance(.seconds(11))
            await panel.finishPerforming()
            await panel.advance(.seconds(4))
        }
    }

    @Test("A guarded hold waits for a stalled disk, and is refused when the disk does not come back")
    func stalledDisk() async throws {
        try await expect("stalled-disk") { panel in
            await panel.type()
            panel.disk.stall()
            await panel.perform("door", label: "a person")
            await panel.perform("door", label: "a person")
            await panel.perform("lamp", label: "a person")
            await panel.advance(.seconds(3))
            panel.disk.goOn()
            await panel.advance(.seconds(4))
            await panel.perform("door", label: "a person")
            await panel.advance(.seconds(4))
        }
    }
}
