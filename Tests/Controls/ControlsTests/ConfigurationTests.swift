import Controls
import Testing

@Suite @MainActor
struct ConfigurationTests {
    private let light: ResolvedControl

    init() throws {
        light = try #require(ResolvedControl(RoomLight(), defaultName: "House"))
    }

    @Test("C3 an AppIntentControlConfiguration describes its parameters, with defaults and choices")
    func parameters() throws {
        #expect(light.kind == "org.example.room.light")
        #expect(light.configurationParameters.map(\.name) == ["room", "brightness"])
        #expect(light.configurationParameters.map(\.value) == [nil, .int(80)])
        #expect(light.configurationParameters.first?.choices?.count == 3)
        let plain = try #require(ResolvedControl(OpenTrunk(), defaultName: "Car"))
        #expect(plain.configurationParameters.isEmpty)
    }

    @Test("C4 promptsForUserConfiguration() is effective through other modifiers")
    func prompts() throws {
        #expect(light.promptsForUserConfiguration)
        #expect(light.preview.snapshot().displayName == "Light")
        #expect(try #require(ResolvedControl(RoomName(), defaultName: "House")).promptsForUserConfiguration == false)
    }

    @Test("C41 a preview uses the parameters' defaults, else an AppEnum's first case")
    func preview() async throws {
        #expect(light.preview.snapshot().title == "kitchen")
        #expect(light.preview.snapshot().freshness == .preview)
        #expect(light.preview.configurationProblems.isEmpty)
        let hall = try await light.preview(configuration: ["room": .string("hall")])
        #expect(hall.snapshot().title == "hall")
        #expect(hall.snapshot().freshness == .preview)
    }

    @Test("C41 two placements of one kind have each its own configuration and value")
    func placements() async throws {
        let house = House()
        try await House.$current.withValue(house) {
            var hall = try await light.load(configuration: ["room": .string("hall")])
            let attic = try await light.load(configuration: ["room": .string("attic"), "brightness": .int(5)])
            #expect(hall.snapshot().valueText == "Dark")
            #expect(hall.snapshot().freshness == .fresh)
            hall = await light.perform(hall).control
            #expect(hall.snapshot().title == "hall")
            #expect(hall.snapshot().valueText == "80 percent")
            #expect(hall.configuration == ["room": .string("hall")])
            #expect(try await light.load(configuration: attic.configuration).isOn == false)
            let lit = await light.perform(attic).control
            #expect(lit.snapshot().valueText == "5 percent")
            #expect(lit.snapshot().title == "attic")
        }
    }

    @Test("C41 a preview without a possible value fails, without ending the process")
    func noPreview() async throws {
        let control = try #require(ResolvedControl(RoomName(), defaultName: "House"))
        #expect(control.preview.configurationProblems == [.needsValue(parameter: "Name", intent: "Name")])
        #expect(control.preview.snapshot().isDisabled)
        #expect(control.preview.snapshot().failure == "'Name' needs a value for 'Name'")
        #expect(try await control.preview(configuration: ["name": .string("Den")]).snapshot().title == "Den")
    }

    @Test("P4 a control with an incomplete configuration loads as such, cannot be performed, and gives the reason")
    func incomplete() async throws {
        let placed = try await light.load()
        let problem = IntentParameterError.needsValue(parameter: "Room", intent: "Select Room")
        #expect(placed.configurationProblems == [problem])
        #expect(placed.snapshot().freshness == .preview)
        let outcome = await light.perform(placed)
        let error = ControlRefusal.incompleteConfiguration(kind: "org.example.room.light", problems: [problem])
        #expect(outcome.actionError as? ControlRefusal == error)
        #expect(outcome.request == nil)
        #expect(placed.snapshot().isDisabled)
        #expect(placed.snapshot().failure == "'Select Room' needs a value for 'Room'")
    }

    @Test("P4 an unknown case in a configuration is reported, and an unknown parameter is ignored")
    func outdated() async throws {
        let unknown = try await light.load(configuration: ["room": .string("cellar")])
        #expect(
            unknown.configurationProblems.first
                == .unknownCase(
                    parameter: "room", intent: "Select Room", value: .string("cellar"),
                    known: ["kitchen", "hall", "attic"]))
        let dropped = try await light.load(configuration: ["room": .string("hall"), "colour": .string("red")])
        #expect(dropped.configurationProblems.isEmpty)
    }

    @Test("C3 a configuration without a provider makes the template of the intent")
    func withoutProvider() async throws {
        let control = try #require(ResolvedControl(RoomName(), defaultName: "House"))
        let loaded = try await control.load(configuration: ["name": .string("Den")])
        #expect(loaded.snapshot().title == "Den")
        #expect(loaded.snapshot().freshness == .fresh)
    }
}

private struct NameConfiguration: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Name"
    @Parameter(title: "Name") var name: String
}

private struct RoomName: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: "org.example.room.name", intent: NameConfiguration.self) { configuration in
            ControlWidgetButton(action: Ring()) { Text(configuration.name) }
        }
    }
}
