import AppIntents
import Foundation
import SwiftUI
import WidgetKit

/// A measurement with the result of its latest conversion.
struct Conversion<UnitType: Dimension> {
    var measurement: Measurement<UnitType>
    var result: String?
}

/// A button that converts one length, which each placement gives.
struct LengthControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: MeasuresKind.length, provider: LengthProvider()) { length in
            let text = length.conversion.measurement.shortText
            ControlWidgetButton(action: ConvertLengthIntent(length.conversion.measurement, to: length.unit)) {
                Label(text, systemImage: "ruler")
                    .controlWidgetActionHint("Convert \(text)")
                Text(length.conversion.result ?? "Not converted")
            }
            .tint(.teal)
        }
        .displayName("Length")
        .description("Converts a length to another unit.")
        .promptsForUserConfiguration()
    }
}

struct LengthValue {
    var conversion: Conversion<UnitLength>
    var unit: LengthUnit?
}

struct LengthProvider: AppIntentControlValueProvider {
    func previewValue(configuration: SelectLengthIntent) -> LengthValue {
        LengthValue(conversion: Conversion(measurement: configuration.length), unit: configuration.unit)
    }

    func currentValue(configuration: SelectLengthIntent) async throws -> LengthValue {
        var value = previewValue(configuration: configuration)
        value.conversion.result = try await ConversionStore.shared.result(of: configuration.length.shortText)
        return value
    }
}

struct SelectLengthIntent: ControlConfigurationIntent {
    static var title: LocalizedStringResource = "Select Length"

    @Parameter(title: "Length", defaultValue: 1, defaultUnit: .kilometers, supportsNegativeNumbers: false)
    var length: Measurement<UnitLength>

    @Parameter(title: "Unit", description: "Without one, that of your own system.")
    var unit: LengthUnit?
}

/// A button that converts one temperature, which each placement gives.
struct TemperatureControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        AppIntentControlConfiguration(kind: MeasuresKind.temperature, provider: TemperatureProvider()) { conversion in
            let text = conversion.measurement.shortText
            ControlWidgetButton(action: ConvertTemperatureIntent(conversion.measurement)) {
                Label(text, systemImage: "thermometer.medium")
                    .controlWidgetActionHint("Convert \(text)")
                Text(conversion.result ?? "Not converted")
            }
            .tint(.red)
        }
        .displayName("Temperature")
        .description("Converts a temperature to the unit of your own system.")
        .promptsForUserConfiguration()
    }
}

struct TemperatureProvider: AppIntentControlValueProvider {
    func previewValue(configuration: SelectTemperatureIntent) -> Conversion<UnitTemperature> {
        Conversion(measurement: configuration.temperature)
    }

    func currentValue(configuration: SelectTemperatureIntent) async throws -> Conversion<UnitTemperature> {
        let temperature = configuration.temperature
        let result = try await ConversionStore.shared.result(of: temperature.shortText)
        return Conversion(measurement: temperature, result: result)
    }
}

struct SelectTemperatureIntent: ControlConfigurationIntent {
    static var title: LocalizedStringResource = "Select Temperature"

    @Parameter(title: "Temperature", defaultValue: 20, defaultUnit: .celsius)
    var temperature: Measurement<UnitTemperature>
}

/// A toggle for the preferred system of units.
struct SystemControl: ControlWidget {
    var body: some ControlWidgetConfiguration {
        StaticControlConfiguration(kind: MeasuresKind.system, provider: SystemProvider()) { isImperial in
            ControlWidgetToggle("Units", isOn: isImperial, action: SetSystemIntent()) { isImperial in
                Label(isImperial ? "Imperial" : "Metric", systemImage: "scalemass")
            }
            .tint(.teal)
        }
        .displayName("Units")
        .description("Chooses the system to which measurements are converted.")
    }
}

struct SystemProvider: ControlValueProvider {
    var previewValue: Bool { false }

    func currentValue() async throws -> Bool {
        try await ConversionStore.shared.system() == .imperial
    }
}
