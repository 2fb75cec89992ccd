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
    private let run: @Sendable (_ value: Bool) async throws -> Void

    /// A button's intent.
    init<Intent: AppIntent>(_ intent: Intent) {
        self.init(intent) { _, _ in }
    }

    /// A toggle's intent.
    init<Intent: SetValueIntent>(settingValueOf intent: Intent) where Intent.ValueType == Bool {
        self.init(intent) { $0.value = $1 }
    }

    private init<Intent: AppIntent>(_ intent: Intent, set: @escaping @Sendable (inout Intent, Bool) -> Void) {
        type = Intent.self
        title = String(localized: Intent.title)
        intentDescription = Intent.declaredDescription.map { String(localized: $0.descriptionText) }
        authenticationPolicy = Intent.authenticationPolicy
        isDiscoverable = Intent.isDiscoverable
        let parameters = IntentParameters(of: intent)
        run = { value in
            var instance = Intent()
            parameters.write(to: instance)
            set(&instance, value)
            try IntentParameters.check(instance)
            _ = try await instance.perform()
        }
    }

    /// Performs the intent; a toggle's is given the state to go to, a button's ignores it.
    func perform(value: Bool) async throws {
        try await run(value)
    }
}
