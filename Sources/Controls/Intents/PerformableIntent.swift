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
    /// What it opens; `nil` where it opens nothing, or is yet to be given its target.
    public let target: OpenTarget?
    /// Its parameters and their values, in the order of their declaration.
    public let parameters: [IntentParameterInfo]
    private let run: @Sendable (_ value: Bool?, _ answers: [String: IntentValue]) async throws -> PerformedIntent

    /// Whether it opens a view.
    public var opensView: Bool { type is any OpenIntent.Type }

    /// The values of its parameters by name, as data. With the type, this is the whole intent.
    public var parameterValues: [String: IntentValue] {
        Dictionary(parameters.compactMap { info in info.value.map { (info.name, $0) } }) { _, inherited in inherited }
    }

    /// A button's intent.
    init<Intent: AppIntent>(_ intent: Intent) {
        self.init(intent) { _, _ in }
    }

    /// A toggle's intent.
    init<Intent: SetValueIntent>(settingValueOf intent: Intent) where Intent.ValueType == Bool {
        self.init(intent) { $0.value = $1 }
    }

    /// An intent by its type and the values of its parameters. Parameters without a value keep their defaults.
    ///
    /// - Throws: The first thing that is wrong with the values, in the alphabetical order of their names. That a
    ///   required one is missing is no error before the intent is performed.
    public init<Intent: AppIntent>(
        _ type: Intent.Type, parameters: [String: IntentValue]
    ) throws(IntentParameterError) {
        let intent = Intent()
        if let problem = IntentParameters.set(parameters, on: intent).first { throw problem }
        self.init(intent)
    }

    private init<Intent: AppIntent>(_ intent: Intent, set: @escaping @Sendable (inout Intent, Bool) -> Void) {
        type = Intent.self
        title = String(localized: Intent.title)
        intentDescription = Intent.declaredDescription.map { String(localized: $0.descriptionText) }
        authenticationPolicy = Intent.authenticationPolicy
        isDiscoverable = Intent.isDiscoverable
        openAppWhenRun = Intent.openAppWhenRun
        target = OpenTarget(of: intent)
        let parameters = IntentParameters(of: intent)
        self.parameters = parameters.info
        run = { value, answers in
            var instance = Intent()
            parameters.write(to: instance)
            if let problem = IntentParameters.set(answers, on: instance).first { throw problem }
            if let value { set(&instance, value) }
            try IntentParameters.check(instance)
            return try await Self.perform(instance)
        }
    }

    private static func perform<Intent: AppIntent>(_ intent: Intent) async throws -> PerformedIntent {
        let target = OpenTarget(of: intent)
        do {
            let result = try await intent.perform()
            let next = (result as? any OpensIntent)?.opensIntent
            return PerformedIntent(
                target: target, openAppWhenRun: Intent.openAppWhenRun, opensIntent: next.map { PerformableIntent($0) })
        } catch let needed as NeededValue {
            if let request = IntentParameters.request(needed, by: intent) { throw request }
            throw IntentParameterError.needsValue(
                parameter: needed.parameter.title.map(String.init(localized:)) ?? "",
                intent: String(localized: Intent.title))
        }
    }

    /// Performs the intent of a control; a toggle's is given the state to go to, a button's ignores it.
    func perform(value: Bool, answers: [String: IntentValue] = [:]) async throws -> PerformedIntent {
        try await run(value, answers)
    }

    /// Performs the intent by itself, apart from a control.
    ///
    /// - Parameter parameters: Values for this performance, by the parameters' names; the others are as they were.
    /// - Throws: What the intent throws; `IntentParameterError` before it begins; `IntentParameterRequest` where it
    ///   asks for a value.
    @discardableResult
    public func perform(parameters: [String: IntentValue] = [:]) async throws -> PerformedIntent {
        try await run(nil, parameters)
    }

    /// The question to ask where a performance failed for want of a value; `nil` where it failed otherwise.
    func request(for error: any Error) -> IntentParameterRequest? {
        if let request = error as? IntentParameterRequest { return request }
        guard case .needsValue(let wanted, _)? = error as? IntentParameterError else { return nil }
        return parameters.first { $0.isRequired && $0.title == wanted }.map {
            IntentParameterRequest(intent: title, parameter: $0)
        }
    }
}
