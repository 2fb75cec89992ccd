public import FoundationEssentials

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

extension Text {
    /// How a moment is written.
    public enum DateStyle: Hashable, Sendable {
        /// The time of day.
        case time
        /// The day.
        case date
        /// How far it is away.
        case relative
        /// How far it is away, with a sign.
        case offset
        /// The time until or since.
        case timer
    }

    /// A moment. Nothing here keeps it up to date, so it is written as it is, in ISO 8601.
    public init(_ date: Date, style: DateStyle) {
        self.init(verbatim: date.formatted(.iso8601))
    }

    /// A stretch of time. Nothing here keeps it up to date, so its end is written, in ISO 8601.
    public init(
        timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) {
        self.init(verbatim: timerInterval.upperBound.formatted(.iso8601))
    }

    /// A value in a format.
    public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatOutput == String {
        self.init(verbatim: format.format(input))
    }
}
