/// The target of an `OpenIntent`, as data.
public struct OpenTarget: Hashable, Sendable, Codable {
    /// The persistent identifier of the target's type.
    public let type: String
    /// The type's name for people.
    public let typeName: String
    /// The target: the raw value of an `AppEnum`, the identifier of an `AppEntity`.
    public let value: IntentValue
    /// The target's name for people.
    public let title: String

    /// A target of its parts.
    public init(type: String, typeName: String, value: IntentValue, title: String) {
        self.type = type
        self.typeName = typeName
        self.value = value
        self.title = title
    }
}
