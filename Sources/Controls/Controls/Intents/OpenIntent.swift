/// An action that opens a view: the one of its target. What a button that leads somewhere performs.
///
/// It need not have a `perform()` of its own.
public protocol OpenIntent: AppIntent {
    /// The type of the target, an `AppEnum`.
    associatedtype Value: AppValue

    /// What to open, a `@Parameter`.
    var target: Value { get set }
}

extension OpenIntent {
    /// The target is opened before the intent performs.
    public static var openAppWhenRun: Bool { true }

    /// Does nothing: that the target opens is all.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }
}

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
