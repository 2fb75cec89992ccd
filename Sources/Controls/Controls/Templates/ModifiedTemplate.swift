/// A template with one thing said about it.
struct ModifiedTemplate<Content: ControlWidgetTemplate>: ControlWidgetTemplate, TemplateElement {
    enum Modification {
        case tint(Color?)
        case disabled(Bool)
        case privacySensitive(Bool)
    }

    let content: Content
    let modification: Modification

    var body: ModifiedTemplate { self }

    func describe(in content: inout TemplateContent) {
        content.read(self.content)
        switch modification {
        // The innermost tint holds, also where it is nil, that is the default.
        case .tint(let tint): content.tint = content.tint ?? .some(tint)
        // As in SwiftUI, nothing further out enables what is disabled, or uncovers what is private.
        case .disabled(let disabled): content.isDisabled = content.isDisabled || disabled
        case .privacySensitive(let sensitive): content.isPrivacySensitive = content.isPrivacySensitive || sensitive
        }
    }
}
