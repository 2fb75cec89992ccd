import AppIntents
import SwiftUI

//# AppIntents: results, confirmations and errors

//| `result()` | works | the intent has performed
func plainResult() -> some IntentResult { .result() }

//| `result(value:)` and `ReturnsValue` | works | printed by `holdfast perform --json`
func resultOfValue() -> some IntentResult & ReturnsValue<Int> { .result(value: 3) }

//| `result(dialog:)` and `ProvidesDialog` | works | shown for three seconds
func resultOfDialog() -> some IntentResult & ProvidesDialog { .result(dialog: "It rang") }

//| `result(value:dialog:)` | works | both
func resultOfBoth() -> some IntentResult & ReturnsValue<[Room]> & ProvidesDialog {
    .result(value: [Room.hall], dialog: "One room")
}

//| `result(opensIntent:)` and `OpensIntent` | works | performs the next intent, under its own policy
func resultOfNext() -> some IntentResult & OpensIntent { .result(opensIntent: Ring()) }

//| `result(opensIntent:dialog:)` | works | both
func resultOfNextWithDialog() -> some IntentResult & OpensIntent & ProvidesDialog {
    .result(opensIntent: Ring(), dialog: "It rings")
}

//| `result(value:opensIntent:)` | works | both
func resultOfValueAndNext() -> some IntentResult & ReturnsValue<Int> & OpensIntent {
    .result(value: 3, opensIntent: Ring())
}

//| `result(value:opensIntent:dialog:)` | works | all of them
func resultOfAll() -> some IntentResult & ReturnsValue<Int> & OpensIntent & ProvidesDialog {
    .result(value: 3, opensIntent: Ring(), dialog: "It rings")
}

//| `result(view:)` and `ShowsSnippetView` | nothing | a panel draws no views
@MainActor func resultOfView() -> some IntentResult & ShowsSnippetView { .result(view: Text("It rang")) }

//| `result(content:)` | nothing | a panel draws no views
@MainActor func resultOfContent() -> some IntentResult & ShowsSnippetView { .result { Text("It rang") } }

//| `result(dialog:view:)` | works | the dialog; the view is not drawn
@MainActor func resultOfDialogAndView() -> some IntentResult & ProvidesDialog & ShowsSnippetView {
    .result(dialog: "It rang", view: Text("It rang"))
}

//| `result(value:view:)` | works | the value; the view is not drawn
@MainActor func resultOfValueAndView() -> some IntentResult & ReturnsValue<Int> & ShowsSnippetView {
    .result(value: 3, view: Text("It rang"))
}

//| `result(value:dialog:view:)` | works | the value and the dialog; the view is not drawn
@MainActor func resultOfBothAndView() -> some IntentResult & ReturnsValue<Int> & ProvidesDialog & ShowsSnippetView {
    .result(value: 3, dialog: "It rang", view: Text("It rang"))
}

//| `result(opensIntent:view:)` | works | the intent; the view is not drawn
@MainActor func resultOfNextAndView() -> some IntentResult & OpensIntent & ShowsSnippetView {
    .result(opensIntent: Ring(), view: Text("It rings"))
}

//| `IntentDialog(_:)` | works | a text, or a literal alone
func dialog() -> IntentDialog { IntentDialog("It rang") }

//| `IntentDialog(full:supporting:)` | works | a panel shows the short text
func shortDialog() -> IntentDialog { IntentDialog(full: "The bell has rung", supporting: "It rang") }

//| `requestConfirmation()` | works | another hold, or a dialog of the page, within ten seconds
func confirmRing() async throws { try await Ring().requestConfirmation() }

//| `requestConfirmation(conditions:actionName:dialog:)` | works | with a question
func confirmByQuestion() async throws { try await Ring().requestConfirmation(actionName: .continue, dialog: "Ring?") }

//| `requestConfirmation(conditions:actionName:dialog:showDialogAsPrompt:content:)` | works | the view is not drawn
func confirmByView() async throws {
    try await Ring().requestConfirmation(actionName: .continue, dialog: "Ring?") { Text("Ring") }
}

//| `requestConfirmation(result:confirmationActionName:showPrompt:)` | works | the question is the result's dialog
func confirmByResult() async throws { try await Ring().requestConfirmation(result: .result(dialog: "Ring?")) }

//| `ConfirmationActionName` | nothing | the surfaces have their own button texts
func actionNames() -> [ConfirmationActionName] { [.turnOn, .send, .custom(acceptLabel: "Ring", denyLabel: "Do not")] }

//| `ConfirmationConditions` | nothing | a panel always asks
func conditions() -> ConfirmationConditions { [] }

//| `requestChoice(between:dialog:)` | works | ends `perform()`, which runs again with the answer
func chooseBell() async throws -> IntentChoiceOption {
    try await Ring().requestChoice(between: [bellOption(), .cancel], dialog: "Which bell?")
}

//| `requestChoice(between:dialog:view:)` | works | the view is not drawn
func chooseBellByView() async throws -> IntentChoiceOption {
    try await Ring().requestChoice(between: [bellOption()], dialog: "Which bell?", view: Text("Bells"))
}

//| `requestChoice(between:dialog:content:)` | works | the view is not drawn
func chooseBellByContent() async throws -> IntentChoiceOption {
    try await Ring().requestChoice(between: [bellOption()], dialog: "Which bell?") { Text("Bells") }
}

//| `IntentChoiceOption` | works | a panel has its own way to cancel
func bellOption() -> IntentChoiceOption { IntentChoiceOption(title: "Front", style: .default) }

//| `AppIntentError.restartPerform` | works | shown as the control's failure
func failByRestart() throws { throw AppIntentError.restartPerform }

//| `AppIntentError.UserActionRequired` | works | shown as the control's failure
func failByAction() throws { throw AppIntentError.UserActionRequired.signin }

//| `AppIntentError.PermissionRequired` | works | shown as the control's failure
func failByPermission() throws { throw AppIntentError.PermissionRequired.bluetooth }

//| `AppIntentError.Unrecoverable` | works | shown as the control's failure
func failForGood() throws { throw AppIntentError.Unrecoverable.featureCurrentlyRestricted }

//| `CustomLocalizedStringResourceConvertible` | works | the text of a thrown error
enum BellError: Error, CustomLocalizedStringResourceConvertible {
    case broken

    var localizedStringResource: LocalizedStringResource { "The bell is broken" }
}
