/// An intent as a control keeps it: its type, and the values that its parameters had when the body was evaluated.
///
/// Every performance begins with a fresh instance, so that one cannot see what another did to its parameters, nor what
/// the author does to the intent after the body was evaluated.
public struct PerformableIntent: Sendable {
    /// The intent's type.
    public let type: any AppIntent.Type
    /// The intent's name for people.
    public let title: String
    /// What the intent does, for people; `nil` where its author did not say.
    public let intentDescription: String?
    /// What must be unlocked for it.
    public let authenticationPolicy: IntentAuthenticationPolicy
    /// Whether it can be run by name, apart from its control.
    public let isDiscoverable: Bool
    /// Whether the program's view is to be opened before it performs.
    public let openAppWhenRun: Bool
    /// What it opens; `nil` where it opens nothing, is yet to be given its target, or its target's query is yet to be
    /// asked.
    public let target: OpenTarget?
    /// Its parameters and their values, in the order of their declaration.
    public let parameters: [IntentParameterInfo]
    /// Its parameters as its type declares them, with the values that they have where nobody gives them any.
    public let declaredParameters: [IntentParameterInfo]
    private let run: @Sendable (_ isOn: Bool?, _ answers: [String: IntentValue]) async throws -> PerformedIntent
    private let request: @Sendable (_ answers: [String: IntentValue]) async -> IntentParameterRequest?

    /// Whether it opens a view.
    public var opensView: Bool { type is any OpenIntent.Type }

    /// Whether it sets a truth value, as a toggle's does.
    public var setsState: Bool { Self.setsState(type) }

    /// The values of its parameters by name, as data. With the type, this is the whole intent.
    public var parameterValues: [String: IntentValue] {
        Dictionary(parameters.compactMap { info in info.value.map { (info.name, $0) } }) { _, inherited in inherited }
    }

    init<Intent: AppIntent>(_ intent: Intent) {
        type = Intent.self
        title = String(localized: Intent.title)
        intentDescription = Intent.declaredDescription.map { String(localized: $0.descriptionText) }
        authenticationPolicy = Intent.authenticationPolicy
        isDiscoverable = Intent.isDiscoverable
        openAppWhenRun = Intent.openAppWhenRun
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
            if let problem = IntentParameters.set(answers, on: instance, areAnswers: true).first { throw problem }
            if let isOn { instance.setState(isOn) }
            if let problem = try await IntentParameters.resolve(instance).first { throw problem }
            try IntentParameters.check(instance)
            return try await Self.perform(instance)
        }
        request = { answers in
            let instance = Intent()
            parameters.write(to: instance)
            _ = IntentParameters.set(answers, on: instance, areAnswers: true)
            return await IntentParameters.request(missingIn: instance)
        }
    }

    /// An intent by its type and the values of its parameters. Parameters without a value keep their defaults.
    ///
    /// - Throws: The first thing that is wrong with the values, in the alphabetical order of their names. That a
    ///   required one is missing, or an entity is not known, is no error before the intent is performed.
    public init<Intent: AppIntent>(
        _ type: Intent.Type, parameters: [String: IntentValue]
    ) throws(IntentParameterError) {
        let intent = Intent()
        if let problem = IntentParameters.set(parameters, on: intent).first { throw problem }
        self.init(intent)
    }

    /// An intent by a type that is known only at run time, and the values of its parameters.
    ///
    /// - Throws: As `init(_:parameters:)`.
    public init(type: any AppIntent.Type, parameters: [String: IntentValue]) throws(IntentParameterError) {
        try self.init(type, parameters: parameters)
    }

    /// Performs the intent.
    ///
    /// - Parameters:
    ///   - isOn: The state to go to, of an intent that sets one: the system's wish, over any value given otherwise.
    ///     `nil` for an intent that is no toggle's.
    ///   - answers: Values for this performance, by the parameters' names, that people gave where the intent asked for
    ///     them; the others are as they were.
    /// - Throws: What the intent or a query throws; `IntentParameterError` before it begins; `IntentParameterRequest`
    ///   where it asks for a value.
    @discardableResult
    public func perform(isOn: Bool? = nil, answers: [String: IntentValue] = [:]) async throws -> PerformedIntent {
        try await run(isOn, answers)
    }

    /// The question to ask where a performance failed for want of a value; `nil` where it failed otherwise.
    ///
    /// - Parameters:
    ///   - error: What the performance threw.
    ///   - answers: The answers that it had.
    public func request(
        for error: any Error, answers: [String: IntentValue] = [:]
    ) async -> IntentParameterRequest? {
        if let request = error as? IntentParameterRequest { return request }
        guard case .needsValue? = error as? IntentParameterError else { return nil }
        return await request(answers)
    }

    /// The values to choose from for one of its parameters: cases, suggested entities, or what a provider gives.
    ///
    /// - Throws: `IntentParameterError.unknownParameter`; what a query or provider throws.
    public func suggestions(forParameter name: String) async throws -> [IntentChoice] {
        let intent: any AppIntent = type.init()
        return try await IntentParameters.suggestions(forParameter: name, of: intent)
    }

    private static func perform<Intent: AppIntent>(_ intent: Intent) async throws -> PerformedIntent {
        let target = OpenTarget(of: intent)
        do {
            let result = try await intent.perform()
            return PerformedIntent(
                target: target, openAppWhenRun: Intent.openAppWhenRun,
                opensIntent: (result as? any OpensIntent)?.opensIntent.map { PerformableIntent($0) },
                dialog: (result as? any ProvidesDialog)?.dialog.map { String(localized: $0.text) },
                value: (result.value as? any _IntentValue)?._data)
        } catch let needed as NeededValue {
            if let request = await IntentParameters.request(needed, by: intent) { throw request }
            throw IntentParameterError.needsValue(
                parameter: needed.parameter.title.map(String.init(localized:)) ?? "",
                intent: String(localized: Intent.title))
        }
    }

    private static func setsState(_ type: any AppIntent.Type) -> Bool {
        func isState<Intent: SetValueIntent>(_ type: Intent.Type) -> Bool { Intent.ValueType.self == Bool.self }
        guard let type = type as? any SetValueIntent.Type else { return false }
        return isState(type)
    }
}

extension AppIntent {
    /// Sets the value that a toggle's intent is to bring about; of another intent, nothing.
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

/// What an intent that has performed leaves to the surface that asked for it.
public struct PerformedIntent: Sendable {
    /// What it opens; `nil` where it opens nothing.
    public let target: OpenTarget?
    /// Whether the program's view was to be opened, before it performed.
    public let openAppWhenRun: Bool
    /// The intent that is to be performed next; `nil` where there is none.
    ///
    /// It is not performed yet: its authentication policy is its own, and may ask for more than the first one's.
    public let opensIntent: PerformableIntent?
    /// What people are told; `nil` where there is nothing to tell.
    public let dialog: String?
    /// The value that the intent returned, as data; `nil` without one.
    public let value: IntentValue?
}

/// An intent whose parameters are its control's alone to give: it takes no answers, so that nobody who performs the control
/// has it do something else.
package protocol SealedIntent: AppIntent {}
