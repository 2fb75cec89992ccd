/// An intent as a control stores it: the type, and the parameters' values at the evaluation of the body.
///
/// Every performance begins with a new instance. It sees no changes that another performance made to the parameters,
/// and none that the author makes to the intent after the evaluation.
public struct PerformableIntent: Sendable {
    public let type: any AppIntent.Type
    /// The intent's name for users.
    public let title: String
    /// The intent's description for users; `nil` if the author declared none.
    public let intentDescription: String?
    /// The unlocking that the intent requires.
    public let authenticationPolicy: IntentAuthenticationPolicy
    /// Whether the intent can be run by name, apart from its control.
    public let isDiscoverable: Bool
    /// Whether the program's view is opened before the intent performs.
    public let openAppWhenRun: Bool
    /// The target that the intent opens; `nil` if the intent opens nothing, if its target is not set yet, or if the
    /// target is an entity that is not loaded yet.
    public let target: OpenTarget?
    /// The parameters and their values, in the order of declaration.
    public let parameters: [IntentParameterInfo]
    /// The parameters as the type declares them, with their default values.
    public let declaredParameters: [IntentParameterInfo]
    private let run: @Sendable (_ isOn: Bool?, _ answers: [String: IntentValue]) async throws -> PerformedIntent
    private let request: @Sendable (_ answers: [String: IntentValue]) async -> IntentParameterRequest?

    public var opensView: Bool { type is any OpenIntent.Type || type is OpenURLIntent.Type }

    /// The parameters' values by name, as data. Together with the type, they are the whole intent.
    public var parameterValues: [String: IntentValue] {
        Dictionary(parameters.compactMap { info in info.value.map { (info.name, $0) } }) { _, inherited in inherited }
    }

    init<Intent: AppIntent>(_ intent: Intent) {
        type = Intent.self
        title = String(localized: Intent.title)
        intentDescription = Intent.declaredDescription.map { String(localized: $0.descriptionText) }
        authenticationPolicy = Intent.authenticationPolicy
        isDiscoverable = Intent.isDiscoverable
        openAppWhenRun = Intent.opensBeforePerforming
        target = OpenTarget(of: intent)
        let parameters = IntentParameters(of: intent)
        self.parameters = parameters.info
        declaredParameters = IntentParameters(of: Intent()).info
        run = { isOn, answers in
            var instance = Intent()
            parameters.write(to: instance)
            if let name = answers.keys.min(), Intent.self is any SealedIntent.Type {
                throw IntentParameterError.unknownParameter(name: name, intent: String(localized: Intent.title))
            }
            var answers = answers
            let choices = ChoiceAnswers(answers.removeValue(forKey: IntentParameterRequest.choice))
            if let problem = IntentParameters.set(answers, on: instance, areAnswers: true).first { throw problem }
            if let isOn { instance.setState(isOn) }
            if let problem = try await IntentParameters.resolve(instance).first { throw problem }
            if let problem = IntentParameters.missing(in: instance).first { throw problem }
            return try await ChoiceAnswers.$current.withValue(choices) { try await Self.perform(instance) }
        }
        request = { answers in
            let instance = Intent()
            parameters.write(to: instance)
            _ = IntentParameters.set(answers, on: instance, areAnswers: true)
            return await IntentParameters.request(missingIn: instance)
        }
    }

    /// Creates an intent from its type and its parameters' values. Parameters without a value keep their defaults.
    ///
    /// - Throws: The first problem with the values, in alphabetical order of their names. A missing required value and
    ///   an unknown entity are errors only when the intent is performed.
    public init<Intent: AppIntent>(
        _ type: Intent.Type, parameters: [String: IntentValue]
    ) throws(IntentParameterError) {
        let intent = Intent()
        if let problem = IntentParameters.set(parameters, on: intent).first { throw problem }
        self.init(intent)
    }

    /// Performs the intent.
    ///
    /// - Parameters:
    ///   - isOn: The requested state of a toggle. It overrides any other given value. `nil` for the intent of another
    ///     control.
    ///   - answers: The values that the user gave when the intent asked for them, by parameter name. They count for
    ///     this performance only; all other parameters keep their values.
    /// - Throws: Errors of the intent or of a query; `IntentParameterError` before the intent begins;
    ///   `IntentParameterRequest` if the intent asks for a value.
    @discardableResult
    public func perform(isOn: Bool? = nil, answers: [String: IntentValue] = [:]) async throws -> PerformedIntent {
        try await run(isOn, answers)
    }

    /// The question to the user if a performance failed because of a missing value; `nil` for another failure.
    public func request(
        for error: any Error, answers: [String: IntentValue] = [:]
    ) async -> IntentParameterRequest? {
        if let request = error as? IntentParameterRequest { return request }
        guard case .needsValue? = error as? IntentParameterError else { return nil }
        return await request(answers)
    }

    /// The possible values of a parameter: cases, suggested entities, or a provider's values.
    ///
    /// - Parameters:
    ///   - values: The values of the parameters that the suggestions depend on.
    /// - Throws: `IntentParameterError.unknownParameter`; errors of a query or provider.
    public func suggestions(
        forParameter name: String, given values: [String: IntentValue] = [:]
    ) async throws -> [IntentChoice] {
        let intent: any AppIntent = type.init()
        return try await IntentParameters.suggestions(forParameter: name, of: intent, given: values)
    }

    private static func perform<Intent: AppIntent>(_ intent: Intent) async throws -> PerformedIntent {
        let target = OpenTarget(of: intent)
        let opened = OpenedURL()
        do {
            let result = try await OpenedURL.$current.withValue(opened) { try await intent.perform() }
            return PerformedIntent(
                target: opened.target ?? target, openAppWhenRun: Intent.opensBeforePerforming,
                opensIntent: (result as? any OpensIntent)?.opensIntent.map { PerformableIntent($0) },
                dialog: (result as? any ProvidesDialog)?.dialog.map { String(localized: $0.text) },
                value: (result.value as? any _IntentValue)?._data)
        } catch let needed as NeededChoice {
            throw needed.request(by: String(localized: Intent.title))
        } catch let needed as NeededValue {
            if let request = await IntentParameters.request(needed, by: intent) { throw request }
            throw IntentParameterError.needsValue(
                parameter: needed.parameter.title.map(String.init(localized:)) ?? "",
                intent: String(localized: Intent.title))
        }
    }
}

extension AppIntent {
    /// Sets the requested value of a toggle's intent. Does nothing for another intent.
    fileprivate mutating func setState(_ isOn: Bool) {
        func set<Intent: SetValueIntent>(_ intent: Intent) -> Self? {
            var intent = intent
            guard let value = isOn as? Intent.ValueType else { return nil }
            intent.value = value
            return intent as? Self
        }
        if let settable = self as? any SetValueIntent, let changed = set(settable) { self = changed }
    }
}

/// The follow-up of a performed intent, for the surface that requested it.
public struct PerformedIntent: Sendable {
    /// The target to open; `nil` if the intent opens nothing.
    public let target: OpenTarget?
    /// Whether the intent required that the program's view opens before the intent performed.
    public let openAppWhenRun: Bool
    /// The intent to perform next; `nil` if there is none.
    ///
    /// The next intent is not performed yet: its own authentication policy may require more than that of the first
    /// intent.
    public let opensIntent: PerformableIntent?
    /// The dialog for the user; `nil` without a dialog.
    public let dialog: String?
    /// The value that the intent returned, as data; `nil` without a value.
    public let value: IntentValue?
}

/// An intent that takes its parameters only from its control. It accepts no answers, so that a client that performs the
/// control cannot change the action.
package protocol SealedIntent: AppIntent {}
