/// What an `OpenIntent` opens, as data.
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

    /// - Returns: `nil` for an intent that opens nothing, or has no target yet.
    init?(of intent: any AppIntent) {
        guard let intent = intent as? any OpenIntent else { return nil }
        // The getter of a parameter without a value would end the program.
        if let target = IntentParameters.named("target", of: intent), target.needsValue || !target.isResolved {
            return nil
        }
        self.init(intent.target)
    }

    private init(_ target: some AppValue) {
        let shownType = Swift.type(of: target)
        type = shownType.persistentIdentifier
        typeName = String(localized: shownType.typeDisplayRepresentation.name)
        value = target._data
        title = String(localized: target.displayRepresentation.title)
    }
}
