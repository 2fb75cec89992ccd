/// A text in a label.
public struct Text: Hashable, Sendable {
    let text: LocalizedText

    /// A text by its key; a literal is one.
    public init(_ key: LocalizedStringKey, tableName: String? = nil, comment: StaticString? = nil) {
        var text = key.text
        text.table = tableName
        self.text = text
    }

    /// A localised text.
    @_disfavoredOverload
    public init(_ resource: LocalizedStringResource) {
        text = resource.text
    }

    /// A string known only at run time, shown as it is. Disfavoured, or literals would bypass localisation.
    @_disfavoredOverload
    public init(_ content: some StringProtocol) {
        text = .verbatim(content)
    }

    /// A text shown as it is.
    public init(verbatim content: String) {
        text = .verbatim(content)
    }
}

extension Text: View, LabelElement {
    /// The view itself.
    public var body: Text { self }

    func describe(in content: inout LabelContent) {
        content.text = content.text ?? text.resolved()
    }
}
