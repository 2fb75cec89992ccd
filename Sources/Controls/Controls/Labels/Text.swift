public import FoundationEssentials

public struct Text: Hashable, Sendable {
    let text: LocalizedText

    /// A text by its key, usually a literal.
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

    /// A string known only at run time, shown unchanged. Disfavoured, because literals would otherwise bypass
    /// localisation.
    @_disfavoredOverload
    public init(_ content: some StringProtocol) {
        text = .verbatim(content)
    }

    /// An image as a text. It has no words; a label without another symbol shows the image as its symbol.
    public init(_ image: Image) {
        self.init("\(image)" as LocalizedStringKey)
    }

    /// A text that is shown unchanged.
    public init(verbatim content: String) {
        text = .verbatim(content)
    }
}

extension Text: View, LabelElement {
    public var body: Text { self }

    func describe(in content: inout LabelContent) {
        let words = text.resolved()
        content.symbol = content.symbol ?? text.symbol
        // A text that is only an image has no words: the control shows its display name.
        guard text.symbol == nil || !words.isEmpty else { return }
        if content.text == nil {
            content.text = words
        } else if content.subtitle == nil {
            content.subtitle = words
        }
    }
}

extension Text {
    /// The format of a date.
    public enum DateStyle: Hashable, Sendable {
        /// The time of day.
        case time
        /// The date without the time.
        case date
        /// The distance from now.
        case relative
        /// The distance from now, with a sign.
        case offset
        /// The time until or since the date.
        case timer
    }

    /// A date. Nothing updates the text, so it is the date in ISO 8601.
    public init(_ date: Date, style: DateStyle) {
        self.init(verbatim: date.formatted(.iso8601))
    }

    /// A time interval. Nothing updates the text, so it is the interval's end in ISO 8601.
    public init(
        timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true, showsHours: Bool = true
    ) {
        self.init(verbatim: timerInterval.upperBound.formatted(.iso8601))
    }

    public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatOutput == String {
        self.init(verbatim: format.format(input))
    }
}
