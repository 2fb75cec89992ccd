/// The values that an intent's parameters had at one moment, by the parameters' names.
struct IntentParameters: Sendable {
    /// What people and surfaces are told of the parameters, in the order of their declaration.
    let info: [IntentParameterInfo]
    private let values: [String: any AnyIntentParameter]

    /// Copies the values out of an intent.
    init(of intent: some AppIntent) {
        let parameters = Self.parameters(of: intent)
        info = parameters.map(IntentParameterInfo.init)
        values = Dictionary(parameters.map { ($0.name, $0.parameter.copy()) }) { _, inherited in inherited }
    }

    /// Sets the parameters of another intent of the same type.
    func write(to intent: some AppIntent) {
        for (name, parameter) in Self.parameters(of: intent) {
            if let value = values[name] { parameter.setValue(from: value) }
        }
    }

    /// Refuses an intent that lacks the value of a required parameter.
    static func check(_ intent: some AppIntent) throws(IntentParameterError) {
        if let first = missing(in: intent).first { throw first }
    }

    /// The required parameters that have no value, in the order of their declaration.
    static func missing<Intent: AppIntent>(in intent: Intent) -> [IntentParameterError] {
        parameters(of: intent).filter(\.parameter.needsValue).map { name, parameter in
            .needsValue(
                parameter: IntentParameterInfo(name: name, parameter: parameter).title,
                intent: String(localized: Intent.title))
        }
    }

    /// Sets parameters to the values that data stands for, as far as it does.
    ///
    /// - Returns: What is wrong with the data, by the parameters' names in alphabetical order.
    static func set<Intent: AppIntent>(_ data: [String: IntentValue], on intent: Intent) -> [IntentParameterError] {
        let parameters = Dictionary(parameters(of: intent)) { _, inherited in inherited }
        let title = String(localized: Intent.title)
        return data.sorted { $0.key < $1.key }.compactMap { name, value in
            guard let parameter = parameters[name] else { return .unknownParameter(name: name, intent: title) }
            if parameter.setData(value) { return nil }
            guard let choices = parameter.choices else {
                return .wrongType(parameter: name, intent: title, value: value)
            }
            return .unknownCase(
                parameter: name, intent: title, value: value, known: choices.map(\.value.description))
        }
    }

    /// Gives each required parameter without a value the first one that it can have, for a preview.
    static func chooseFirst(on intent: some AppIntent) {
        for (_, parameter) in parameters(of: intent) where parameter.needsValue {
            if let first = parameter.choices?.first { _ = parameter.setData(first.value) }
        }
    }

    /// The parameter of this name.
    static func named(_ name: String, of intent: some AppIntent) -> (any AnyIntentParameter)? {
        parameters(of: intent).last { $0.name == name }?.parameter
    }

    /// The request for a value that an intent's `perform()` threw; `nil` where the parameter is not the intent's own.
    static func request<Intent: AppIntent>(_ needed: NeededValue, by intent: Intent) -> IntentParameterRequest? {
        parameters(of: intent).first { $0.parameter === needed.parameter }.map { name, parameter in
            IntentParameterRequest(
                intent: String(localized: Intent.title),
                parameter: IntentParameterInfo(name: name, parameter: parameter),
                dialog: needed.dialog.map { String(localized: $0.text) })
        }
    }

    /// The parameters, in the order of their declaration. A wrapped property `value` is stored as `_value`.
    private static func parameters(
        of intent: some AppIntent
    ) -> [(name: String, parameter: any AnyIntentParameter)] {
        var found: [(name: String, parameter: any AnyIntentParameter)] = []
        var mirror: Mirror? = Mirror(reflecting: intent)
        while let current = mirror {
            for (label, value) in current.children {
                guard let parameter = value as? any AnyIntentParameter, let label else { continue }
                found.append((String(label.drop { $0 == "_" }), parameter))
            }
            mirror = current.superclassMirror
        }
        return found
    }
}
