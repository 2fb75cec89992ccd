/// A configuration with the values of a placement.
struct Configured<Intent: ControlConfigurationIntent>: Sendable {
    let intent: Intent
    let problems: [IntentParameterError]

    /// The configuration of a placement.
    ///
    /// - Throws: What a query throws.
    init(_ values: [String: IntentValue]) async throws {
        let intent = Intent()
        let refused = Self.set(values, on: intent)
        let unknown = try await IntentParameters.resolve(intent)
        self.init(intent, refused: refused + unknown)
    }

    /// A configuration for a preview, which guesses what the values lack.
    ///
    /// - Throws: What a query throws that is asked for an entity of the values.
    init(guessing values: [String: IntentValue]) async throws {
        let intent = Intent()
        let refused = Self.set(values, on: intent)
        await IntentParameters.choosePreview(on: intent)
        let unknown = try await IntentParameters.resolve(intent)
        self.init(intent, refused: refused + unknown)
    }

    /// A configuration for a preview, which guesses what can be guessed without asking anybody.
    init(guessed values: [String: IntentValue]) {
        let intent = Intent()
        let refused = Self.set(values, on: intent)
        IntentParameters.chooseFirst(on: intent)
        self.init(intent, refused: refused)
    }

    private init(_ intent: Intent, refused: [IntentParameterError]) {
        self.intent = intent
        problems = refused + IntentParameters.missing(in: intent)
    }

    @MainActor
    func template(_ content: (Intent) -> TemplateContent) -> TemplateContent {
        problems.isEmpty ? content(intent) : TemplateContent(incomplete: intent, problems: problems)
    }

    /// Names that the configuration does not have are passed over: its author may have dropped them since.
    private static func set(_ values: [String: IntentValue], on intent: Intent) -> [IntentParameterError] {
        IntentParameters.set(values, on: intent).filter { problem in
            if case .unknownParameter = problem { false } else { true }
        }
    }
}
