import Controls
import FoundationEssentials
import Testing

/// Values to choose from: under headings, dependent on other values, and chosen by default.
@Suite @MainActor
struct OptionsTests {
    private static let kitchen = [
        IntentChoice(value: .string("kettle"), title: "Kettle", section: "Kitchen"),
        IntentChoice(
            value: .string("oven"), title: "Oven", subtitle: "Hot", symbol: .system("flame"), section: "Kitchen"),
    ]
    private static let lamp = IntentChoice(value: .string("lamp"), title: "lamp", section: "Hall")

    private let control: ResolvedControl

    init() throws {
        control = try #require(ResolvedControl(DeviceControl(), defaultName: "House"))
    }

    @Test("C24 a query's suggestions stand under the headings of their sections")
    func sections() async throws {
        let choices = try await control.suggestions(forParameter: "device")
        #expect(choices.map(\.section) == ["Kitchen", "Kitchen", "Hall"])
        #expect(choices.map(\.title) == ["Kettle", "Oven", "Lamp"])
    }

    @Test("C24 an options provider's items have titles, subtitles, symbols and headings")
    func items() async throws {
        #expect(
            try await control.suggestions(forParameter: "program", given: ["room": .string("kitchen")]) == Self.kitchen)
        #expect(try await control.suggestions(forParameter: "program", given: ["room": .string("hall")]) == [Self.lamp])
    }

    @Test("C24 a description says which parameters have suggestions, and on what these depend")
    func described() {
        let parameters = control.configurationParameters
        #expect(parameters.map(\.name) == ["room", "device", "program", "lid"])
        #expect(
            parameters.map(\.suggestions)
                == [
                    nil, ParameterSuggestions(dependsOn: []), ParameterSuggestions(dependsOn: ["room"]),
                    ParameterSuggestions(dependsOn: ["device"]),
                ])
    }

    @Test(
        "C24 a dependency has no values before its parameters have some, nor for another intent, nor outside of a query"
    )
    func noDependency() async throws {
        #expect(try await control.suggestions(forParameter: "program").isEmpty)
        #expect(try await control.suggestions(forParameter: "program", given: ["room": .string("cellar")]).isEmpty)
        let other = try PerformableIntent(UseProgram.self, parameters: [:])
        #expect(try await other.suggestions(forParameter: "program", given: ["room": .string("hall")]).isEmpty)
        #expect(ProgramOptions().room == nil)
    }

    @Test("C24 a dependency on an entity has the entity loaded by its query")
    func entityDependency() async throws {
        let intent = try PerformableIntent(UsePart.self, parameters: [:])
        let parts = try await intent.suggestions(forParameter: "part", given: ["device": .string("oven")])
        #expect(parts.map(\.title) == ["Oven's door"])
        #expect(try await intent.suggestions(forParameter: "part", given: ["device": .string("gone")]).isEmpty)
        #expect(intent.parameters.last?.suggestions == ParameterSuggestions(dependsOn: ["device"]))
    }

    @Test("C24 an intent that lacks a value offers the values that suit the others")
    func asked() async throws {
        let intent = try PerformableIntent(UsePart.self, parameters: ["device": .string("oven")])
        let request = await intent.request(for: IntentParameterError.needsValue(parameter: "Part", intent: "Use Part"))
        #expect(request?.choices?.map(\.title) == ["Oven's door"])
    }

    @Test("C41 a placement without a value has the default of its query, optional or not; null is a value")
    func defaults() async throws {
        #expect(try await control.load().snapshot().title == "Kettle")
        #expect(try await control.load(configuration: ["device": .string("oven")]).snapshot().title == "Oven")
        #expect(try await control.load(configuration: ["device": .null]).snapshot().title == "None")
        #expect(try await control.preview().snapshot().title == "Kettle")
        #expect(
            await control.describedParameters().map(\.value) == [nil, .string("kettle"), nil, .string("Kettle's lid")])
    }

    @Test("C41 a default may depend on the entity of a parameter before it, given or chosen by default")
    func dependentDefaults() async throws {
        #expect(try await control.load().snapshot().valueText == "Kettle's lid")
        let oven = try await control.load(configuration: ["device": .string("oven")])
        #expect(oven.snapshot().valueText == "Oven's lid")
        #expect(try await control.load(configuration: ["device": .null]).snapshot().valueText == nil)
    }

    @Test("attack: more values than a chooser shows are an error, and as many as it shows are none")
    func tooMany() async throws {
        let intent = try PerformableIntent(UseNumber.self, parameters: [:])
        #expect(
            try await NumberOptions.$count.withValue(5_000) { try await intent.suggestions(forParameter: "number") }
                .count == 5_000)
        do {
            _ = try await NumberOptions.$count.withValue(100_000) {
                try await intent.suggestions(forParameter: "number")
            }
            Issue.record("100,000 values were accepted")
        } catch {
            #expect(
                "\(error)"
                    == "there are 100000 values to choose from, more than the 5000 of a chooser; suggest fewer of them")
        }
    }

    @Test(
        "C24 an enumeration with raw values may be an entity, whose identifiers they are and whose query finds the cases"
    )
    func enumeration() async throws {
        let intent = try PerformableIntent(UseShelf.self, parameters: ["shelf": .string("2")])
        #expect(try await intent.perform().value == .string("upper"))
        #expect(try await intent.suggestions(forParameter: "shelf").map(\.title) == ["lower", "upper"])
        await #expect(throws: IntentParameterError.self) {
            try await PerformableIntent(UseShelf.self, parameters: ["shelf": .string("3")]).perform()
        }
    }

    @Test("C24 builders combine values, sections, loops and conditions")
    func builders() {
        let hasMore = true
        let collection = IntentItemCollection<String> {
            "first"
            IntentItem("second", title: "Second")
            IntentItemSection("Numbers") {
                for number in 1...2 { "\(number)" }
                if hasMore { "more" } else { "none" }
            }
            if hasMore { IntentItemSection(items: [IntentItem("last")]) }
        }
        #expect(collection.items == ["first", "second", "1", "2", "more", "last"])
        #expect(collection.sections.map { $0.title.map { String(localized: $0) } } == [nil, nil, "Numbers", nil])
        #expect(IntentItemCollection<String>.empty.items.isEmpty)
    }
}

private struct Device: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Device"
    static let defaultQuery = DeviceQuery()
    static let all = ["kettle", "oven", "lamp"].map { Device(id: $0) }

    let id: String
    var displayRepresentation: DisplayRepresentation { "\(id.capitalized)" }
}

private struct DeviceQuery: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [Device] {
        Device.all.filter { identifiers.contains($0.id) }
    }

    func suggestedEntities() async throws -> IntentItemCollection<Device> {
        IntentItemCollection(sections: [
            IntentItemSection("Kitchen", items: Array(Device.all.prefix(2))),
            IntentItemSection("Hall", items: [IntentItem(Device.all[2])]),
        ])
    }

    func defaultResult() async -> Device? { Device.all.first }
}

private struct SelectDevice: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Select Device"
    @Parameter(title: "Room") var room: Room?
    @Parameter(title: "Device") var device: Device?
    @Parameter(title: "Program", optionsProvider: ProgramOptions()) var program: String?
    @Parameter(title: "Lid", optionsProvider: LidOptions()) var lid: String?
}

private struct LidOptions: DynamicOptionsProvider {
    @IntentParameterDependency<SelectDevice>(\.$device) var select

    func results() async throws -> [String] { [] }

    func defaultResult() async -> String? { select.map { "\($0.device.id.capitalized)'s lid" } }
}

private struct ProgramOptions: DynamicOptionsProvider {
    @IntentParameterDependency<SelectDevice>(\.$room) var room

    func results() async throws -> ItemCollection<String> {
        switch room?.room {
        case .kitchen:
            ItemCollection {
                ItemSection("Kitchen") {
                    Item("kettle", title: "Kettle")
                    Item("oven", title: "Oven", subtitle: "Hot", image: .init(systemName: "flame"))
                }
            }
        case .hall: ItemCollection { ItemSection("Hall") { "lamp" } }
        default: .empty
        }
    }
}

private struct DeviceControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: "org.example.device", intent: SelectDevice.self) { configuration in
            ControlWidgetButton(action: Ring()) {
                Text(configuration.device?.id.capitalized ?? "None")
                if let lid = configuration.lid { Text(lid) }
            }
        }
    }
}

private struct UseProgram: AppIntent {
    static let title: LocalizedStringResource = "Use Program"
    @Parameter(title: "Room") var room: Room?
    @Parameter(title: "Program", optionsProvider: ProgramOptions()) var program: String

    func perform() async throws -> some IntentResult { .result() }
}

private struct UsePart: AppIntent {
    static let title: LocalizedStringResource = "Use Part"
    @Parameter(title: "Device") var device: Device
    @Parameter(title: "Part", optionsProvider: PartOptions()) var part: String

    func perform() async throws -> some IntentResult { .result() }

    private struct PartOptions: DynamicOptionsProvider {
        @ParameterDependency<UsePart>(\.$device) var use

        func results() async throws -> [String] {
            guard let use else { return [] }
            return ["\(use.device.id.capitalized)'s door"]
        }
    }
}

private struct UseNumber: AppIntent {
    static let title: LocalizedStringResource = "Use Number"
    @Parameter(title: "Number", optionsProvider: NumberOptions()) var number: Int

    func perform() async throws -> some IntentResult { .result() }
}

private struct NumberOptions: DynamicOptionsProvider {
    @TaskLocal static var count = 0

    func results() async throws -> [Int] { Array(0..<Self.count) }
}

private enum Shelf: Int, CaseIterable, AppEntity {
    case lower = 1
    case upper = 2

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Shelf"
    var displayRepresentation: DisplayRepresentation { "\(String(describing: self))" }
}

private struct UseShelf: AppIntent {
    static let title: LocalizedStringResource = "Use Shelf"
    @Parameter(title: "Shelf") var shelf: Shelf
    @Parameter(title: "Room") var room: Room?

    static var parameterSummary: some ParameterSummary {
        When(\.$shelf, .equalTo, .upper) {
            Switch(\.$room) {
                Case(.hall) { Summary("Use \(\.$shelf) in the hall") }
                Case([.attic, .kitchen]) { Summary("Use \(\.$shelf)") }
                DefaultCase { Summary() }
            }
        } otherwise: {
            When(\.$room, .hasAnyValue) {
                Summary("Use \(\.$shelf) in \(\.$room)")
            } otherwise: {
                Summary { \.$shelf }
            }
        }
    }

    func perform() async throws -> some IntentResult & ReturnsValue<String> {
        .result(value: String(describing: shelf))
    }
}
