/// The values that an intent's parameters had at one moment, by the parameters' names.
struct IntentParameters: Sendable {
    private let values: [String: any AnyIntentParameter]

    /// Copies the values out of an intent.
    init(of intent: some AppIntent) {
        values = Self.parameters(of: intent).mapValues { $0.copy() }
    }

    /// Sets the parameters of another intent of the same type.
    func write(to intent: some AppIntent) {
        for (name, parameter) in Self.parameters(of: intent) {
            if let value = values[name] { parameter.setValue(from: value) }
        }
    }

    /// Refuses an intent that lacks the value of a required parameter.
    static func check<Intent: AppIntent>(_ intent: Intent) throws(IntentParameterError) {
        let missing = parameters(of: intent).filter(\.value.needsValue).min { $0.key < $1.key }
        guard let (name, parameter) = missing else { return }
        throw .needsValue(
            parameter: parameter.title.map(String.init(localized:)) ?? name, intent: String(localized: Intent.title))
    }

    /// The parameters by name. A wrapped property `value` is stored as `_value`.
    private static func parameters(of intent: some AppIntent) -> [String: any AnyIntentParameter] {
        var found: [String: any AnyIntentParameter] = [:]
        var mirror: Mirror? = Mirror(reflecting: intent)
        while let current = mirror {
            for (label, value) in current.children {
                guard let parameter = value as? any AnyIntentParameter, let label else { continue }
                found[String(label.drop { $0 == "_" })] = parameter
            }
            mirror = current.superclassMirror
        }
        return found
    }
}
