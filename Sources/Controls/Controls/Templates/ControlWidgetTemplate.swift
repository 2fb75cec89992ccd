/// The template of a control: a button or a toggle, with its action and labels.
@MainActor @preconcurrency
public protocol ControlWidgetTemplate {
    associatedtype Body: ControlWidgetTemplate
    /// The content. The templates that Holdfast provides are their own body.
    @ControlWidgetTemplateBuilder var body: Body { get }
}

extension ControlWidgetTemplate {
    /// Sets the control's colour: for a toggle that is on, the symbol, value text and light; for a button, the symbol.
    ///
    /// `nil` means the default, `Color.accentColor`.
    public func tint(_ tint: Color?) -> some ControlWidgetTemplate {
        // The innermost tint counts, also if it is nil, which means the default.
        ModifiedTemplate(content: self) { $0.tint = $0.tint ?? .some(tint) }
    }

    /// Disables the control: the panel does not perform it while `disabled` is true.
    public func disabled(_ disabled: Bool) -> some ControlWidgetTemplate {
        // As in SwiftUI, an outer modifier neither enables a disabled part nor reveals a private part.
        ModifiedTemplate(content: self) { $0.isDisabled = $0.isDisabled || disabled }
    }

    /// Hides the control's state, and everything that depends on it, while the panel is locked.
    public func privacySensitive(_ sensitive: Bool = true) -> some ControlWidgetTemplate {
        ModifiedTemplate(content: self) { $0.isPrivacySensitive = $0.isPrivacySensitive || sensitive }
    }
}

/// Builds a template from the one template in a closure. Other statements may precede it.
@resultBuilder
public struct ControlWidgetTemplateBuilder {
    public static func buildExpression<Content: ControlWidgetTemplate>(_ content: Content) -> Content {
        content
    }

    public static func buildBlock<Content: ControlWidgetTemplate>(_ content: Content) -> Content {
        content
    }
}

/// The empty template. A control with this template is not listed.
public struct EmptyControlWidgetTemplate: ControlWidgetTemplate, TemplateElement {
    public nonisolated init() {}

    public var body: EmptyControlWidgetTemplate { self }

    func describe(in content: inout TemplateContent) {}
}

/// A template with one modifier.
struct ModifiedTemplate<Content: ControlWidgetTemplate>: ControlWidgetTemplate, TemplateElement {
    let content: Content
    /// Changes what has been read of the content.
    let modify: @MainActor (inout TemplateContent) -> Void

    var body: ModifiedTemplate { self }

    func describe(in content: inout TemplateContent) {
        content.read(self.content)
        modify(&content)
    }
}
