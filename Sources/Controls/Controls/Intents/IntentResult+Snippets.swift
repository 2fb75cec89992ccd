/// Results with a view. A panel draws no views: it shows the dialog and the value.
extension IntentResult {
    public static func result<Content: View>(
        view: Content
    ) -> Self where Self == IntentResultContainer<Never, Never, Content, Never> {
        IntentResultContainer(value: nil)
    }

    public static func result<Content: View>(
        @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<Never, Never, Content, Never> {
        IntentResultContainer(value: nil)
    }

    public static func result<Returned: _IntentValue, Content: View>(
        value: Returned, view: Content
    ) -> Self where Self == IntentResultContainer<Returned, Never, Content, Never> {
        IntentResultContainer(value: value)
    }

    public static func result<Returned: _IntentValue, Content: View>(
        value: Returned, @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<Returned, Never, Content, Never> {
        IntentResultContainer(value: value)
    }

    /// A result with an intent to perform next and a view.
    public static func result<Opened: AppIntent, Content: View>(
        opensIntent: Opened, view: Content
    ) -> Self where Self == IntentResultContainer<Never, Opened, Content, Never> {
        IntentResultContainer(value: nil, opensIntent: opensIntent)
    }

    /// A result with an intent to perform next and a view.
    public static func result<Opened: AppIntent, Content: View>(
        opensIntent: Opened, @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<Never, Opened, Content, Never> {
        IntentResultContainer(value: nil, opensIntent: opensIntent)
    }

    /// A result with a value, an intent to perform next and a view.
    public static func result<Returned: _IntentValue, Opened: AppIntent, Content: View>(
        value: Returned, opensIntent: Opened, view: Content
    ) -> Self where Self == IntentResultContainer<Returned, Opened, Content, Never> {
        IntentResultContainer(value: value, opensIntent: opensIntent)
    }

    /// A result with a value, an intent to perform next and a view.
    public static func result<Returned: _IntentValue, Opened: AppIntent, Content: View>(
        value: Returned, opensIntent: Opened, @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<Returned, Opened, Content, Never> {
        IntentResultContainer(value: value, opensIntent: opensIntent)
    }

    public static func result<Content: View>(
        dialog: IntentDialog, view: Content
    ) -> Self where Self == IntentResultContainer<Never, Never, Content, IntentDialog> {
        IntentResultContainer(value: nil, dialog: dialog)
    }

    public static func result<Content: View>(
        dialog: IntentDialog, @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<Never, Never, Content, IntentDialog> {
        IntentResultContainer(value: nil, dialog: dialog)
    }

    public static func result<Returned: _IntentValue, Content: View>(
        value: Returned, dialog: IntentDialog, view: Content
    ) -> Self where Self == IntentResultContainer<Returned, Never, Content, IntentDialog> {
        IntentResultContainer(value: value, dialog: dialog)
    }

    public static func result<Returned: _IntentValue, Content: View>(
        value: Returned, dialog: IntentDialog, @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<Returned, Never, Content, IntentDialog> {
        IntentResultContainer(value: value, dialog: dialog)
    }

    /// A result with an intent to perform next, a dialog and a view.
    public static func result<Opened: AppIntent, Content: View>(
        opensIntent: Opened, dialog: IntentDialog, view: Content
    ) -> Self where Self == IntentResultContainer<Never, Opened, Content, IntentDialog> {
        IntentResultContainer(value: nil, opensIntent: opensIntent, dialog: dialog)
    }

    /// A result with an intent to perform next, a dialog and a view.
    public static func result<Opened: AppIntent, Content: View>(
        opensIntent: Opened, dialog: IntentDialog, @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<Never, Opened, Content, IntentDialog> {
        IntentResultContainer(value: nil, opensIntent: opensIntent, dialog: dialog)
    }

    /// A result with a value, an intent to perform next, a dialog and a view.
    public static func result<Returned: _IntentValue, Opened: AppIntent, Content: View>(
        value: Returned, opensIntent: Opened, dialog: IntentDialog, view: Content
    ) -> Self where Self == IntentResultContainer<Returned, Opened, Content, IntentDialog> {
        IntentResultContainer(value: value, opensIntent: opensIntent, dialog: dialog)
    }

    /// A result with a value, an intent to perform next, a dialog and a view.
    public static func result<Returned: _IntentValue, Opened: AppIntent, Content: View>(
        value: Returned, opensIntent: Opened, dialog: IntentDialog, @ViewBuilder content: () -> Content
    ) -> Self where Self == IntentResultContainer<Returned, Opened, Content, IntentDialog> {
        IntentResultContainer(value: value, opensIntent: opensIntent, dialog: dialog)
    }
}
