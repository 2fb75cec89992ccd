import ActivityKit
import AppIntents
import Foundation
import SwiftUI
import WidgetKit

//# What is not there

struct TeaAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var minutes = 4 }
}

//| `SnippetIntent` | unavailable | a panel draws no views: return `.result(dialog:)` of an `AppIntent`
struct RingSnippet: SnippetIntent {
    static let title: LocalizedStringResource = "Bell"

    @MainActor func perform() async throws -> some IntentResult & ShowsSnippetView { .result(view: Text("It rings")) }
}

//| `ShowsSnippetIntent` | unavailable | a panel draws no views: return `some IntentResult & ProvidesDialog`
func reads(_ result: any ShowsSnippetIntent) {}

//| `result(snippetIntent:)` | unavailable | a panel draws no views: return `.result(dialog:)`
func resultOfSnippet() -> some IntentResult { .result(snippetIntent: Ring()) }

//| `result(dialog:snippetIntent:)` | unavailable | a panel draws no views: return `.result(dialog:)`
func resultOfDialogAndSnippet() -> some IntentResult { .result(dialog: "It rang", snippetIntent: Ring()) }

//| `result(value:snippetIntent:)` | unavailable | a panel draws no views: return `.result(value:)`
func resultOfValueAndSnippet() -> some IntentResult { .result(value: 3, snippetIntent: Ring()) }

//| `result(value:dialog:snippetIntent:)` | unavailable | a panel draws no views: return `.result(value:dialog:)`
func resultOfBothAndSnippet() -> some IntentResult { .result(value: 3, dialog: "It rang", snippetIntent: Ring()) }

//| `requestConfirmation(conditions:actionName:dialog:showDialogAsPrompt:snippetIntent:)` | unavailable
//+ | a panel draws no views: call `requestConfirmation(actionName:dialog:)`
func confirmBySnippet() async throws { try await Ring().requestConfirmation(snippetIntent: Ring()) }

//| `AppIntent.systemContext` | unavailable | an intent does not know its caller: take a `@Parameter`
func contextOfRing() { _ = Ring().systemContext }

//| `IntentSystemContext` | unavailable | an intent does not know its caller: take a `@Parameter`
func reads(_ context: IntentSystemContext) {}

//| `SetFocusFilterIntent.current` | unavailable | a panel has no Focus: let `perform()` store the values in `UserDefaults`
func currentFilter<Filter: SetFocusFilterIntent>(_: Filter.Type) async throws { _ = try await Filter.current }

//| `PredictableIntent` | unavailable | a panel suggests no intents: name it in an `AppShortcutsProvider`
extension Ring: PredictableIntent {}

//| `IntentPredictionConfiguration` | unavailable | a panel suggests no intents: remove `predictionConfiguration`
func reads(_ configuration: any IntentPredictionConfiguration) {}

//| `RelevantIntentManager` | unavailable | a panel suggests no widgets: place a control in the panel's file
func reads(_ manager: RelevantIntentManager) {}

//| `RelevantIntent` | unavailable | a panel suggests no widgets: place a control in the panel's file
func reads(_ intent: RelevantIntent) {}

//| `URLRepresentableIntent` | unavailable | a panel has no universal links: open an `OpenURLIntent` as the result
extension Ring: URLRepresentableIntent {}

//| `URLRepresentableEntity` | unavailable | a panel has no universal links: give the entity a `url` of its own
extension Door: URLRepresentableEntity {}

//| `URLRepresentableEnum` | unavailable | a panel has no universal links: give the cases a `url` of their own
extension Room: URLRepresentableEnum {}

//| `ShowInAppSearchResultsIntent` | unavailable | a panel has no app to search: take the words as a `@Parameter`
extension Ring: ShowInAppSearchResultsIntent {}

//| `PlayVideoIntent` | unavailable | a panel plays no videos: take the words as a `@Parameter`
extension Ring: PlayVideoIntent {}

//| `UndoableIntent` | unavailable | a panel cannot undo: declare a second intent that does the opposite
extension Ring: UndoableIntent {}

//| `UISceneAppIntent` | unavailable | a panel has no scenes: declare an `OpenIntent` for the target
extension Ring: UISceneAppIntent {}

//| `AppIntentsExtension` | unavailable | an extension is the program of a bundle: put `@main` before a `WidgetBundle`
struct HouseExtension: AppIntentsExtension {}

//| `SiriTipView` | unavailable | a panel has no Siri: remove the view
func reads(_ view: SiriTipView) {}

//| `ShortcutsLink` | unavailable | a panel has no Shortcuts app: remove the view
func reads(_ view: ShortcutsLink) {}

//| `WidgetPushHandler` | unavailable | a panel shows no ordinary widgets: give a control a `ControlPushHandler`
struct ClockPushes: WidgetPushHandler {}

//| `IntentFile` | unavailable | a panel passes no files: take the path as a `String`
struct FileParameter { @IntentParameter(title: "File") var file: IntentFile }

//| `IntentPerson` | unavailable | a panel has no contacts: take a `String`, or an `AppEntity` of people
func reads(_ person: IntentPerson) {}

//| `IntentCurrencyAmount` | unavailable | a panel has no amounts of money: take a `Double`
func reads(_ amount: IntentCurrencyAmount) {}

//| `IntentPaymentMethod` | unavailable | a panel has no wallet: declare an `AppEnum` of the ways to pay
func reads(_ method: IntentPaymentMethod) {}

//| `@Parameter` of `AttributedString` | unavailable | a panel's texts have no styles: take a `String`
func reads(_ parameter: IntentParameter<AttributedString>) {}

//| `@Parameter` of `DateComponents` | unavailable | a panel passes whole dates: take a `Date`
func reads(_ parameter: IntentParameter<DateComponents>) {}

//| `@Parameter` of `Decimal` | unavailable | a panel's numbers are binary: take a `Double`
func reads(_ parameter: IntentParameter<Decimal>) {}

//| `@Parameter` of `PersonNameComponents` | unavailable | a panel passes names as text: take a `String`
func reads(_ parameter: IntentParameter<PersonNameComponents>) {}

//| `TransientAppEntity` | unavailable | a panel's entities have a query: declare an `AppEntity`, or return a value
struct Weather: TransientAppEntity {}

//| `FileEntity` | unavailable | a panel passes no files: declare an `AppEntity` with the path as its `id`
struct Report: FileEntity {}

//| `EntityCollection` | unavailable | a panel loads each entity: take an array of the `AppEntity`
func reads(_ doors: EntityCollection<Door>) {}

//| `IntentValueQuery` | unavailable | a panel searches by text: declare an `EntityStringQuery`
struct PictureQuery: IntentValueQuery {}

//| `Activity.pushToken` | unavailable | no server changes an activity: call `update(_:)` in the extension
func token(of tea: Activity<TeaAttributes>) { _ = tea.pushToken }

//| `Activity.pushTokenUpdates` | unavailable | no server changes an activity: call `update(_:)` in the extension
func tokens(of tea: Activity<TeaAttributes>) { _ = tea.pushTokenUpdates }

//| `Activity.pushToStartToken` | unavailable | no server starts an activity: call `request` in the extension
func startToken() { _ = Activity<TeaAttributes>.pushToStartToken }

//| `Activity.pushToStartTokenUpdates` | unavailable | no server starts an activity: call `request` in the extension
func startTokens() { _ = Activity<TeaAttributes>.pushToStartTokenUpdates }

//| `Activity.activityUpdates` | unavailable | only the process itself starts its activities: read `activities`
func activities() { _ = Activity<TeaAttributes>.activityUpdates }

//| `Activity.contentUpdates` | unavailable | only the process itself changes its activities: read `content`
func contents(of tea: Activity<TeaAttributes>) { _ = tea.contentUpdates }

//| `Activity.contentStateUpdates` | unavailable
//+ | only the process itself changes its activities: read `contentState`
func contentStates(of tea: Activity<TeaAttributes>) { _ = tea.contentStateUpdates }

//| `Activity.activityStateUpdates` | unavailable | a panel reports no changes: read `activityState`
func states(of tea: Activity<TeaAttributes>) { _ = tea.activityStateUpdates }

//| `Activity.request(attributes:content:pushType:style:alertConfiguration:start:)` | unavailable
//+ | a panel starts an activity at once: call `request` at that time
func requestLater(content: ActivityContent<TeaAttributes.ContentState>, alert: AlertConfiguration) throws {
    _ = try Activity.request(
        attributes: TeaAttributes(), content: content, style: .standard, alertConfiguration: alert, start: Date.now)
}

//| `ActivityAuthorizationInfo.activityEnablementUpdates` | unavailable
//+ | a panel reports no changes: read `areActivitiesEnabled`
func enablements() { _ = ActivityAuthorizationInfo().activityEnablementUpdates }

//| `ActivityAuthorizationInfo.frequentPushEnablementUpdates` | unavailable
//+ | a panel reports no changes: read `frequentPushesEnabled`
func pushEnablements() { _ = ActivityAuthorizationInfo().frequentPushEnablementUpdates }

//| `@ComputedProperty` and `@DeferredProperty` | absent | declare a computed property, or a `@Property`

//| `@UnionValue` | absent | declare one parameter for each type

//| `CLPlacemark` | absent | CoreLocation is not on Linux: take the address as a `String`

//| `IntentConfiguration` and `IntentTimelineProvider` | absent | SiriKit is not on Linux: use `AppIntentConfiguration`

//| `INIntent` and other types of SiriKit | absent | declare an `AppIntent`

//| `CSSearchableItemAttributeSet` | absent | CoreSpotlight is not on Linux: put it in `#if canImport(CoreSpotlight)`

//| `UIApplication`, `UIImage` and other types of UIKit | absent | put the code in `#if canImport(UIKit)`

//| `App`, `Scene` and windows of SwiftUI | absent | an extension's program is its `WidgetBundle`

//| `import os` | absent | `import OSLog` has `Logger`
