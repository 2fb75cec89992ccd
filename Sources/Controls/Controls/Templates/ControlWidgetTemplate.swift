/// What a control is: a button or a toggle, with its action and labels.
@MainActor @preconcurrency
public protocol ControlWidgetTemplate {
    /// What the template is made of.
    associatedtype Body: ControlWidgetTemplate
    /// The content. The templates that Holdfast provides are their own body.
    @ControlWidgetTemplateBuilder var body: Body { get }
}

extension ControlWidgetTemplate {
    /// Sets the colour of the control: of symbol, value text and light when a toggle is on, of a button's symbol.
    ///
    /// `nil` is the default, system blue.
    public func tint(_ tint: Color?) -> some ControlWidgetTemplate {
        ModifiedTemplate(content: self, modification: .tint(tint))
    }

    /// Refuses to perform the control while `disabled` is true.
    public func disabled(_ disabled: Bool) -> some ControlWidgetTemplate {
        ModifiedTemplate(content: self, modification: .disabled(disabled))
    }

    /// Hides the control's state, and all that differs by it, while the panel is locked.
    public func privacySensitive(_ sensitive: Bool = true) -> some ControlWidgetTemplate {
        ModifiedTemplate(content: self, modification: .privacySensitive(sensitive))
    }
}

/// Builds a template of the one template in a closure, after any number of other statements.
@resultBuilder
public struct ControlWidgetTemplateBuilder {
    /// The template.
    public static func buildExpression<Content: ControlWidgetTemplate>(_ content: Content) -> Content {
        content
    }

    /// The template.
    public static func buildBlock<Content: ControlWidgetTemplate>(_ content: Content) -> Content {
        content
    }
}

/// No control. A control of this template is not listed.
public struct EmptyControlWidgetTemplate: ControlWidgetTemplate, TemplateElement {
    /// The empty template.
    public nonisolated init() {}

    /// The template itself.
    public var body: EmptyControlWidgetTemplate { self }

    func describe(in content: inout TemplateContent) {}
}

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
