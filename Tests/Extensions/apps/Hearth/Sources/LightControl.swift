import AppIntents
import SwiftUI
import WidgetKit

/// A toggle for one light, which each placement chooses.
struct LightControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: HearthKind.light, provider: LightProvider()) { light in
            ControlWidgetToggle(light.name, isOn: light.isOn, action: SetLightIntent(LightEntity(light))) { isOn in
                Label(isOn ? "On" : "Off", systemImage: isOn ? "lightbulb.fill" : "lightbulb")
                    .controlWidgetActionHint(isOn ? "Turn On the \(light.name)" : "Turn Off the \(light.name)")
            }
            .tint(.yellow)
        }
        .displayName("Light")
        .description("Turns a light on and off.")
        .promptsForUserConfiguration()
    }
}

struct LightProvider: AppIntentControlValueProvider {
    func previewValue(configuration: SelectLightIntent) -> Light {
        let light = configuration.light
        return Light(id: light.id, name: light.name, room: light.room)
    }

    func currentValue(configuration: SelectLightIntent) async throws -> Light {
        try await HomeStore.shared.light(configuration.light.id)
    }
}

struct SelectLightIntent: ControlConfigurationIntent {
    static var title: LocalizedStringResource = "Select Light"

    @Parameter(title: "Light")
    var light: LightEntity
}

struct SetLightIntent: SetValueIntent {
    static var title: LocalizedStringResource = "Set Light"
    static var description = IntentDescription("Turns a light on or off.")

    @Parameter(title: "On")
    var value: Bool

    @Parameter(title: "Light")
    var light: LightEntity

    init() {}

    init(_ light: LightEntity) {
        self.light = light
    }

    func perform() async throws -> some IntentResult {
        try await HomeStore.shared.setLight(light.id, isOn: value)
        return .result()
    }
}
