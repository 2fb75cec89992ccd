import AppIntents
import Foundation
import Testing

/// Parameters whose values are measurements, as an app declares them.
@Suite
struct MeasurementTests {
    @Test("C23 a measurement is text: a number and the unit's symbol")
    func defaults() async throws {
        let intent = try PerformableIntent(SetSleepTimer.self, parameters: [:])
        #expect(intent.parameterValues == ["duration": .string("15 m")])
        #expect(intent.parameters.map(\.type) == [.text, .text, .text, .text, .list(.text)])
        #expect(try await intent.perform().value == .double(900))
    }

    @Test(
        "C23 a measurement is given in any unit of its dimension, and without a unit in the default unit",
        arguments: [
            (.string("90 s"), 90), (.string("2h"), 7200), (.string(" 5 min "), 300), (.string("20"), 1200),
            (.int(20), 1200), (.double(0.5), 30), (.string("1e2 s"), 100), (.string(".5 h"), 1800),
        ] as [(IntentValue, Double)])
    func given(value: IntentValue, seconds: Double) async throws {
        let intent = try PerformableIntent(SetSleepTimer.self, parameters: ["duration": value])
        #expect(try await intent.perform().value == .double(seconds))
    }

    @Test("C23 a measurement keeps its unit, unless its parameter has one unit")
    func units() throws {
        func value(of name: String, given value: IntentValue) throws -> IntentValue? {
            try PerformableIntent(SetSleepTimer.self, parameters: [name: value]).parameterValues[name]
        }
        #expect(try value(of: "temperature", given: .string("68 °F")) == .string("68 °F"))
        #expect(try value(of: "temperature", given: .string("-20C")) == .string("-20 °C"))
        #expect(try value(of: "temperature", given: .double(20.5)) == .string("20.5 °C"))
        #expect(try value(of: "temperature", given: .null) == .null)
        #expect(try value(of: "distance", given: .string("1.5 km")) == .string("1500 m"))
        #expect(try value(of: "distance", given: .int(7)) == .string("7 m"))
        #expect(try value(of: "weight", given: .string("2 oz t")) == .string("2 oz t"))
        let stops: IntentValue = .array([.string("1 km"), .string("500 m")])
        #expect(try value(of: "stops", given: stops) == stops)
    }

    @Test(
        "C23 another dimension, an unknown unit, a missing unit and a negative number are refused",
        arguments: [
            ("duration", .string("5 km")), ("duration", .string("5 minutes")), ("duration", .string("-5 s")),
            ("duration", .string("s")), ("duration", .string("")), ("duration", .string("1e999 s")),
            ("duration", .string("nan s")), ("duration", .double(.infinity)), ("duration", .bool(true)),
            ("duration", .null), ("duration", .string("5,5 s")), ("distance", .string("5 KM")), ("weight", .int(5)),
            ("weight", .string("5")), ("stops", .array([.string("5 km"), .int(5)])),
        ] as [(String, IntentValue)])
    func refused(name: String, value: IntentValue) {
        #expect(throws: IntentParameterError.self) {
            try PerformableIntent(SetSleepTimer.self, parameters: [name: value])
        }
    }

    @Test("C23 a measurement in any unit of Foundation survives as data; other units become the base unit")
    func allUnits() throws {
        func expectReadBack<UnitType: _IntentUnit>(_ type: UnitType.Type) {
            for unit in type._units {
                let data = Measurement(value: 2.5, unit: unit)._data
                #expect(Measurement<UnitType>(_data: data)?.unit == unit)
            }
        }
        expectReadBack(UnitAngle.self)
        expectReadBack(UnitArea.self)
        expectReadBack(UnitDuration.self)
        expectReadBack(UnitEnergy.self)
        expectReadBack(UnitFrequency.self)
        expectReadBack(UnitInformationStorage.self)
        expectReadBack(UnitLength.self)
        expectReadBack(UnitMass.self)
        expectReadBack(UnitPower.self)
        expectReadBack(UnitPressure.self)
        expectReadBack(UnitSpeed.self)
        expectReadBack(UnitTemperature.self)
        expectReadBack(UnitVolume.self)
        let ells = UnitLength(symbol: "ell", converter: UnitConverterLinear(coefficient: 0.5))
        #expect(Measurement(value: 4, unit: ells)._data == .string("2 m"))
        let imperial = Measurement(value: 40, unit: UnitFuelEfficiency.milesPerImperialGallon)
        #expect(Measurement<UnitFuelEfficiency>(_data: imperial._data)?.unit == .litersPer100Kilometers)
    }
}

struct SetSleepTimer: AppIntent {
    static let title: LocalizedStringResource = "Set Sleep Timer"

    @Parameter(
        title: "Duration",
        description: "The time until playback pauses",
        defaultValue: 15,
        defaultUnit: .minutes,
        supportsNegativeNumbers: false
    )
    var duration: Measurement<UnitDuration>

    @Parameter(title: "Temperature", defaultUnit: .celsius)
    var temperature: Measurement<UnitTemperature>?

    @Parameter(title: "Distance", unit: .meters)
    var distance: Measurement<UnitLength>?

    @Parameter(title: "Weight")
    var weight: Measurement<UnitMass>?

    @Parameter(title: "Stops")
    var stops: [Measurement<UnitLength>]?

    static var parameterSummary: some ParameterSummary {
        Summary("Set sleep timer for \(\.$duration)")
    }

    func perform() async throws -> some IntentResult & ReturnsValue<Double> {
        .result(value: duration.converted(to: .seconds).value)
    }
}
