import Controls
import Foundation
import Testing

@Suite @MainActor
struct ParameterDataTests {
    @Test("C11 display representations come from literals, from parts, or else from raw values")
    func representations() throws {
        #expect(Room.typeDisplayRepresentation == TypeDisplayRepresentation(name: "Room"))
        let choices = try #require(PerformableIntent(OpenRoom.self, parameters: [:]).parameters.first?.choices)
        #expect(choices.map(\.value) == [.string("kitchen"), .string("hall"), .string("attic")])
        #expect(choices.map(\.title) == ["Kitchen", "Hall", "attic"])

        #expect(choices.map(\.subtitle) == [nil, "Downstairs", nil])
        #expect(choices.map(\.symbol) == [nil, .system("door.left.hand.open"), nil])
    }

    @Test("C23 an intent as type and parameters survives JSON, and performs from it")
    func roundTrip() async throws {
        let given = Everything()
        given.room = .hall
        given.rooms = [.attic, .kitchen]
        given.width = 2
        given.note = nil
        let values = try evaluate { ControlWidgetButton(action: given) { Text("All") } }.intent.parameterValues
        #expect(
            values == [
                "room": .string("hall"), "rooms": .array([.string("attic"), .string("kitchen")]), "width": .double(2),
                "note": .null, "count": .int(7), "loud": .bool(false),
            ])
        let json = try JSONEncoder().encode(values)
        let read = try JSONDecoder().decode([String: IntentValue].self, from: json)
        let journal = Journal()
        try await Journal.$current.withValue(journal) {
            try await PerformableIntent(Everything.self, parameters: read).perform()
        }
        #expect(journal.entries == ["hall, attic kitchen, 2.0, no note, 7, false"])
    }

    @Test("C23 omitted parameters keep their defaults")
    func defaults() throws {
        let intent = try PerformableIntent(Everything.self, parameters: ["room": .string("attic")])
        #expect(intent.parameterValues["note"] == .string("none yet"))
        #expect(intent.parameterValues["count"] == .int(7))
        #expect(intent.parameterValues["width"] == nil)

        #expect(intent.parameters.map(\.name) == ["room", "rooms", "width", "note", "count", "loud"])
        #expect(intent.parameters.filter(\.isRequired).map(\.name) == ["room", "rooms", "width", "count", "loud"])
    }

    @Test("C23 the refusal of an unknown case has the parameter's name and the known cases")
    func unknownCase() {
        let error = IntentParameterError.unknownCase(
            parameter: "target", intent: "Open Room", value: .string("cellar"), known: ["kitchen", "hall", "attic"])
        #expect(throws: error) { try PerformableIntent(OpenRoom.self, parameters: ["target": .string("cellar")]) }
        #expect(
            error.description == "'Open Room': 'target' cannot be 'cellar'; it is one of kitchen, hall, attic")
    }

    @Test("C23 a value of a wrong type, or for an unknown parameter, is refused")
    func refused() {
        #expect(throws: IntentParameterError.wrongType(parameter: "count", intent: "All", value: .string("7"))) {
            try PerformableIntent(Everything.self, parameters: ["count": .string("7")])
        }
        #expect(throws: IntentParameterError.wrongType(parameter: "count", intent: "All", value: .double(7.5))) {
            try PerformableIntent(Everything.self, parameters: ["count": .double(7.5)])
        }
        #expect(throws: IntentParameterError.unknownParameter(name: "colour", intent: "All")) {
            try PerformableIntent(Everything.self, parameters: ["colour": .string("red")])
        }
        #expect(throws: IntentParameterError.self) {
            try PerformableIntent(Everything.self, parameters: ["rooms": .array([.string("hall"), .string("moon")])])
        }
    }

    @Test("C23 a case with a number as its raw value is accepted with quotes or without")
    func numberedCase() throws {
        for value: IntentValue in [.string("2"), .int(2)] {
            #expect(
                try PerformableIntent(SetLevel.self, parameters: ["level": value]).parameterValues["level"]
                    == .string("2"))
        }
        #expect(throws: IntentParameterError.self) {
            try PerformableIntent(SetLevel.self, parameters: ["level": .int(3)])
        }
    }

    @Test("C24 needsValueError() asks with the parameter's name and choices, and the answer runs the intent")
    func needsValue() async throws {
        let control = try #require(ResolvedControl(Choosy(), defaultName: "House"))
        let journal = Journal()
        await Journal.$current.withValue(journal) {
            let asked = await control.perform(control.preview)
            #expect(asked.actionError is IntentParameterRequest)
            #expect(asked.request?.intent == "Choose")
            #expect(asked.request?.parameter == "room")
            #expect(asked.request?.title == "Where")
            #expect(asked.request?.choices?.map(\.title) == ["Kitchen", "Hall", "attic"])
            #expect(asked.control.snapshot().failure == "Which room?")
            let refused = await control.perform(asked.control, answers: ["room": .string("moon")])
            #expect(refused.actionError is IntentParameterError)
            #expect(refused.request == nil)
            let answered = await control.perform(asked.control, answers: ["room": .string("hall")])
            #expect(answered.actionError == nil)
            #expect(answered.request == nil)
            #expect(answered.control.snapshot().failure == nil)
        }
        #expect(journal.entries == ["chose hall"])
    }

    @Test("C24 a required parameter without a value asks the same question")
    func missing() async throws {
        let control = try #require(ResolvedControl(Trunk(), defaultName: "Car"))
        let asked = await control.perform(control.preview)
        #expect(asked.actionError as? IntentParameterError == .needsValue(parameter: "Car", intent: "Open Trunk"))
        #expect(asked.request?.parameter == "car")
        #expect(asked.request?.choices == nil)
        let journal = Journal()
        await Journal.$current.withValue(journal) {
            _ = await control.perform(asked.control, answers: ["car": .string("Bus")])
        }
        #expect(journal.entries == ["opened Bus, 2, no note"])
    }

    @Test("C21 an answer cannot set a toggle's value")
    func answerIsNoValue() async throws {
        let lamp = try evaluate { ControlWidgetToggle(isOn: false, action: SetLamp()) { Text("Lamp") } }
        let journal = Journal()
        try await Journal.$current.withValue(journal) {
            _ = try await lamp.performAction(answers: ["value": .bool(false)])
        }
        #expect(journal.entries == ["lamp true"])
    }
}

private struct Everything: AppIntent {
    static let title: LocalizedStringResource = "All"
    @Parameter(title: "Room") var room: Room
    @Parameter var rooms: [Room]
    @Parameter var width: Double
    @Parameter(default: "none yet") var note: String?
    @Parameter(default: 7) var count: Int
    @Parameter(default: false) var loud: Bool

    func perform() async throws -> some IntentResult {
        let names = rooms.map(\.rawValue).joined(separator: " ")
        Journal.current.note("\(room), \(names), \(width), \(note ?? "no note"), \(count), \(loud)")
        return .result()
    }
}

private enum Level: Int, AppEnum {
    case low = 1, high

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Level"
    static let caseDisplayRepresentations: [Level: DisplayRepresentation] = [.low: "Low", .high: "High"]
}

private struct SetLevel: AppIntent {
    static let title: LocalizedStringResource = "Set Level"
    @Parameter(title: "Level") var level: Level

    func perform() async throws -> some IntentResult { .result() }
}

private struct Choose: AppIntent {
    static let title: LocalizedStringResource = "Choose"
    @Parameter(title: "Where") var room: Room?

    func perform() async throws -> some IntentResult {
        guard let room else { throw $room.needsValueError("Which room?") }
        Journal.current.note("chose \(room)")
        return .result()
    }
}

private struct Choosy: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.choosy") {
            ControlWidgetButton(action: Choose()) { Text("Choose") }
        }
    }
}

private struct Trunk: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: "org.example.trunk") {
            ControlWidgetButton(action: OpenTrunkIntent()) { Text("Trunk") }
        }
    }
}
