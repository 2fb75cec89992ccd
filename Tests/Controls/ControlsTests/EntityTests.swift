import Controls
import Foundation
import Synchronization
import Testing

@Suite @MainActor
struct EntityTests {
    private let control: ResolvedControl
    private let building = Building()
    private let journal = Journal()

    init() throws {
        control = try #require(ResolvedControl(DoorControl(), defaultName: "House"))
    }

    private func inBuilding<Result>(_ body: @MainActor () async throws -> Result) async rethrows -> Result {
        try await Building.$current.withValue(building) {
            try await Journal.$current.withValue(journal) { try await body() }
        }
    }

    @Test("C23 an entity is its identifier as data, and its query resolves the identifier when the intent performs")
    func identifier() async throws {
        try await inBuilding {
            let intent = try evaluate {
                ControlWidgetButton(action: UnlockDoors(Door(id: 2, name: "Old"))) { Text("") }
            }
            #expect(intent.intent.parameterValues == ["door": .string("2")])
            try await intent.performAction()
            #expect(journal.entries == ["unlocked Back, no glass"])
        }
    }

    @Test("C23 several entities are resolved together, in any order, and a number may stand for its text")
    func together() async throws {
        try await inBuilding {
            let values: [String: IntentValue] = [
                "door": .int(1), "others": .array([.string("3"), .int(2), .string("3")]),
            ]
            try await PerformableIntent(UnlockDoors.self, parameters: values).perform()
            #expect(journal.entries == ["unlocked Front, Cellar, Back, Cellar, no glass"])
            #expect(building.state.withLock { $0.questions } == [[1], [3, 2, 3]])
        }
    }

    @Test("C23 a parameter's own query is used instead of the entity's")
    func ownQuery() async throws {
        try await inBuilding {
            let intent = try PerformableIntent(UnlockDoors.self, parameters: ["door": .int(1), "glass": .int(8)])
            try await intent.perform()
            #expect(journal.entries == ["unlocked Front, Glass"])
            #expect(try await intent.suggestions(forParameter: "glass").map(\.title) == ["Glass"])
            #expect(
                try await intent.suggestions(forParameter: "others").map(\.subtitle)
                    == ["Number 1", "Number 2", "Number 3"])
        }
    }

    @Test("C23 an entity that no longer exists is reported by its identifier, and no intent is performed")
    func unknown() async throws {
        try await inBuilding {
            let intent = try PerformableIntent(UnlockDoors.self, parameters: ["door": .string("7")])
            let error = IntentParameterError.unknownEntity(parameter: "door", intent: "Unlock", value: .string("7"))
            await #expect(throws: error) { try await intent.perform() }
            #expect(error.description == "'Unlock': there is no '7' for 'door', or no longer")
            let others = try PerformableIntent(
                UnlockDoors.self, parameters: ["door": .int(1), "others": .array([.int(2), .int(9)])])
            await #expect(throws: IntentParameterError.self) { try await others.perform() }
            #expect(journal.entries.isEmpty)
        }
    }

    @Test("C23 a malformed identifier is refused at once, and a failing query is the performance's error")
    func refused() async throws {
        try await inBuilding {
            for value: IntentValue in [.string("front"), .bool(true), .array([.int(1)]), .null, .double(1.5)] {
                let error = IntentParameterError.wrongType(parameter: "door", intent: "Unlock", value: value)
                #expect(throws: error) { try PerformableIntent(UnlockDoors.self, parameters: ["door": value]) }
            }
            let intent = try PerformableIntent(UnlockDoors.self, parameters: ["door": .int(1)])
            building.state.withLock { $0.isUnreachable = true }
            await #expect(throws: Building.Unreachable.self) { try await intent.perform() }
        }
    }

    @Test("C23 an identifier is a text, a number or a UUID")
    func identifiers() {
        let uuid = UUID()
        #expect(UUID.entityIdentifier(for: uuid.entityIdentifierString) == uuid)
        #expect(Int.entityIdentifier(for: (-5).entityIdentifierString) == -5)
        #expect(Int.entityIdentifier(for: "5.0") == nil)
        #expect(String.entityIdentifier(for: "a b".entityIdentifierString) == "a b")
    }

    @Test("C22 an OpenIntent's target may be an entity, which its query resolves")
    func target() async throws {
        try await inBuilding {
            let intent = try PerformableIntent(OpenDoor.self, parameters: ["target": .int(3)])
            #expect(intent.target == nil)
            let performed = try await intent.perform()
            #expect(
                performed.target == OpenTarget(type: "Door", typeName: "Door", value: .string("3"), title: "Cellar"))
        }
    }

    @Test("C41 a preview uses the query's default, else the first suggestion")
    func preview() async throws {
        try await inBuilding {
            #expect(try await control.preview().snapshot().title == "Front")
            building.state.withLock { $0.defaultDoor = 3 }
            let preview = try await control.preview()
            #expect(preview.snapshot().title == "Cellar")
            #expect(preview.snapshot().freshness == .preview)
            #expect(try await control.preview(configuration: ["door": .int(2)]).snapshot().title == "Back")
        }
    }

    @Test("C41 a preview without a default or suggestion fails, without ending the process")
    func noPreview() async throws {
        try await inBuilding {
            building.state.withLock { $0.doors = [] }
            let problem = IntentParameterError.needsValue(parameter: "Door", intent: "Select Door")
            let nothing = try await control.preview()
            #expect(nothing.configurationProblems == [problem])
            building.state.withLock { $0.isUnreachable = true }
            let stranger = try await control.preview()
            #expect(stranger.configurationProblems == [problem])
            #expect(control.preview.configurationProblems == [problem])
            await #expect(throws: Building.Unreachable.self) {
                _ = try await control.preview(configuration: ["door": .int(2)])
            }
        }
    }

    @Test("C41 a placement's entity is resolved on every load, with its present name or as missing")
    func load() async throws {
        try await inBuilding {
            let placed = try await control.load(configuration: ["door": .string("2")])
            #expect(placed.snapshot().title == "Back")
            building.state.withLock { $0.doors[1].name = "Garden" }
            #expect(try await control.load(configuration: placed.configuration).snapshot().title == "Garden")
            _ = building.state.withLock { $0.doors.remove(at: 1) }
            let gone = try await control.load(configuration: placed.configuration)
            #expect(
                gone.configurationProblems.first
                    == .unknownEntity(parameter: "door", intent: "Select Door", value: .string("2")))
            #expect(gone.snapshot().isDisabled)
            building.state.withLock { $0.isUnreachable = true }
            await #expect(throws: Building.Unreachable.self) {
                try await control.load(configuration: placed.configuration)
            }
        }
    }

    @Test("C24 a chooser has the query's suggestions, and an unknown parameter is refused")
    func suggestions() async throws {
        try await inBuilding {
            let choices = try await control.suggestions(forParameter: "door")
            #expect(choices.map(\.value) == [.string("1"), .string("2"), .string("3")])
            #expect(choices.map(\.title) == ["Front", "Back", "Cellar"])
            await #expect(throws: IntentParameterError.unknownParameter(name: "window", intent: "Select Door")) {
                try await control.suggestions(forParameter: "window")
            }
            let asked = await control.perform(
                try evaluate { ControlWidgetButton(action: UnlockDoors()) { Text("Unlock") } })
            #expect(asked.request?.parameter == "door")
            #expect(asked.request?.choices?.count == 3)
        }
    }

    @Test("C23 a parameter's type is a word, which JSON may omit and which may be unknown")
    func types() throws {
        let parameters = try PerformableIntent(UnlockDoors.self, parameters: [:]).parameters
        #expect(parameters.map(\.type?.rawValue) == ["entity", "list of entity", "entity"])
        #expect(control.configurationParameters.map(\.type) == [.entity])
        let decoder = JSONDecoder()
        for (text, type) in [
            (#"{"name": "a"}"#, nil), (#"{"name": "a", "type": "colour"}"#, nil),
            (#"{"name": "a", "type": "list of text"}"#, IntentValueType.list(.text)),
        ] {
            #expect(try decoder.decode(IntentParameterInfo.self, from: Data(text.utf8)).type == type)
        }
        let info = try #require(parameters.last)
        #expect(try decoder.decode(IntentParameterInfo.self, from: JSONEncoder().encode(info)) == info)
    }
}
