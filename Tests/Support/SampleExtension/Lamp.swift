import Holdfast

/// A toggle whose value other processes share.
struct Lamp: ControlWidget {
    nonisolated static let kind = "org.example.sample.lamp"

    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: Self.kind, provider: LampProvider()) { isOn in
            ControlWidgetToggle("Lamp", isOn: isOn, action: SetLamp(watts: 40)) { isOn in
                Label(isOn ? "Bright" : "Dark", systemImage: isOn ? "lightbulb.fill" : "lightbulb")
            }
            .tint(.yellow)
        }
        .displayName("Lamp")
        .description("Switches the lamp.")
    }
}

struct LampProvider: ControlValueProvider {
    var previewValue: Bool { false }

    func currentValue() async throws -> Bool {
        switch try SharedContainer.shared.value(String.self, forKey: "lamp") {
        case "on": true
        case "broken": throw LampError.broken
        default: false
        }
    }
}

struct SetLamp: SetValueIntent {
    static let title: LocalizedStringResource = "Lamp"
    static let description: IntentDescription? = "Switches the lamp."

    @Parameter(title: "On") var value: Bool
    @Parameter(title: "Watts", default: 60) var watts: Int

    init() {}

    init(watts: Int) {
        self.watts = watts
    }

    func perform() async throws -> some IntentResult {
        if watts > 100 { throw LampError.tooBright(watts) }
        try SharedContainer.shared.set(value ? "on" : "off", forKey: "lamp")
        return .result()
    }
}

enum LampError: Error, CustomLocalizedStringResourceConvertible {
    case broken
    case tooBright(Int)

    var localizedStringResource: LocalizedStringResource {
        switch self {
        case .broken: "The lamp is broken"
        case .tooBright(let watts): "\(watts) watts are too many"
        }
    }
}
