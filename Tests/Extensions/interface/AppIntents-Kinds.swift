import AppIntents

//# AppIntents: kinds of intents that a panel performs as any other

//| `SystemIntent` | nothing | a kind of Apple's
struct KindSystem: SystemIntent {
    static let title: LocalizedStringResource = "Kind"

    func perform() async throws -> some IntentResult { .result() }
}

//| `AudioPlaybackIntent` | nothing | a panel plays no sound beside it
struct KindPlayback: AudioPlaybackIntent {
    static let title: LocalizedStringResource = "Kind"

    func perform() async throws -> some IntentResult { .result() }
}

//| `AudioRecordingIntent` | nothing | needs no live activity
struct KindRecording: AudioRecordingIntent {
    static let title: LocalizedStringResource = "Kind"

    func perform() async throws -> some IntentResult { .result() }
}

//| `AudioStartingIntent` | nothing | the first name of `AudioPlaybackIntent`
struct KindStarting: AudioStartingIntent {
    static let title: LocalizedStringResource = "Kind"

    func perform() async throws -> some IntentResult { .result() }
}

//| `PushToTalkTransmissionIntent` | nothing | a panel has no push-to-talk
struct KindPushToTalk: PushToTalkTransmissionIntent {
    static let title: LocalizedStringResource = "Kind"

    func perform() async throws -> some IntentResult { .result() }
}

//| `StartWorkoutIntent` | nothing | its suggestions are not read
struct KindWorkout: StartWorkoutIntent {
    static let title: LocalizedStringResource = "Kind"
    static var suggestedWorkouts: [KindWorkout] { [KindWorkout(style: .hall)] }

    @Parameter(title: "Room") var workoutStyle: Room

    var displayRepresentation: DisplayRepresentation { "Workout" }

    func perform() async throws -> some IntentResult { .result() }
}

//| `PauseWorkoutIntent` | nothing | a panel has no workouts
struct KindPause: PauseWorkoutIntent {
    static let title: LocalizedStringResource = "Kind"

    func perform() async throws -> some IntentResult { .result() }
}

//| `ResumeWorkoutIntent` | nothing | a panel has no workouts
struct KindResume: ResumeWorkoutIntent {
    static let title: LocalizedStringResource = "Kind"

    func perform() async throws -> some IntentResult { .result() }
}

//| `CustomIntentMigratedAppIntent` | nothing | a panel has no intents of SiriKit
struct KindMigrated: CustomIntentMigratedAppIntent {
    static let title: LocalizedStringResource = "Kind"
    static let intentClassName = "KindIntent"

    func perform() async throws -> some IntentResult { .result() }
}

//| `DeprecatedAppIntent` and `IntentDeprecation` | nothing | `holdfast intents` lists it as any other
struct KindDeprecated: DeprecatedAppIntent {
    static let title: LocalizedStringResource = "Kind"
    static var deprecation: IntentDeprecation<Ring> { IntentDeprecation(message: "Use Ring.", replacedBy: Ring.self) }

    func perform() async throws -> some IntentResult { .result() }
}

//| `TargetContentProvidingIntent` | nothing | its identifier is not read; an `OpenIntent` opens its target
struct KindContent: OpenIntent, TargetContentProvidingIntent {
    static let title: LocalizedStringResource = "Kind"

    @Parameter(title: "Room") var target: Room

    var contentIdentifier: String { target.rawValue }
}

//| `ForegroundContinuableIntent` | nothing | a panel has no app to continue in
struct KindForeground: ForegroundContinuableIntent {
    static let title: LocalizedStringResource = "Kind"

    func perform() async throws -> some IntentResult {
        try await requestToContinueInForeground("Go on in the app?") {}
        return .result()
    }
}

//| `ForegroundContinuableIntent.needsToContinueInForegroundError(_:continuation:)` | nothing | a panel has no app
func errorOfForeground() -> any Error { KindForeground().needsToContinueInForegroundError("Go on?") {} }

//| `AppIntentsPackage` | nothing | an extension has the intents of its whole program
struct KindPackage: AppIntentsPackage {
    static var includedPackages: [any AppIntentsPackage.Type] { [] }
}

//| `IndexedEntity` | nothing | a panel has no Spotlight
struct KindIndexed: IndexedEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Kind"
    static let defaultQuery = KindIndexedQuery()

    let id: String
    var displayRepresentation: DisplayRepresentation { "\(id)" }
}

struct KindIndexedQuery: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [KindIndexed] { [] }
}

//| `AppIntent.donate()` | nothing | a panel suggests no intents
func donateRing() async throws { _ = try await Ring().donate() }

//| `AppIntent.donate(result:)` | nothing | a panel suggests no intents
func donateResult() async throws { _ = try await Ring().donate(result: .result()) }

//| `IntentDonationManager.donate(intent:)` | nothing | a panel suggests no intents
func manageDonation() async throws { _ = try await IntentDonationManager.shared.donate(intent: Ring()) }

//| `IntentDonationManager.deleteDonations(matching:)` | nothing | a panel keeps no donations
func deleteDonations() async throws {
    _ = try await IntentDonationManager.shared.deleteDonations(matching: .intentType(Ring.self))
}

//| `SetFocusFilterIntent` | nothing | a panel has no Focus; it lists and performs the intent as any other
struct KindFocus: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Kind"

    @Parameter(title: "Room") var room: Room?

    var displayRepresentation: DisplayRepresentation { "Kind" }

    func perform() async throws -> some IntentResult { .result() }
}

//| `SetFocusFilterIntent.suggestedFocusFilters(for:)` and `FocusFilterSuggestionContext` | nothing | a panel has no Focus
struct KindSuggestedFocus: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Kind"

    static func suggestedFocusFilters(for context: FocusFilterSuggestionContext) async -> [KindSuggestedFocus] {
        [KindSuggestedFocus()]
    }

    var displayRepresentation: DisplayRepresentation { "Kind" }

    func perform() async throws -> some IntentResult { .result() }
}

//| `SetFocusFilterIntent.appContext` and `FocusFilterAppContext` | nothing | a panel filters no notifications
struct KindFocusContext: SetFocusFilterIntent {
    static let title: LocalizedStringResource = "Kind"

    var displayRepresentation: DisplayRepresentation { "Kind" }
    var appContext: FocusFilterAppContext { FocusFilterAppContext(targetContentIdentifierPrefix: "kind") }

    func perform() async throws -> some IntentResult { .result() }
}

//| `@AppIntent(schema:)` and `@AssistantIntent(schema:)` | nothing
//+ | a panel has no Siri; the source declares the conformance and the title
@AppIntent(schema: .assistant.activate)
struct KindSchema: AppIntent {
    static let title: LocalizedStringResource = "Kind"

    func perform() async throws -> some IntentResult { .result() }
}

@AssistantIntent(schema: .system.search)
struct KindFirstSchema: AppIntent {
    static let title: LocalizedStringResource = "Kind"

    func perform() async throws -> some IntentResult { .result() }
}

//| `@AppEntity(schema:)` and `@AssistantEntity(schema:)` | nothing | a panel has no Siri; the source declares the conformance
@AppEntity(schema: .photos.album)
@AssistantEntity(schema: .photos.album)
struct KindEntity: AppEntity {
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Kind"
    static let defaultQuery = KindEntityQuery()

    let id: String
    var displayRepresentation: DisplayRepresentation { "\(id)" }
}

struct KindEntityQuery: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [KindEntity] { [] }
}

//| `@AppEnum(schema:)` and `@AssistantEnum(schema:)` | nothing | a panel has no Siri; the source declares the conformance
@AppEnum(schema: .photos.assetType)
@AssistantEnum(schema: .photos.assetType)
enum KindEnum: String, AppEnum {
    case photo

    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Kind"
    static let caseDisplayRepresentations: [KindEnum: DisplayRepresentation] = [.photo: "Photo"]
}
