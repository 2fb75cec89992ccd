import ControlExtension
import Controls
import LocalAPI
import Testing

@testable import SampleExtension

/// A bundle's answers, without a socket.
@MainActor
struct BundleServiceTests {
    private static let lamp = "org.example.sample.lamp"
    private static let door = "org.example.sample.door"
    private static let room = "org.example.sample.room"

    // MARK: Describing

    @Test("C2 the controls are described in the bundle's order")
    func order() async throws {
        let description = try await Sample().service.describe(in: nil)
        #expect(description.displayName == "Sample")
        #expect(
            description.controls.map(\.kind) == [
                Self.lamp, Self.door, "org.example.sample.bell", Camera.kind, Self.room,
            ])
    }

    @Test("C3 the panel's kinds stay those of its domain, whoever asks for a description without one")
    func domain() async throws {
        let service = try Sample().service
        let kind = "org.example.panel.\(Self.lamp)"
        _ = await service.describe(in: "org.example.panel")
        #expect(await service.describe(in: nil).controls.first?.kind == Self.lamp)
        #expect(try await service.snapshot(SnapshotRequest(kind: kind)).control.kind == kind)
        let long = "a." + String(repeating: "b.", count: 115) + "c"
        let problems = await service.describe(in: long).controls.map(\.problem)
        #expect(problems.allSatisfy { $0?.hasSuffix("is too long behind the domain") == true })
    }

    @Test("C1 a widget that is no control is left out of the description, with a note")
    func unlisted() async throws {
        let notes = try await Sample().service.describe(in: nil).notes
        #expect(notes.count == 1)
        #expect(notes.first?.contains("Clock, widget 2 of SampleExtension is not shown") == true)
    }

    @Test("C4 a control without a display name has the extension's")
    func displayNames() async throws {
        let controls = try await Sample().service.describe(in: nil).controls
        #expect(controls.map(\.displayName) == ["Lamp", "Sample", "Sample", "Camera", "Room Light"])
        #expect(controls.map(\.description) == ["Switches the lamp.", nil, nil, nil, nil])

        #expect(controls.map(\.promptsForUserConfiguration) == [false, false, false, false, true])
        #expect(controls.map(\.wantsPushTokens) == [false, false, false, false, true])
    }

    @Test("C41 a preview with an entity uses the query's first suggestion")
    func entityPreview() async throws {
        let control = try #require(try await Sample().service.describe(in: nil).controls.last)
        #expect(control.preview?.control.title == "Kitchen")
        #expect(control.preview?.control.freshness == .preview)
        #expect(control.parameters.map(\.name) == ["room"])
    }

    // MARK: Snapshots

    @Test("C40 a snapshot has the provider's value, and the control's look while it runs")
    func snapshot() async throws {
        let sample = try Sample()
        try sample.context.container.set("on", forKey: "lamp")
        let evaluation = try await sample.service.snapshot(SnapshotRequest(kind: Self.lamp))
        #expect(evaluation.control.isOn == true)
        #expect(evaluation.control.valueText == "Bright")
        #expect(evaluation.control.freshness == .fresh)
        #expect(!evaluation.control.isRunning && evaluation.running.isRunning)
        let door = try await sample.service.snapshot(SnapshotRequest(kind: Self.door))
        #expect(door.control.valueText == nil)
        #expect(door.running.valueText == "Opening…")
        #expect(door.control.privacy.state)
    }

    @Test("E3 a snapshot has the intent as data: its type, the body's values and its policy")
    func intent() async throws {
        let sample = try Sample()
        let door = try await sample.service.snapshot(SnapshotRequest(kind: Self.door))
        #expect(door.intent?.authentication == .requiresAuthentication)
        #expect(door.intent?.isDiscoverable == false)
        let evaluation = try await sample.service.snapshot(SnapshotRequest(kind: Self.lamp))
        let intent = try #require(evaluation.intent)
        #expect(intent.title == "Lamp")
        #expect(intent.description == "Switches the lamp.")
        #expect(intent.authentication == .alwaysAllowed)
        #expect(intent.isDiscoverable)
        #expect(intent.values == ["watts": .int(40)])
    }

    @Test("C28 an intent's parameters are described as declared, without the values of a body")
    func declared() async throws {
        let intent = try #require(try await Sample().service.snapshot(SnapshotRequest(kind: Self.lamp)).intent)
        #expect(intent.values == ["watts": .int(40)])
        #expect(intent.parameters.map(\.value) == [.int(60)])
    }

    @Test("C21 a toggle's value belongs to the system and is not among the intent's parameters")
    func systemValue() async throws {
        let evaluation = try await Sample().service.snapshot(SnapshotRequest(kind: Self.lamp))
        #expect(evaluation.intent?.parameters.map(\.name) == ["watts"])
        #expect(evaluation.intent?.values["value"] == nil)
    }

    @Test("C41 each configuration has its own value")
    func configurations() async throws {
        let service = try Sample().service
        for (room, name) in [("kitchen", "Kitchen"), ("hall", "Hall")] {
            let request = SnapshotRequest(kind: Self.room, configuration: ["room": .string(room)])
            let evaluation = try await service.snapshot(request)
            #expect(evaluation.control.title == name)
            #expect(evaluation.intent?.values == ["room": .string(room)])
        }
    }

    @Test("P4 a control with an incomplete configuration has no intent, and gives the reason")
    func incomplete() async throws {
        let evaluation = try await Sample().service.snapshot(SnapshotRequest(kind: Self.room))
        #expect(evaluation.intent == nil)
        #expect(evaluation.control.failure?.contains("Room") == true)
    }

    @Test("C44 a provider that throws is an error with its reason")
    func failingProvider() async throws {
        let sample = try Sample()
        try sample.context.container.set("broken", forKey: "lamp")
        await #expect(throws: ExtensionCallError.valueFailed(reason: "The lamp is broken")) {
            try await sample.service.snapshot(SnapshotRequest(kind: Self.lamp))
        }
    }

    @Test("an unknown kind is an error")
    func unknownKind() async throws {
        let service = try Sample().service
        await #expect(throws: ExtensionCallError.noSuchControl(kind: "org.example.none")) {
            try await service.snapshot(SnapshotRequest(kind: "org.example.none"))
        }
        await #expect(throws: ExtensionCallError.noSuchControl(kind: "org.example.none")) {
            try await service.perform(PerformRequest(performance: "1", kind: "org.example.none", intent: "SetLamp"))
        }
    }

    // MARK: Other questions

    @Test("C24 a parameter's choices are an entity's suggestions from its query, or an enumeration's cases")
    func suggestions() async throws {
        let service = try Sample().service
        let rooms = try await service.suggest(SuggestRequest(kind: Self.room, parameter: "room"))
        #expect(rooms.map(\.title) == ["Kitchen", "Hall"])
        let intent = try #require(try await service.snapshot(SnapshotRequest(kind: Self.door)).intent)
        let guests = try await service.suggest(SuggestRequest(intent: intent.type, parameter: "guest"))
        #expect(guests.map(\.value) == [.string("friend"), .string("postman")])
    }

    @Test("an unknown parameter, or intent, is an error")
    func unknownParameter() async throws {
        let service = try Sample().service
        await #expect(throws: ExtensionCallError.noSuchIntent(intent: Self.room)) {
            try await service.suggest(SuggestRequest(kind: Self.room, parameter: "none"))
        }
        await #expect(throws: ExtensionCallError.noSuchIntent(intent: "None")) {
            try await service.suggest(SuggestRequest(intent: "None", parameter: "room"))
        }
        await #expect(throws: ExtensionCallError.noSuchIntent(intent: "None")) {
            try await service.perform(PerformRequest(performance: "1", kind: nil, intent: "None"))
        }
    }

    @Test("C45 the push handler receives the placements, each with its configuration")
    func pushTokens() async throws {
        let sample = try Sample()
        await sample.service.pushTokensChanged([
            PlacedControl(kind: Self.room, configuration: ["room": .string("hall")], pushToken: "secret"),
            PlacedControl(kind: Self.lamp),
        ])
        #expect(try sample.context.container.value([String].self, forKey: "pushed") == ["Hall"])
    }
}
