import AppIntents
import Foundation

//# AppIntents: parameters

//| `@Parameter` of `Bool` | works | a switch
struct FlagParameter { @IntentParameter(title: "Loud") var isLoud: Bool }

//| `@Parameter` of `Int` | works | a whole number of 64 bits
struct CountParameter { @IntentParameter(title: "Times") var count: Int }

//| `@Parameter` of `Double` | works | a number
struct NumberParameter { @IntentParameter(title: "Speed") var speed: Double }

//| `@Parameter` of `Float` | works | a number
struct FloatParameter { @IntentParameter(title: "Speed") var speed: Float }

//| `@Parameter` of `String` | works | a text
struct TextParameter { @IntentParameter(title: "Name") var name: String }

//| `@Parameter` of `Date` | works | seconds since 1970, or ISO 8601
struct DateParameter { @IntentParameter(title: "Until") var until: Date }

//| `@Parameter` of `URL` | works | a text with a scheme
struct AddressParameter { @IntentParameter(title: "Address") var address: URL }

//| `@Parameter` of `Duration` | works | a number of seconds
struct DurationParameter { @IntentParameter(title: "Time") var time: Duration }

//| `@Parameter` of `Measurement` | works | a number and a unit, such as 21 °C
struct MeasurementParameter { @IntentParameter(title: "Heat") var heat: Measurement<UnitTemperature> }

//| `defaultUnit:` of a measurement | works | the unit of a number that has none
struct UnitParameter {
    @IntentParameter(title: "Heat", defaultUnit: .celsius) var heat: Measurement<UnitTemperature>
}

//| `@Parameter` of an `AppEnum` | works | a choice of its cases
struct CaseParameter { @IntentParameter(title: "Room") var room: Room }

//| `@Parameter` of an `AppEntity` | works | a choice of its query's suggestions
struct EntityParameter { @IntentParameter(title: "Door") var door: Door }

//| `@Parameter` of an array | works | a list
struct ListParameter { @IntentParameter(title: "Rooms") var rooms: [Room] }

//| `@Parameter` of an optional | works | need not have a value
struct OptionalParameter { @IntentParameter(title: "Room") var room: Room? }

//| `description:` of a parameter | works | shown by `holdfast intents --json`
struct DescribedParameter { @IntentParameter(title: "Times", description: "How often") var count: Int }

//| `default:` of a parameter | works | the value without another one
struct DefaultParameter { @IntentParameter(title: "Times", default: 3) var count: Int }

//| `inclusiveRange:` of a parameter | works | other numbers are refused
struct RangeParameter { @IntentParameter(title: "Height", default: 50, inclusiveRange: (0, 100)) var height: Int }

//| `size:` of a parameter | nothing | a list has any number of values
struct SizedParameter { @IntentParameter(title: "Lamps", size: 3) var lamps: [String] }

//| `IntentCollectionSize`, `IntentWidgetFamily` | nothing | a list has any number of values
struct SizesParameter {
    @IntentParameter(title: "Lamps", size: [.systemSmall: 1, .systemMedium: IntentCollectionSize(min: 1, max: 4)])
    var lamps: [String]
}

//| `kind:` of a `Date` parameter | nothing | the form has day and time of day
struct DateKindParameter { @IntentParameter(title: "When", kind: .time) var when: Date }

//| `controlStyle:` of a parameter | nothing | the form of a number is a field
struct StyledParameter {
    @IntentParameter(title: "Height", default: 50, controlStyle: .slider, inclusiveRange: (0, 100)) var height: Int
}

//| `displayName:` of a parameter | nothing | the form of a truth value is a switch
struct NamedParameter {
    @IntentParameter(title: "Loud", default: false, displayName: .init(true: "Loud", false: "Quiet")) var isLoud: Bool
}

//| `inputOptions:` of a parameter | nothing | a page uses the browser's keyboard
struct TypedParameter {
    @IntentParameter(title: "Name", inputOptions: .init(keyboardType: .default, multiline: true)) var name: String
}

//| `inputConnectionBehavior:` of a parameter | nothing | a panel does not pass results on
struct ConnectedParameter {
    @IntentParameter(title: "Name", inputConnectionBehavior: .connectToPreviousIntentResult) var name: String
}

//| `requestValueDialog:` of a parameter | works | the question for a missing value
struct AskedParameter { @IntentParameter(title: "Room", requestValueDialog: "Which room?") var room: Room }

//| `requestDisambiguationDialog:` of a parameter | works | the question of `requestDisambiguation`
struct ChosenParameter {
    @IntentParameter(title: "Song", requestDisambiguationDialog: "Which song?") var song: String
}

//| `optionsProvider:` of a parameter | works | a choice of values that are known at run time
struct ProvidedParameter { @IntentParameter(title: "Song", optionsProvider: Songs()) var song: String }

//| `query:` of a parameter | works | a query in place of the entity's own
struct QueriedParameter { @IntentParameter(title: "Door", query: DoorQuery()) var door: Door }

//| `DynamicOptionsProvider` | works | at most 5,000 values
struct Songs: DynamicOptionsProvider {
    func results() async throws -> [String] { ["First", "Second"] }
}

//| `DynamicOptionsProvider.defaultResult()` | works | the value if the user has chosen none
struct DefaultSongs: DynamicOptionsProvider {
    func results() async throws -> [String] { ["First", "Second"] }

    func defaultResult() async -> String? { "First" }
}

//| `IntentItemCollection` | works | choices under headings; a prompt is not shown
func songCollection() -> IntentItemCollection<String> {
    IntentItemCollection(promptLabel: "Song", sections: [songSection()])
}

//| `IntentItemSection` | works | a heading; its subtitle and image are not shown
func songSection() -> IntentItemSection<String> { IntentItemSection("Old", items: [songItem()]) }

//| `IntentItem` | works | a choice with title, subtitle and symbol
func songItem() -> IntentItem<String> { IntentItem("first", title: "First", subtitle: "Slow") }

//| `ItemCollection` and `ItemSection` with builders | works | sections and items may be in loops and conditions
struct SectionedSongs: DynamicOptionsProvider {
    func results() async throws -> ItemCollection<String> {
        ItemCollection {
            ItemSection("Old") {
                "First"
                "Second"
            }
        }
    }
}

//| `IntentParameterDependency` | works | the values of other parameters, for a query or provider
struct DependentSongs: DynamicOptionsProvider {
    @IntentParameterDependency<SelectRoom>(\.$room) var selection

    func results() async throws -> [String] { [selection?.room.rawValue ?? "No room"] }
}

//| `IntentProjection` | works | a parameter's value, not optional
func room(of projection: IntentProjection<SelectRoom>) -> Room { projection.room }

//| `IntentParameter.requestValue(_:)` | works | ends `perform()`, which runs again with the answer
func askName(_ parameter: TextParameter) async throws -> String { try await parameter.$name.requestValue("Who is it?") }

//| `IntentParameter.needsValueError(_:)` | works | ends `perform()`, which runs again with the answer
func nameError(_ parameter: TextParameter) -> any Error { parameter.$name.needsValueError("Who is it?") }

//| `IntentParameter.requestDisambiguation(among:dialog:)` | works | ends `perform()`, which runs again with the answer
func chooseName(_ parameter: TextParameter) async throws -> String {
    try await parameter.$name.requestDisambiguation(among: ["Ann", "Bo"], dialog: "Who is it?")
}

//| `IntentParameter.needsDisambiguationError(among:dialog:)` | works | ends `perform()`, which runs again
func choiceError(_ parameter: TextParameter) -> any Error {
    parameter.$name.needsDisambiguationError(among: ["Ann", "Bo"], dialog: "Who is it?")
}

//| `IntentParameter.requestConfirmation(for:dialog:)` | works | the user confirms with another hold
func confirmName(_ parameter: TextParameter) async throws -> Bool {
    try await parameter.$name.requestConfirmation(for: "Ann", dialog: "Is it Ann?")
}
