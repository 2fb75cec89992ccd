import AppIntents
import SwiftUI

//# AppIntents: intents

//| `AppIntent` | works | the action of a control, and a name for `holdfast perform --intent`
struct Knock: AppIntent {
    static let title: LocalizedStringResource = "Knock"

    func perform() async throws -> some IntentResult { .result() }
}

//| `AppIntent.description` and `IntentDescription` | works | shown by `holdfast intents`
struct DescribedKnock: AppIntent {
    static let title: LocalizedStringResource = "Knock"
    static let description: IntentDescription? = IntentDescription(
        "Knocks at the door.", categoryName: "Doors", searchKeywords: ["tap"], resultValueName: "Answer")

    func perform() async throws -> some IntentResult { .result() }
}

//| `AppIntent.authenticationPolicy` | works | the panel asks for a PIN
struct GuardedKnock: AppIntent {
    static let title: LocalizedStringResource = "Knock"
    static let authenticationPolicy: IntentAuthenticationPolicy = .requiresAuthentication

    func perform() async throws -> some IntentResult { .result() }
}

//| `IntentAuthenticationPolicy` | works | `requiresLocalDeviceAuthentication`: the PIN pad of the panel itself
func policies() -> [IntentAuthenticationPolicy] {
    [.alwaysAllowed, .requiresAuthentication, .requiresLocalDeviceAuthentication]
}

//| `AppIntent.isDiscoverable` | works | `false`: the intent cannot be run by its name
struct HiddenKnock: AppIntent {
    static let title: LocalizedStringResource = "Knock"
    static let isDiscoverable = false

    func perform() async throws -> some IntentResult { .result() }
}

//| `AppIntent.openAppWhenRun` | works | runs the action `opened` of the panel's file
struct OpeningKnock: AppIntent {
    static let title: LocalizedStringResource = "Knock"
    static let openAppWhenRun = true

    func perform() async throws -> some IntentResult { .result() }
}

//| `AppIntent.supportedModes` and `IntentModes` | works | `.foreground` does as `openAppWhenRun`
struct ForegroundKnock: AppIntent {
    static let title: LocalizedStringResource = "Knock"
    static let supportedModes: IntentModes = [.background, .foreground(.dynamic)]

    func perform() async throws -> some IntentResult { .result() }
}

//| `AppIntent.continueInForeground(_:alwaysConfirm:)` | nothing | always throws: a panel has no app
func continueKnock() async throws { try await Knock().continueInForeground("Go on in the app?", alwaysConfirm: false) }

//| `AppIntent.needsToContinueInForegroundError(_:alwaysConfirm:)` | nothing | its text says that a panel has no app
func foregroundError() -> any Error { Knock().needsToContinueInForegroundError("Go on in the app?") }

//| `PersistentlyIdentifiable.persistentIdentifier` | works | the intent's name, which stays when the type is renamed
struct RenamedKnock: AppIntent {
    static let title: LocalizedStringResource = "Knock"
    static let persistentIdentifier = "Knock"

    func perform() async throws -> some IntentResult { .result() }
}

//| `AppIntent.parameterSummary` and `Summary` | nothing | a panel has no editor for shortcuts
struct SummarizedKnock: AppIntent {
    static let title: LocalizedStringResource = "Knock"

    @Parameter(title: "Room") var room: Room
    @Parameter(title: "Times", default: 2) var times: Int

    static var parameterSummary: some ParameterSummary {
        Summary("Knock at \(\.$room)") { \.$times }
    }

    func perform() async throws -> some IntentResult { .result() }
}

//| `When` and `otherwise` of a summary | nothing | a panel has no editor for shortcuts
struct ConditionalKnock: AppIntent {
    static let title: LocalizedStringResource = "Knock"

    @Parameter(title: "Room") var room: Room

    static var parameterSummary: some ParameterSummary {
        When(\.$room, .equalTo, .hall) {
            Summary("Knock at \(\.$room)")
        } otherwise: {
            Summary("Knock")
        }
    }

    func perform() async throws -> some IntentResult { .result() }
}

//| `Switch`, `Case` and `DefaultCase` of a summary | nothing | a panel has no editor for shortcuts
struct SwitchingKnock: AppIntent {
    static let title: LocalizedStringResource = "Knock"

    @Parameter(title: "Room") var room: Room

    static var parameterSummary: some ParameterSummary {
        Switch(\.$room) {
            Case(.hall) { Summary("Knock at \(\.$room)") }
            DefaultCase { Summary("Knock") }
        }
    }

    func perform() async throws -> some IntentResult { .result() }
}

//| `SetValueIntent` | works | the action of a toggle; the panel sets `value`
struct SetHeating: SetValueIntent {
    static let title: LocalizedStringResource = "Heating"

    @Parameter(title: "On") var value: Bool

    func perform() async throws -> some IntentResult { .result() }
}

//| `OpenIntent` | works | the panel opens the target, and a page or a display names it
struct OpenCorridor: OpenIntent {
    static let title: LocalizedStringResource = "Open Corridor"

    @Parameter(title: "Room") var target: Room
}

//| `OpenURLIntent` | works | a page shows a web address; the panel's file may name a program for a scheme
func openAddress(_ url: URL) -> OpenURLIntent { OpenURLIntent(url) }

//| `DeleteIntent` | works | as any other intent
struct DeleteDoors: DeleteIntent {
    static let title: LocalizedStringResource = "Delete Doors"

    @Parameter(title: "Doors") var entities: [Door]

    func perform() async throws -> some IntentResult { .result() }
}

//| `ControlConfigurationIntent` | works | read for each placement, never performed
struct SelectCorridor: ControlConfigurationIntent {
    static let title: LocalizedStringResource = "Select Corridor"

    @Parameter(title: "Room") var room: Room?
}

//| `CameraCaptureIntent` | works | performs while the panel is locked, in a process without network
struct Photograph: CameraCaptureIntent {
    struct AppContext: Codable, Sendable { var usesFlash = false }

    static let title: LocalizedStringResource = "Photograph"

    func perform() async throws -> some IntentResult { .result() }
}

//| `CameraCaptureIntent.appContext` | works | the last value that the extension's programs have stored
func usesFlash() async throws -> Bool { try await Photograph.appContext?.usesFlash ?? false }

//| `CameraCaptureIntent.updateAppContext(_:)` | works | at most 4 KiB
func storeFlash() async throws { try await Photograph.updateAppContext(Photograph.AppContext(usesFlash: true)) }

//| `ProgressReportingIntent` | works | the surfaces show the percentage while the intent performs
struct WashClothes: ProgressReportingIntent {
    static let title: LocalizedStringResource = "Wash"

    func perform() async throws -> some IntentResult {
        progress.totalUnitCount = 4
        progress.completedUnitCount = 1
        return .result()
    }
}

//| `LiveActivityIntent` | works | as any other intent: each may start an `Activity`
struct StartEgg: LiveActivityIntent {
    static let title: LocalizedStringResource = "Start Egg"

    func perform() async throws -> some IntentResult { .result() }
}

//| `LiveActivityStartingIntent` | works | as any other intent: each may start an `Activity`
struct BeginEgg: LiveActivityStartingIntent {
    static let title: LocalizedStringResource = "Begin Egg"

    func perform() async throws -> some IntentResult { .result() }
}

//| `AppDependency` and `@Dependency` | works | made when it is first needed
struct ReadKettle: AppIntent {
    static let title: LocalizedStringResource = "Read Kettle"

    @Dependency var kettle: Kettle

    func perform() async throws -> some IntentResult & ReturnsValue<Int> { .result(value: kettle.temperature) }
}

//| `AppDependencyManager` | works | a later registration replaces an earlier one
func registerKettle() { AppDependencyManager.shared.add(dependency: Kettle()) }

struct Kettle: Sendable { var temperature = 20 }

//| `AppShortcutsProvider` | works | each phrase is a name for `holdfast perform --intent`
struct HouseShortcuts: AppShortcutsProvider {
    static var appShortcuts: [AppShortcut] {
        AppShortcut(
            intent: Knock(), phrases: ["Knock with \(.applicationName)"], shortTitle: "Knock", systemImageName: "bell")
    }
}

//| `AppShortcut` | works | listed by its phrases; title and image are not shown
func roomShortcut() -> AppShortcut {
    AppShortcut(
        intent: ShowRoom(), phrases: [phraseOfRoom()], shortTitle: "Show Room", systemImageName: "door.left.hand.open")
}

//| `AppShortcutPhrase` | works | a phrase with a parameter is a name for each of its values
func phraseOfRoom() -> AppShortcutPhrase<ShowRoom> { "Show \(\.$target) in \(.applicationName)" }

//| `AppShortcutsProvider.updateAppShortcutParameters()` | nothing | the panel reads the phrases when it connects
func updatePhrases() { HouseShortcuts.updateAppShortcutParameters() }

//| `ShortcutTileColor` | nothing | a panel shows no tiles of shortcuts
func tileColor() -> ShortcutTileColor { .navy }
