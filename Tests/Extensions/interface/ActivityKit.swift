import ActivityKit
import Foundation

//# ActivityKit

//| `ActivityAttributes` | works | a panel shows a title, a line, a symbol and the time left, by the properties' names
struct EggAttributes: ActivityAttributes {
    struct ContentState: Codable, Hashable { var endDate: Date }

    var name: String
}

//| `Activity.request(attributes:content:pushType:)` | works | throws if there is no panel
func requestEgg() throws -> Activity<EggAttributes> {
    try Activity.request(attributes: EggAttributes(name: "Egg"), content: eggContent(), pushType: nil)
}

//| `Activity.request(attributes:content:pushType:style:)` | works | a panel ignores the style
func requestStyledEgg() throws -> Activity<EggAttributes> {
    try Activity.request(attributes: EggAttributes(name: "Egg"), content: eggContent(), style: .standard)
}

//| `Activity.request(attributes:contentState:pushType:)` | works | the signature of the first version
func requestFirstEgg() throws -> Activity<EggAttributes> {
    try Activity.request(attributes: EggAttributes(name: "Egg"), contentState: eggContent().state, pushType: nil)
}

//| `Activity.activities` | works | those that this process has started and not ended
func eggs() -> [Activity<EggAttributes>] { Activity<EggAttributes>.activities }

//| `Activity.id` | works | unique for all time
func identity(of egg: Activity<EggAttributes>) -> String { egg.id }

//| `Activity.attributes` | works | the constant data
func nameOfEgg(_ egg: Activity<EggAttributes>) -> String { egg.attributes.name }

//| `Activity.content` | works | the current content
func endOfEgg(_ egg: Activity<EggAttributes>) -> Date { egg.content.state.endDate }

//| `Activity.contentState` | works | the current state
func endOfFirstEgg(_ egg: Activity<EggAttributes>) -> Date { egg.contentState.endDate }

//| `Activity.activityState` | works | `dismissed`: the panel has refused the activity
func isEggShown(_ egg: Activity<EggAttributes>) -> Bool { egg.activityState == .active }

//| `ActivityState` | works | the stage of an activity
func stages() -> [ActivityState] { [.active, .stale, .ended, .dismissed] }

//| `Activity.update(_:)` | works | after several changes in a row, the panel may get only the last one
func updateEgg(_ egg: Activity<EggAttributes>) async { await egg.update(eggContent()) }

//| `Activity.update(_:alertConfiguration:)` | works | the change; a panel plays no sound
func updateEggLoudly(_ egg: Activity<EggAttributes>) async {
    await egg.update(eggContent(), alertConfiguration: eggAlert())
}

//| `Activity.update(_:alertConfiguration:timestamp:)` | works | the calls count in their order
func updateEggAtTime(_ egg: Activity<EggAttributes>) async { await egg.update(eggContent(), timestamp: Date.now) }

//| `Activity.update(using:)` | works | the signature of the first version
func updateFirstEgg(_ egg: Activity<EggAttributes>) async { await egg.update(using: eggContent().state) }

//| `Activity.end(_:dismissalPolicy:)` | works | at once, whatever the policy
func endEgg(_ egg: Activity<EggAttributes>) async { await egg.end(nil, dismissalPolicy: .immediate) }

//| `Activity.end(_:dismissalPolicy:timestamp:)` | works | the calls count in their order
func endEggAtTime(_ egg: Activity<EggAttributes>) async { await egg.end(eggContent(), timestamp: Date.now) }

//| `Activity.end(using:dismissalPolicy:)` | works | the signature of the first version
func endFirstEgg(_ egg: Activity<EggAttributes>) async { await egg.end(using: nil, dismissalPolicy: .default) }

//| `ActivityContent` | works | from its stale date on, the state is `stale`
func eggContent() -> ActivityContent<EggAttributes.ContentState> {
    ActivityContent(state: EggAttributes.ContentState(endDate: Date.now), staleDate: nil)
}

//| `ActivityContent.relevanceScore` | nothing | a panel lists activities in the order of their starts
func relevanceOfEgg() -> Double { eggContent().relevanceScore }

//| `ActivityUIDismissalPolicy` | nothing | an activity that has ended is not shown
func policy() -> ActivityUIDismissalPolicy { .after(Date.now) }

//| `ActivityStyle` | nothing | a panel shows activities until they end
func eggStyle() -> ActivityStyle { .transient }

//| `PushType` | nothing | only the process itself changes its activities
func pushTypes() -> [PushType] { [.token, .channel("eggs")] }

//| `AlertConfiguration` | nothing | a panel plays no sound
func eggAlert() -> AlertConfiguration { AlertConfiguration(title: "Egg", body: "It is done", sound: .default) }

//| `ActivityAuthorizationInfo.areActivitiesEnabled` | works | whether there is a panel
func hasPanel() -> Bool { ActivityAuthorizationInfo().areActivitiesEnabled }

//| `ActivityAuthorizationInfo.frequentPushesEnabled` | works | whether there is a panel
func hasFrequentPushes() -> Bool { ActivityAuthorizationInfo().frequentPushesEnabled }

//| `ActivityAuthorizationError` | works | `unsupported`: there is no panel
func isWithoutPanel(_ error: ActivityAuthorizationError) -> Bool { error == .unsupported }
