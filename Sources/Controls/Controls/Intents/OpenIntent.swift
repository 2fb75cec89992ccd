/// An action that opens the view of its target. A button that leads to a view performs such an intent.
///
/// The intent needs no `perform()` of its own.
public protocol OpenIntent: AppIntent {
    /// The type of the target, an `AppEnum`.
    associatedtype Value: AppValue

    /// The target to open, a `@Parameter`.
    var target: Value { get set }
}

extension OpenIntent {
    /// `true`: the target is opened before the intent performs.
    public static var openAppWhenRun: Bool { true }

    /// Does nothing: the panel opens the target.
    public func perform() async throws -> IntentResultContainer<Never, Never, Never, Never> {
        .result()
    }
}

extension OpenTarget {
    /// - Returns: `nil` for an intent that opens nothing, or whose target is not set yet.
    init?(of intent: any AppIntent) {
        // The getter of a parameter without a value would end the program.
        func isSet(_ parameter: String) -> Bool {
            guard let target = IntentParameters.named(parameter, of: intent) else { return true }
            return !target.needsValue && target.isResolved
        }
        switch intent {
        case let intent as OpenURLIntent where isSet("url"): self.init(url: intent.url)
        case let intent as any OpenIntent where isSet("target"): self.init(intent.target)
        default: return nil
        }
    }

    private init(_ target: some AppValue) {
        let shownType = Swift.type(of: target)
        self.init(
            type: shownType.persistentIdentifier,
            typeName: String(localized: shownType.typeDisplayRepresentation.name), value: target._data,
            title: String(localized: target.displayRepresentation.title))
    }
}
