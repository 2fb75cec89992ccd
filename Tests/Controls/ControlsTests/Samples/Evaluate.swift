import Testing

@testable import Controls

/// A control with the template that a test gives.
@MainActor
func evaluate(
    displayName: LocalizedStringResource = "Lamp",
    @ControlWidgetTemplateBuilder _ template: @escaping @MainActor () -> some ControlWidgetTemplate
) throws -> EvaluatedControl {
    let configuration = ConfigurationContent(
        of: StaticControlConfiguration(kind: "org.example.lamp", content: template).displayName(displayName))
    return try #require(
        EvaluatedControl(
            kind: "org.example.lamp", configuration: configuration, template: TemplateContent(of: template()),
            defaultName: "Panel", freshness: .fresh))
}

struct SetLamp: SetValueIntent {
    static let title: LocalizedStringResource = "Lamp"
    @Parameter(title: "On") var value: Bool

    func perform() async throws -> some IntentResult {
        Journal.current.note("lamp \(value)")
        return .result()
    }
}

struct Ring: AppIntent {
    static let title: LocalizedStringResource = "Ring"

    func perform() async throws -> some IntentResult {
        Journal.current.note("rang")
        return .result()
    }
}
