/// A value, most often an error that `perform()` throws, that says what people are to read.
public protocol CustomLocalizedStringResourceConvertible {
    /// The text for people.
    var localizedStringResource: LocalizedStringResource { get }
}
