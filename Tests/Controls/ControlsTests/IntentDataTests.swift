import Controls
import Testing

extension SharedTimer {
    @Suite @MainActor
    struct IntentDataTests {
        private let bundle: ResolvedBundle
        private let building = Building()
        private let journal = Journal()

        init() throws {
            bundle = ResolvedBundle(DoorBundle(), name: "House")
            TimerManager.shared.reset()
        }

        private func inBuilding<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
            try await Building.$current.withValue(building) {
                try await Journal.$current.withValue(journal) { try await body() }
            }
        }

        @Test("E3 an intent is a name and values, from which it performs after a restart")
        func restart() async throws {
            try await inBuilding {
                let shown = try await bundle["org.example.door"]?.load(configuration: ["door": .int(2)]).intent
                let intent = try #require(shown)
                let (name, values) = (bundle.name(of: intent), intent.parameterValues)
                let restarted = ResolvedBundle(DoorBundle(), name: "House")
                let outcome = await restarted.perform(
                    intent: name, values: values, kind: "org.example.door", configuration: ["door": .int(2)])
                #expect(outcome.actionError == nil)
                #expect(journal.entries == ["unlocked Back, no glass"])
                #expect(outcome.control?.snapshot().title == "Back")
            }
        }

        @Test(
            "E3 an intent in a preview has its persistent identifier, and any other is also found by its type")
        func names() async throws {
            #expect(
                bundle.name(of: try PerformableIntent(ToggleTimerIntent.self, parameters: [:])) == "ToggleTimerIntent")
            let name = bundle.name(of: try PerformableIntent(Ring.self, parameters: [:]))
            #expect(name.hasPrefix("Ring#"))
            let restarted = ResolvedBundle(DoorBundle(), name: "House")
            #expect(restarted.intents.type(named: name) is Ring.Type)
            #expect(restarted.intents.type(named: "Ring") == nil)
            #expect(bundle.intents.type(named: "Ring") is Ring.Type)
            #expect(restarted.intents.type(named: "S" + name.dropFirst()) == nil)
        }

        @Test("E3 two types with one identifier are distinguished")
        func sameIdentifier() throws {
            let inner = try PerformableIntent(Inner.ToggleTimerIntent.self, parameters: [:])
            #expect(inner.type.persistentIdentifier == "ToggleTimerIntent")
            #expect(bundle.intents.type(named: bundle.name(of: inner)) is Inner.ToggleTimerIntent.Type)
            #expect(bundle.intents.type(named: "ToggleTimerIntent") is ToggleTimerIntent.Type)
        }

        @Test(
            "E3 an unknown name of an intent is refused",
            arguments: [
                "", "#", "Ring#", "Ring#Si", "Ring#$s", "Ring#\u{1}\u{0}", "Int#Si",
                "Ring#" + String(repeating: "S", count: 2000), "Sing#So", "Ring#üben",
            ])
        func unknownNames(name: String) async {
            #expect(bundle.intents.type(named: name) == nil)
            let outcome = await bundle.perform(intent: name, values: [:])
            #expect(outcome.actionError as? UnknownIntent == UnknownIntent(name: name))
            #expect(UnknownIntent(name: name).description == "there is no intent '\(name)'")
        }

        @Test("C21 a toggle's state overrides a value that was given as data", arguments: [true, false])
        func setState(isOn: Bool) async throws {
            TimerManager.shared.isRunning = !isOn
            let outcome = await bundle.perform(
                intent: "ToggleTimerIntent", values: ["value": .bool(!isOn)], answers: ["value": .bool(!isOn)],
                isOn: isOn,
                kind: "com.example.MyApp.TimerToggle")
            #expect(TimerManager.shared.requests == [isOn])
            #expect(outcome.control?.isOn == isOn)
        }

        @Test("C27 a failing data intent gives the reason, and the control has its real value")
        func failure() async throws {
            TimerManager.shared.refusal = "no"
            let outcome = await bundle.perform(
                intent: "ToggleTimerIntent", values: [:], isOn: true, kind: "com.example.MyApp.TimerToggle")
            #expect(outcome.control?.snapshot().failure == "Refused: no")
            #expect(outcome.control?.isOn == false)
            TimerManager.shared.isUnreachable = true
            let unreachable = await bundle.perform(
                intent: "ToggleTimerIntent", values: [:], isOn: true, kind: "com.example.MyApp.TimerToggle")
            #expect(unreachable.control == nil)
            #expect(unreachable.valueError.map(String.init(failure:)) == "No timer")
        }

        @Test("C28 a discoverable intent is listed and runs by name with parameters, and another is not listed")
        func discoverable() async throws {
            try await inBuilding {
                #expect(bundle.discoverableIntents.map(\.title) == ["Productivity Timer"])
                _ = try await bundle["org.example.door"]?.preview()
                #expect(bundle.discoverableIntents.map(bundle.name(of:)) == ["ToggleTimerIntent", "UnlockDoors"])
                _ = bundle.name(of: try PerformableIntent(ToggleGarageDoor.self, parameters: [:]))
                #expect(bundle.discoverableIntents.count == 2)
                let outcome = await bundle.perform(intent: "UnlockDoors", values: ["door": .int(1)])
                #expect(outcome.actionError == nil)
                #expect(outcome.control == nil)
                #expect(journal.entries == ["unlocked Front, no glass"])
                let asked = await bundle.perform(intent: "UnlockDoors", values: [:])
                #expect(asked.request?.choices?.count == 3)
                #expect(try await bundle.suggestions(forParameter: "door", ofIntent: "UnlockDoors").count == 3)
                #expect(try await bundle["org.example.door"]?.suggestions(forParameter: "door").count == 3)
            }
        }

        @Test("C22 the intent that a result opens is later found by its name")
        func opened() async throws {
            let control = try evaluate { ControlWidgetButton(action: RingTwice()) { Text("Ring") } }
            let next = try #require(try await control.performAction().opensIntent)
            let outcome = await Journal.$current.withValue(journal) {
                await bundle.perform(intent: bundle.name(of: next), values: next.parameterValues)
            }
            #expect(outcome.actionError == nil)
            #expect(journal.entries == ["rang"])
        }
    }
}

private enum Inner {
    struct ToggleTimerIntent: AppIntent {
        static let title: LocalizedStringResource = "Inner"

        func perform() async throws -> some IntentResult { .result() }
    }
}

private struct RingTwice: AppIntent {
    static let title: LocalizedStringResource = "Ring Twice"

    func perform() async throws -> some IntentResult & OpensIntent { .result(opensIntent: Ring()) }
}
