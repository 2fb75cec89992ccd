import Controls
import Testing

@Suite @MainActor
struct IntentTests {
    @Test("C20 an action is an intent with title, description, policy and discoverability")
    func declared() throws {
        let intent = try #require(ResolvedControl(GarageDoorOpener(), defaultName: "Car")).preview.intent
        #expect(intent.type is ToggleGarageDoor.Type)
        #expect(intent.type.persistentIdentifier == "ToggleGarageDoor")
        #expect(intent.title == "Garage Door")
        #expect(intent.intentDescription == "Opens and closes the garage door.")
        #expect(intent.authenticationPolicy == .requiresAuthentication)
        #expect(!intent.isDiscoverable)
    }

    @Test("C20 by default an intent is always allowed, discoverable, and has no description")
    func defaults() throws {
        let intent = try evaluate { ControlWidgetButton(action: Ring()) { Text("Bell") } }.intent
        #expect(intent.authenticationPolicy == .alwaysAllowed)
        #expect(intent.isDiscoverable)
        #expect(intent.intentDescription == nil)
    }

    @Test("C20 a description that is not declared as an optional is found, too")
    func plainDescription() throws {
        let intent = try #require(ResolvedControl(OpenTrunk(), defaultName: "Car")).preview.intent
        #expect(intent.intentDescription == "Opens the trunk of a car.")
    }

    @Test("C20 a synchronous perform() satisfies the protocol; a button performs its intent")
    func synchronous() async throws {
        let trunk = try #require(ResolvedControl(OpenTrunk(), defaultName: "Car")).preview
        let journal = Journal()
        try await Journal.$current.withValue(journal) { try await trunk.performAction() }
        #expect(journal.entries == ["opened Beetle, 2, no note"])
    }

    @Test("C20 a result may have a value")
    func resultValue() async throws {
        #expect(try await CountIntent().perform().value == 3)
    }

    @Test("C21 the system sets value to the negation of the state shown, before perform()", arguments: [true, false])
    func setValue(isOn: Bool) async throws {
        let lamp = try evaluate { ControlWidgetToggle(isOn: isOn, action: SetLamp()) { Text("Lamp") } }
        let journal = Journal()
        try await Journal.$current.withValue(journal) { try await lamp.performAction() }
        #expect(journal.entries == ["lamp \(!isOn)"])
    }

    @Test("C21 a requested state is set, whatever is shown")
    func wish() async throws {
        let lamp = try evaluate { ControlWidgetToggle(isOn: true, action: SetLamp()) { Text("Lamp") } }
        let journal = Journal()
        try await Journal.$current.withValue(journal) {
            try await lamp.performAction(isOn: true)
            try await lamp.performAction(isOn: false)
        }
        #expect(journal.entries == ["lamp true", "lamp false"])
    }

    @Test("C21 a button has no requested state")
    func noState() async throws {
        let bell = try evaluate { ControlWidgetButton(action: Ring()) { Text("Bell") } }
        await #expect(throws: ControlRefusal.buttonHasNoState(kind: "org.example.lamp")) {
            try await bell.performAction(isOn: true)
        }
    }

    @Test("C21 only the system sets value: the author's intent is untouched, and its own value is not performed")
    func untouched() async throws {
        let intent = SetLamp()
        intent.value = false
        let lamp = try evaluate { ControlWidgetToggle(isOn: false, action: intent) { Text("Lamp") } }
        let journal = Journal()
        try await Journal.$current.withValue(journal) { try await lamp.performAction() }
        #expect(journal.entries == ["lamp true"])
        #expect(intent.value == false)
    }

    @Test("C23 copies of an intent share storage, and its values are captured when the body is evaluated")
    func snapshotted() async throws {
        let intent = OpenTrunkIntent(car: "Beetle")
        let copy = intent
        intent.note = "slowly"
        #expect(copy.note == "slowly")
        let trunk = try evaluate { ControlWidgetButton(action: intent) { Text("Trunk") } }
        copy.car = "Bus"
        copy.note = nil
        copy.width = 9
        let journal = Journal()
        try await Journal.$current.withValue(journal) { try await trunk.performAction() }
        #expect(journal.entries == ["opened Beetle, 2, slowly"])
    }

    @Test("C23 a performance's changes of its parameters are not visible to the next performance")
    func performedApart() async throws {
        let counter = try evaluate { ControlWidgetButton(action: CountIntent()) { Text("Count") } }
        let journal = Journal()
        try await Journal.$current.withValue(journal) {
            try await counter.performAction()
            try await counter.performAction()
        }
        #expect(journal.entries == ["counted 3", "counted 3"])
    }

    @Test("C23 a removed value is captured as absent, despite the default of a new intent")
    func absent() async throws {
        let intent = NamedIntent()
        intent.name = nil
        let named = try evaluate { ControlWidgetButton(action: intent) { Text("Name") } }
        let journal = Journal()
        try await Journal.$current.withValue(journal) { try await named.performAction() }
        #expect(journal.entries == ["nobody"])
    }

    @Test("C24 an intent without a required parameter is not performed, and the error names the parameter")
    func missingParameter() async throws {
        let trunk = try evaluate { ControlWidgetButton(action: OpenTrunkIntent()) { Text("Trunk") } }
        let journal = Journal()
        await Journal.$current.withValue(journal) {
            await #expect(throws: IntentParameterError.needsValue(parameter: "Car", intent: "Open Trunk")) {
                try await trunk.performAction()
            }
        }
        #expect(journal.entries.isEmpty)
        #expect(
            IntentParameterError.needsValue(parameter: "Car", intent: "Open Trunk").description
                == "'Open Trunk' needs a value for 'Car'")
    }

    @Test("C20 an intent may be a class, and inherit parameters")
    func classIntent() async throws {
        let intent = LoudRing()
        intent.times = 2
        let bell = try evaluate { ControlWidgetButton(action: intent) { Text("Bell") } }
        intent.times = 7
        let journal = Journal()
        try await Journal.$current.withValue(journal) { try await bell.performAction() }
        #expect(journal.entries == ["rang 2 times"])
    }
}

private struct CountIntent: AppIntent {
    static let title: LocalizedStringResource = "Count"
    @Parameter var count: Int

    init() {
        count = 2
    }

    func perform() async throws -> some IntentResult & ReturnsValue<Int> {
        count += 1
        Journal.current.note("counted \(count)")
        return .result(value: count)
    }
}

private struct NamedIntent: AppIntent {
    static let title: LocalizedStringResource = "Name"
    @Parameter(title: "Name", default: "Ann") var name: String?

    func perform() async throws -> some IntentResult {
        Journal.current.note(name ?? "nobody")
        return .result()
    }
}

private class QuietRing: @unchecked Sendable {
    @IntentParameter(title: "Times", default: 1) var times: Int

    required init() {}
}

private final class LoudRing: QuietRing, AppIntent, @unchecked Sendable {
    static let title: LocalizedStringResource = "Ring"

    func perform() async throws -> some IntentResult {
        Journal.current.note("rang \(times) times")
        return .result()
    }
}
