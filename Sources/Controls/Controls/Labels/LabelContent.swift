/// What a label says, read off its views.
///
/// Where a thing is said twice, what stands nearest to the text holds, as in SwiftUI's environment: the first text and
/// symbol, the innermost hint.
struct LabelContent: Hashable, Sendable {
    var text: String?
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

/// A view of ours, which ends the descent through bodies.
@MainActor
protocol LabelElement {
    func describe(in content: inout LabelContent)
}
