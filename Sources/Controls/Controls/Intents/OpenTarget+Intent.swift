extension OpenTarget {
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
        self.init(
            type: shownType.persistentIdentifier,
            typeName: String(localized: shownType.typeDisplayRepresentation.name), value: target._data,
            title: String(localized: target.displayRepresentation.title))
    }
}
