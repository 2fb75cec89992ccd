// Kinds of intents that a panel does not have. Each message says what to write instead. The protocols have no
// requirements of their own, so that the message is the only error.

/// Not on a panel, which draws no views.
@available(*, unavailable, message: "a panel draws no views: return '.result(dialog:)' of an 'AppIntent'")
public protocol SnippetIntent: AppIntent {}

/// Not on a panel, which draws no views.
@available(*, unavailable, message: "a panel draws no views: return 'some IntentResult & ProvidesDialog'")
public protocol ShowsSnippetIntent: IntentResult {}

@available(*, unavailable, message: "a panel draws no views: return 'some IntentResult & ProvidesDialog'")
extension IntentResultContainer: ShowsSnippetIntent {}

extension IntentResult {
    /// Not on a panel, which draws no views.
    @available(*, unavailable, message: "a panel draws no views: return '.result(dialog:)'")
    public static func result(snippetIntent: some AppIntent) -> Self
    where Self == IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }

    /// Not on a panel, which draws no views.
    @available(*, unavailable, message: "a panel draws no views: return '.result(dialog:)'")
    public static func result(dialog: IntentDialog, snippetIntent: some AppIntent) -> Self
    where Self == IntentResultContainer<Never, Never, Never, IntentDialog> {
        .result(dialog: dialog)
    }

    /// Not on a panel, which draws no views.
    @available(*, unavailable, message: "a panel draws no views: return '.result(value:)'")
    public static func result<Returned: _IntentValue>(value: Returned, snippetIntent: some AppIntent) -> Self
    where Self == IntentResultContainer<Returned, Never, Never, Never> {
        .result(value: value)
    }

    /// Not on a panel, which draws no views.
    @available(*, unavailable, message: "a panel draws no views: return '.result(value:dialog:)'")
    public static func result<Returned: _IntentValue>(
        value: Returned, dialog: IntentDialog, snippetIntent: some AppIntent
    ) -> Self where Self == IntentResultContainer<Returned, Never, Never, IntentDialog> {
        .result(value: value, dialog: dialog)
    }
}

extension AppIntent {
    /// Not on a panel, which draws no views.
    @available(*, unavailable, message: "a panel draws no views: call 'requestConfirmation(actionName:dialog:)'")
    public func requestConfirmation(
        conditions: ConfirmationConditions = [], actionName: ConfirmationActionName = .continue,
        dialog: IntentDialog? = nil, showDialogAsPrompt: Bool = true, snippetIntent: some AppIntent
    ) async throws {}

    /// Not on a panel, where an intent does not know its caller.
    @available(*, unavailable, message: "an intent does not know its caller: take a '@Parameter'")
    public var systemContext: IntentSystemContext { IntentSystemContext() }
}

/// Not on a panel, where an intent does not know its caller.
@available(*, unavailable, message: "an intent does not know its caller: take a '@Parameter'")
public struct IntentSystemContext: Sendable {}

/// Not on a panel, which suggests no intents.
@available(*, unavailable, message: "a panel suggests no intents: name it in an 'AppShortcutsProvider'")
public protocol PredictableIntent: AppIntent {}

/// Not on a panel, which suggests no intents.
@available(*, unavailable, message: "a panel suggests no intents: remove 'predictionConfiguration'")
public protocol IntentPredictionConfiguration {}

/// Not on a panel, which suggests no widgets.
@available(*, unavailable, message: "a panel suggests no widgets: place a control in the panel's file")
public final class RelevantIntentManager: Sendable {}

/// Not on a panel, which suggests no widgets.
@available(*, unavailable, message: "a panel suggests no widgets: place a control in the panel's file")
public struct RelevantIntent: Sendable {}

/// Not on a panel, which has no universal links.
@available(*, unavailable, message: "a panel has no universal links: open an 'OpenURLIntent' as the result")
public protocol URLRepresentableIntent: AppIntent {}

/// Not on a panel, which has no universal links.
@available(*, unavailable, message: "a panel has no universal links: give the entity a 'url' of its own")
public protocol URLRepresentableEntity: AppEntity {}

/// Not on a panel, which has no universal links.
@available(*, unavailable, message: "a panel has no universal links: give the cases a 'url' of their own")
public protocol URLRepresentableEnum: AppEnum {}

/// Not on a panel, which has no app to search.
@available(*, unavailable, message: "a panel has no app to search: take the words as a '@Parameter'")
public protocol ShowInAppSearchResultsIntent: AppIntent {}

/// Not on a panel, which plays no videos.
@available(*, unavailable, message: "a panel plays no videos: take the words as a '@Parameter'")
public protocol PlayVideoIntent: AppIntent {}

/// Not on a panel, which cannot undo.
@available(*, unavailable, message: "a panel cannot undo: declare a second intent that does the opposite")
public protocol UndoableIntent: AppIntent {}

/// Not on a panel, which has no scenes.
@available(*, unavailable, message: "a panel has no scenes: declare an 'OpenIntent' for the target")
public protocol UISceneAppIntent: AppIntent {}

/// Not on a panel, where an extension is the program of a bundle.
@available(*, unavailable, message: "an extension is the program of a bundle: put '@main' before a 'WidgetBundle'")
public protocol AppIntentsExtension {}

/// Not on a panel, which has no Siri.
@available(*, unavailable, message: "a panel has no Siri: remove the view")
public struct SiriTipView {}

/// Not on a panel, which has no Shortcuts app.
@available(*, unavailable, message: "a panel has no Shortcuts app: remove the view")
public struct ShortcutsLink {}

/// Not on a panel, which shows no ordinary widgets.
@available(*, unavailable, message: "a panel shows no ordinary widgets: give a control a 'ControlPushHandler'")
public protocol WidgetPushHandler {}
