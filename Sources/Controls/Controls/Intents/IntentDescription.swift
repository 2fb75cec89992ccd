/// What an intent does, for people.
public struct IntentDescription: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The description.
    public let descriptionText: LocalizedStringResource
    /// The group in which the intent is listed.
    public let categoryName: LocalizedStringResource?
    /// Words by which the intent is found.
    public let searchKeywords: [LocalizedStringResource]

    /// What the value is called that the intent returns.
    public let resultValueName: LocalizedStringResource?

    /// A description with its category and search words.
    public init(
        _ descriptionText: LocalizedStringResource, categoryName: LocalizedStringResource? = nil,
        searchKeywords: [LocalizedStringResource] = [], resultValueName: LocalizedStringResource? = nil
    ) {
        self.descriptionText = descriptionText
        self.categoryName = categoryName
        self.searchKeywords = searchKeywords
        self.resultValueName = resultValueName
    }

    /// A literal without interpolation.
    public init(stringLiteral value: String) {
        self.init(LocalizedStringResource(stringLiteral: value))
    }

    /// A literal with interpolation.
    public init(stringInterpolation: LocalizedStringInterpolation) {
        self.init(LocalizedStringResource(stringInterpolation: stringInterpolation))
    }

    /// Stands for a description that nobody declared.
    static let undeclared = IntentDescription("")
}
