import Controls
import Foundation
import Testing

extension SharedTimer {
    @Suite @MainActor
    struct ValueTests {
        private let timer: ResolvedControl

        init() throws {
            TimerManager.shared.reset()
            timer = try #require(ResolvedControl(TimerToggle(), defaultName: "Focus"))
        }

        @Test("C40 the preview value is shown, marked as a preview, before the first current value")
        func preview() async throws {
            TimerManager.shared.isRunning = true
            #expect(timer.preview.isOn == false)
            #expect(timer.preview.snapshot().freshness == .preview)
            #expect(timer.preview.snapshot().valueText == "Stopped")
        }

        @Test("C40 a preview is shown in the inactive state, whatever its value")
        func inactivePreview() throws {
            let door = try #require(ResolvedControl(GarageDoorOpener(), defaultName: "Car")).preview
            #expect(door.isOn == true)
            let shown = door.snapshot()
            #expect(shown.isOn == false)
            #expect(shown.freshness == .preview)
            #expect(shown.hint == "Hold for Open")
        }

        @Test("C40 the current value is asked on load")
        func load() async throws {
            TimerManager.shared.isRunning = true
            let shown = try await timer.load().snapshot()
            #expect(
                shown
                    == ControlSnapshot(
                        kind: "com.example.MyApp.TimerToggle", displayName: "Productivity Timer",
                        controlDescription: "Start and stop a productivity timer.", template: .toggle(isOn: true),
                        title: "Productivity Timer", symbol: .system("hourglass"), valueText: "Running", tint: .purple,
                        hint: "Hold to Stop"))
        }

        @Test("C40 a value may be of any type, Sendable or not")
        func anyValue() async throws {
            let visitors = try #require(ResolvedControl(Visitors(), defaultName: "Panel"))
            #expect(visitors.preview.snapshot().title == "0 visitors")
            #expect(try await visitors.load().snapshot().title == "2 visitors")
        }

        @Test("C27 a throwing perform() is shown as a failure with the provider's value, not the requested one")
        func failure() async throws {
            TimerManager.shared.refusal = "no batteries"
            let outcome = await timer.perform(try await timer.load())
            #expect(TimerManager.shared.requests == [true])
            #expect(outcome.actionError is TimerError)
            #expect(outcome.valueError == nil)
            #expect(outcome.control.snapshot().isOn == false)
            #expect(outcome.control.snapshot().failure == "Refused: no batteries")
            #expect(outcome.control.snapshot().freshness == .fresh)
        }

        @Test("C27 the next action that succeeds clears the failure")
        func failureCleared() async throws {
            TimerManager.shared.refusal = "no batteries"
            let failed = await timer.perform(try await timer.load()).control
            TimerManager.shared.refusal = nil
            let outcome = await timer.perform(failed)
            #expect(outcome.actionError == nil)
            #expect(outcome.control.snapshot().failure == nil)
            #expect(outcome.control.isOn == true)
        }

        @Test("C27 an error without a text for people is shown as it describes itself")
        func plainError() async throws {
            let control = try #require(ResolvedControl(Broken(), defaultName: "Panel"))
            let outcome = await control.perform(control.preview)
            #expect(outcome.control.snapshot().failure == "'Open Trunk' needs a value for 'Car'")
        }

        @Test("C42 after perform() has returned, the control is loaded again")
        func reloadedAfterAction() async throws {
            let outcome = await timer.perform(timer.preview)
            #expect(TimerManager.shared.requests == [true])
            #expect(outcome.control.isOn == true)
            #expect(outcome.control.snapshot().hint == "Hold to Stop")
            let back = await timer.perform(outcome.control)
            #expect(TimerManager.shared.requests == [true, false])
            #expect(back.control.isOn == false)
        }

        @Test("C43 a reload evaluates the body again, also without a provider")
        func bodyAgain() async throws {
            let garage = try #require(ResolvedControl(GarageDoorOpener(), defaultName: "Car"))
            GarageDoor.isOpen = false
            #expect(try await garage.load().snapshot().valueText == "Closed")
            GarageDoor.isOpen = true
            #expect(try await garage.load().snapshot().valueText == "Open")
        }

        @Test("C44 a provider that throws after the action leaves the last value, marked stale")
        func stale() async throws {
            let loaded = try await timer.load()
            TimerManager.shared.isUnreachable = true
            await #expect(throws: TimerError.self) { try await timer.load() }
            let outcome = await timer.perform(loaded)
            #expect(outcome.actionError == nil)
            #expect(outcome.valueError is TimerError)
            #expect(outcome.control.snapshot().freshness == .stale)
            #expect(outcome.control.isOn == false)
        }

        @Test("C44 without any value so far, the preview stays marked as one")
        func stalePreview() {
            #expect(timer.preview.stale().snapshot().freshness == .preview)
        }

        @Test("C47 a state changed elsewhere is shown, and a failed request does not overwrite it")
        func changedElsewhere() async throws {
            let loaded = try await timer.load()
            TimerManager.shared.isRunning = true
            TimerManager.shared.refusal = "no"
            #expect(await timer.perform(loaded).control.isOn == true)
            #expect(TimerManager.shared.isRunning)
        }

        @Test("C40 a snapshot is plain data: it survives JSON")
        func coding() async throws {
            TimerManager.shared.refusal = "no"
            let failed = await timer.perform(timer.preview).control.snapshot(isRunning: true)
            let trunk = try #require(ResolvedControl(OpenTrunk(), defaultName: "Car")).preview.snapshot()
            for snapshot in [failed, trunk] {
                let data = try JSONEncoder().encode(snapshot)
                #expect(try JSONDecoder().decode(ControlSnapshot.self, from: data) == snapshot)
            }
        }

        @Test("C1 a control that is evaluated on the main actor performs off it")
        nonisolated func offMainActor() async throws {
            let lamp = try await evaluate { ControlWidgetToggle(isOn: false, action: SetLamp()) { Text("Lamp") } }
            let journal = Journal()
            try await Journal.$current.withValue(journal) { try await lamp.performAction() }
            #expect(journal.entries == ["lamp true"])
            #expect(lamp.snapshot().hint == "Hold to Turn On 'Lamp'")
        }
    }
}

/// The type is not `Sendable`, which a value need not be.
private final class Guests {
    var names: [String]

    init(_ names: [String]) {
        self.names = names
    }
}

private struct GuestsProvider: ControlValueProvider {
    var previewValue: Guests { Guests([]) }

    func currentValue() async throws -> Guests {
        Guests(["Ann", "Bob"])
    }
}

private struct Visitors: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.visitors", provider: GuestsProvider()) { guests in
            let count = guests.names.count
            ControlWidgetButton(action: Ring()) { Text("\(count) visitors") }
        }
    }
}

private struct Broken: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.broken") {
            ControlWidgetButton(action: OpenTrunkIntent()) { Text("Broken") }
        }
    }
}
