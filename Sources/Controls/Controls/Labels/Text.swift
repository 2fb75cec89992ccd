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

    /// An image as a text: no words, and the symbol of a label that has no other.
    public init(_ image: Image) {
        self.init("\(image)" as LocalizedStringKey)
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
        let words = text.resolved()
        content.symbol = content.symbol ?? text.symbol
        // A text of an image alone says nothing: the control goes by its name.
        if text.symbol == nil || !words.isEmpty { content.text = content.text ?? words }
    }
}
