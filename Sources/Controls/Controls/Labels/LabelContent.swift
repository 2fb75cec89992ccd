/// The text, symbol and hints that a label's views contain.
///
/// The value nearest to the text counts, as in SwiftUI's environment: the first text and symbol, the innermost hint. A
/// second text is the subtitle.
struct LabelContent: Hashable, Sendable {
    var text: String?
    var subtitle: String?
    var symbol: ControlSnapshot.Symbol?
    var actionHint: String?
    var status: String?
    var isPrivacySensitive = false

    init() {}

    @MainActor
    init(of view: some View) {
        read(view)
    }

    @MainActor
    mutating func read(_ view: some View) {
        if let element = view as? any LabelElement {
            element.describe(in: &self)
        } else {
            read(view.body)
        }
    }
}

/// A view that Holdfast provides. Reading does not descend into its body.
@MainActor
protocol LabelElement {
    func describe(in content: inout LabelContent)
}
