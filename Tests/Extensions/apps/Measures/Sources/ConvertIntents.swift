import AppIntents
import Foundation

/// Converts a length to a unit; without one, to that of the preferred system.
struct ConvertLengthIntent: AppIntent {
    static var title: LocalizedStringResource = "Convert Length"
    static var description = IntentDescription(
        "Converts a length to another unit.", categoryName: "Conversions", resultValueName: "Length")

    @Parameter(title: "Length", defaultUnit: .kilometers, supportsNegativeNumbers: false)
    var length: Measurement<UnitLength>

    @Parameter(title: "Unit")
    var unit: LengthUnit?

    static var parameterSummary: some ParameterSummary {
        Summary("Convert \(\.$length) to \(\.$unit)")
    }

    init() {}

    init(_ length: Measurement<UnitLength>, to unit: LengthUnit?) {
        self.length = length
        self.unit = unit
    }

    func perform() async throws -> some IntentResult & ReturnsValue<Measurement<UnitLength>> & ProvidesDialog {
        let preferred = try await ConversionStore.shared.system().length
        let converted = length.converted(to: (unit ?? preferred).unit)
        try await ConversionStore.shared.remember(length.shortText, as: converted.shortText)
        return .result(value: converted, dialog: "\(length.shortText) are \(converted.shortText)")
    }
}

/// Converts a temperature to the unit of the preferred system.
struct ConvertTemperatureIntent: AppIntent {
    static var title: LocalizedStringResource = "Convert Temperature"
    static var description = IntentDescription(
        "Converts a temperature to your own unit.", categoryName: "Conversions", resultValueName: "Temperature")

    @Parameter(title: "Temperature", defaultUnit: .celsius)
    var temperature: Measurement<UnitTemperature>

    init() {}

    init(_ temperature: Measurement<UnitTemperature>) {
        self.temperature = temperature
    }

    func perform() async throws -> some IntentResult & ReturnsValue<Measurement<UnitTemperature>> & ProvidesDialog {
        let preferred = try await ConversionStore.shared.system().temperature
        let converted = temperature.converted(to: preferred)
        try await ConversionStore.shared.remember(temperature.shortText, as: converted.shortText)
        return .result(value: converted, dialog: "\(temperature.shortText) are \(converted.shortText)")
    }
}

/// Sets the preferred system of units.
struct SetSystemIntent: SetValueIntent {
    static var title: LocalizedStringResource = "Units"

    @Parameter(title: "Imperial", displayName: Bool.IntentDisplayName(true: "Imperial", false: "Metric"))
    var value: Bool

    func perform() async throws -> some IntentResult {
        try await ConversionStore.shared.setSystem(value ? .imperial : .metric)
        return .result()
    }
}
