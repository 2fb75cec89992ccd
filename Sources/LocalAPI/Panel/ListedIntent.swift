/// An intent that can be run by its name (C28).
public struct ListedIntent: Sendable, Hashable, Codable {
    /// The name by which it is run: its type, or the extension's name, a slash and the type where two extensions have
    /// one of that name.
    public var name: String
    /// The extension that it comes from.
    public var source: String
    /// The intent.
    public var intent: IntentReference

    /// An intent of its parts.
    public init(name: String, source: String, intent: IntentReference) {
        self.name = name
        self.source = source
        self.intent = intent
    }
}
