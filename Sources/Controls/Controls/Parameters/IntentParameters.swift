/// A copy of an intent's parameters at one moment, by name.
struct IntentParameters: Sendable {
    /// The descriptions of the parameters for users and surfaces, in the order of declaration.
    let info: [IntentParameterInfo]
    private let values: [String: any AnyIntentParameter]

    /// Copies the values of an intent.
    init(of intent: some AppIntent) {
        let parameters = Self.parameters(of: intent)
        info = parameters.map { IntentParameterInfo(name: $0.name, parameter: $0.parameter, of: intent) }
        values = Dictionary(parameters.map { ($0.name, $0.parameter.copy()) }) { _, inherited in inherited }
    }

    /// Sets the parameters of another intent of the same type.
    func write(to intent: some AppIntent) {
        for (name, parameter) in Self.parameters(of: intent) {
            if let value = values[name] { parameter.setValue(from: value) }
        }
    }

    /// The errors for required parameters without a value, in the order of declaration.
    static func missing<Intent: AppIntent>(in intent: Intent) -> [IntentParameterError] {
        parameters(of: intent).filter(\.parameter.needsValue).map { name, parameter in
            .needsValue(
                parameter: parameter.shownTitle ?? name,
                intent: String(localized: Intent.title))
        }
    }

    /// Sets parameters from data. Invalid values are left out.
    ///
    /// - Parameter areAnswers: Whether the user gave the values for this performance.
    /// - Returns: The problems with the data, in alphabetical order of the parameters' names.
    static func set<Intent: AppIntent>(
        _ data: [String: IntentValue], on intent: Intent, areAnswers: Bool = false
    ) -> [IntentParameterError] {
        let parameters = Dictionary(parameters(of: intent)) { _, inherited in inherited }
        let title = String(localized: Intent.title)
        return data.sorted { $0.key < $1.key }.compactMap { name, value in
            guard let parameter = parameters[name] else { return .unknownParameter(name: name, intent: title) }
            if parameter.setData(value, isAnswer: areAnswers) { return nil }
            if let range = parameter.range, Double(_data: value) != nil {
                return .outOfRange(parameter: name, intent: title, value: value, range: range)
            }
            guard let choices = parameter.choices else {
                return .wrongType(parameter: name, intent: title, value: value)
            }
            return .unknownCase(
                parameter: name, intent: title, value: value, known: choices.map(\.value.description))
        }
    }

    /// Loads the entities whose identifiers the parameters have.
    ///
    /// - Returns: The errors for entities that do not exist, in the order of declaration.
    /// - Throws: Errors of a query.
    static func resolve<Intent: AppIntent>(_ intent: Intent) async throws -> [IntentParameterError] {
        try await DependedIntent.$current.withValue(intent) {
            var problems: [IntentParameterError] = []
            for (name, parameter) in parameters(of: intent) where try await !parameter.resolve() {
                problems.append(
                    .unknownEntity(
                        parameter: name, intent: String(localized: Intent.title), value: parameter.data ?? .null))
            }
            return problems
        }
    }

    /// Whether every value can be read without asking a query.
    static func areResolved(in intent: some AppIntent) -> Bool {
        parameters(of: intent).allSatisfy(\.parameter.isResolved)
    }

    /// Sets each required parameter without a value to its first possible value, for a preview.
    static func chooseFirst(on intent: some AppIntent) {
        for (_, parameter) in parameters(of: intent) where parameter.needsValue {
            if let first = parameter.choices?.first { _ = parameter.setData(first.value, isAnswer: false) }
        }
    }

    /// Sets each required parameter without a value to its preview value, if there is one.
    static func choosePreview(on intent: some AppIntent) async {
        await DependedIntent.$current.withValue(intent) {
            for (_, parameter) in parameters(of: intent) where parameter.needsValue {
                await choose(await parameter.previewData(), for: parameter)
            }
        }
    }

    /// Sets each parameter without a value to the default of its query or provider, if there is one.
    static func chooseDefaults(on intent: some AppIntent) async {
        await DependedIntent.$current.withValue(intent) {
            for (_, parameter) in parameters(of: intent) where parameter.data == nil {
                await choose(await parameter.defaultData(), for: parameter)
            }
        }
    }

    /// Sets a parameter, and loads its entity: the choice of the next parameter may depend on it.
    private static func choose(_ data: IntentValue?, for parameter: any AnyIntentParameter) async {
        guard let data, parameter.setData(data, isAnswer: false) else { return }
        _ = try? await parameter.resolve()
    }

    /// Loads the entities whose identifiers the parameters have. One whose query fails stays unloaded, as if the
    /// parameter had no value.
    static func resolveLeniently(_ intent: some AppIntent) async {
        await DependedIntent.$current.withValue(intent) {
            for (_, parameter) in parameters(of: intent) { _ = try? await parameter.resolve() }
        }
    }

    /// The parameter with this name; `nil` if the intent has none.
    static func named(_ name: String, of intent: some AppIntent) -> (any AnyIntentParameter)? {
        parameters(of: intent).last { $0.name == name }?.parameter
    }

    static func names(of wanted: [any AnyIntentParameter], in intent: some AppIntent) -> [String] {
        let known = parameters(of: intent)
        return wanted.compactMap { parameter in known.first { $0.parameter === parameter }?.name }
    }

    /// The possible values of the parameter with this name.
    ///
    /// - Parameter values: The values of other parameters. Invalid ones, and entities that do not exist, have no effect.
    /// - Throws: `IntentParameterError.unknownParameter`; errors of a query.
    static func suggestions<Intent: AppIntent>(
        forParameter name: String, of intent: Intent, given values: [String: IntentValue]
    ) async throws -> [IntentChoice] {
        guard let parameter = named(name, of: intent) else {
            throw IntentParameterError.unknownParameter(name: name, intent: String(localized: Intent.title))
        }
        _ = set(values, on: intent)
        await resolveLeniently(intent)
        return try await DependedIntent.$current.withValue(intent) { try await parameter.suggestions() }
    }

    /// The request for a value that an intent's `perform()` threw; `nil` if the parameter belongs to another intent.
    static func request<Intent: AppIntent>(
        _ needed: NeededValue, by intent: Intent
    ) async -> IntentParameterRequest? {
        guard let (name, parameter) = parameters(of: intent).first(where: { $0.parameter === needed.parameter })
        else { return nil }
        return await DependedIntent.$current.withValue(intent) {
            await IntentParameterRequest(
                for: parameter, name: name, of: Intent.self, dialog: needed.dialog, choices: needed.choices)
        }
    }

    /// The request for the first required parameter without a value; `nil` if all have values.
    static func request<Intent: AppIntent>(missingIn intent: Intent) async -> IntentParameterRequest? {
        guard let (name, parameter) = parameters(of: intent).first(where: \.parameter.needsValue) else { return nil }
        await resolveLeniently(intent)
        return await DependedIntent.$current.withValue(intent) {
            await IntentParameterRequest(for: parameter, name: name, of: Intent.self)
        }
    }

    /// The parameters in the order of declaration. A wrapped property `value` is stored as `_value`.
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

extension IntentParameterInfo {
    init(name: String, parameter: any AnyIntentParameter, of intent: some AppIntent) {
        self.init(
            name: name, title: parameter.shownTitle,
            description: parameter.description.map(String.init(localized:)), type: parameter.type,
            isRequired: parameter.isRequired, value: parameter.data, choices: parameter.choices,
            suggestions: parameter.provider.map { ParameterSuggestions(dependsOn: $0.dependencies(on: intent)) })
    }
}

extension AnyIntentParameter {
    /// The name for users; `nil` if the author declared none.
    var shownTitle: String? { title.map(String.init(localized:)) }
}

/// The reason why an intent cannot be performed with its parameters.
public enum IntentParameterError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A required parameter has no value. `parameter` is its name for users.
    case needsValue(parameter: String, intent: String)
    /// The intent has no parameter with this name.
    case unknownParameter(name: String, intent: String)
    /// The value is no case of the enumeration. `known` contains the raw values of the cases.
    case unknownCase(parameter: String, intent: String, value: IntentValue, known: [String])
    /// The entity with this identifier does not exist, or no longer exists.
    case unknownEntity(parameter: String, intent: String, value: IntentValue)
    /// The number is outside the parameter's range.
    case outOfRange(parameter: String, intent: String, value: IntentValue, range: ClosedRange<Double>)
    /// The value is not of the parameter's type.
    case wrongType(parameter: String, intent: String, value: IntentValue)

    /// The reason in words.
    public var description: String {
        switch self {
        case .needsValue(let parameter, let intent): "'\(intent)' needs a value for '\(parameter)'"
        case .unknownParameter(let name, let intent): "'\(intent)' has no parameter '\(name)'"
        case .unknownCase(let parameter, let intent, let value, let known):
            "'\(intent)': '\(parameter)' cannot be '\(value)'; it is one of \(known.joined(separator: ", "))"
        case .unknownEntity(let parameter, let intent, let value):
            "'\(intent)': there is no '\(value)' for '\(parameter)', or no longer"
        case .outOfRange(let parameter, let intent, let value, let range):
            "'\(intent)': '\(parameter)' cannot be \(value); "
                + "it is from \(number(range.lowerBound)) to \(number(range.upperBound))"
        case .wrongType(let parameter, let intent, let value):
            "'\(intent)': '\(parameter)' cannot be '\(value)', which is of another type"
        }
    }
}

/// A number as text, without a fraction if the number is whole.
private func number(_ number: Double) -> String {
    Int(exactly: number).map { String($0) } ?? String(number)
}
