public import Foundation

/// A unit of a dimension whose measurements a parameter can have: the dimensions of Foundation.
public protocol _IntentUnit: Dimension {
    /// The units that Foundation declares for the dimension. If two units share a symbol, the symbol means the first.
    static var _units: [Self] { get }

    /// Units by spellings that are not their symbols in Foundation. Default: none.
    static var _spellings: [String: Self] { get }
}

extension _IntentUnit {
    public static var _spellings: [String: Self] { [:] }

    /// The unit with a symbol, in exactly these letters; `nil` for an unknown symbol.
    static func named(_ symbol: String) -> Self? {
        _units.first { $0.symbol == symbol } ?? _spellings[symbol]
    }
}

extension UnitAcceleration: _IntentUnit {
    public static var _units: [UnitAcceleration] { [.metersPerSecondSquared, .gravity] }
}

extension UnitAngle: _IntentUnit {
    public static var _units: [UnitAngle] { [.degrees, .arcMinutes, .arcSeconds, .radians, .gradians, .revolutions] }

    /// Spellings that users know.
    public static var _spellings: [String: UnitAngle] { ["deg": .degrees] }
}

extension UnitArea: _IntentUnit {
    public static var _units: [UnitArea] {
        [
            .squareMegameters, .squareKilometers, .squareMeters, .squareCentimeters, .squareMillimeters,
            .squareMicrometers, .squareNanometers, .squareInches, .squareFeet, .squareYards, .squareMiles, .acres,
            .ares, .hectares,
        ]
    }
}

extension UnitConcentrationMass: _IntentUnit {
    public static var _units: [UnitConcentrationMass] { [.gramsPerLiter, .milligramsPerDeciliter] }
}

extension UnitDispersion: _IntentUnit {
    public static var _units: [UnitDispersion] { [.partsPerMillion] }
}

extension UnitDuration: _IntentUnit {
    public static var _units: [UnitDuration] {
        [.picoseconds, .nanoseconds, .microseconds, .milliseconds, .seconds, .minutes, .hours]
    }

    /// Spellings that users know.
    public static var _spellings: [String: UnitDuration] { ["min": .minutes, "hr": .hours, "sec": .seconds] }
}

extension UnitElectricCharge: _IntentUnit {
    public static var _units: [UnitElectricCharge] {
        [.coulombs, .megaampereHours, .kiloampereHours, .ampereHours, .milliampereHours, .microampereHours]
    }
}

extension UnitElectricCurrent: _IntentUnit {
    public static var _units: [UnitElectricCurrent] {
        [.megaamperes, .kiloamperes, .amperes, .milliamperes, .microamperes]
    }
}

extension UnitElectricPotentialDifference: _IntentUnit {
    public static var _units: [UnitElectricPotentialDifference] {
        [.megavolts, .kilovolts, .volts, .millivolts, .microvolts]
    }
}

extension UnitElectricResistance: _IntentUnit {
    public static var _units: [UnitElectricResistance] { [.megaohms, .kiloohms, .ohms, .milliohms, .microohms] }
}

extension UnitEnergy: _IntentUnit {
    public static var _units: [UnitEnergy] { [.kilojoules, .joules, .kilocalories, .calories, .kilowattHours] }
}

extension UnitFrequency: _IntentUnit {
    public static var _units: [UnitFrequency] {
        [
            .terahertz, .gigahertz, .megahertz, .kilohertz, .hertz, .millihertz, .microhertz, .nanohertz,
        ]
    }
}

extension UnitFuelEfficiency: _IntentUnit {
    public static var _units: [UnitFuelEfficiency] {
        [.litersPer100Kilometers, .milesPerGallon, .milesPerImperialGallon]
    }
}

extension UnitLength: _IntentUnit {
    public static var _units: [UnitLength] {
        [
            .megameters, .kilometers, .hectometers, .decameters, .meters, .decimeters, .centimeters, .millimeters,
            .micrometers, .nanometers, .picometers, .inches, .feet, .yards, .miles, .scandinavianMiles, .lightyears,
            .nauticalMiles, .fathoms, .furlongs, .astronomicalUnits, .parsecs,
        ]
    }
}

extension UnitIlluminance: _IntentUnit {
    public static var _units: [UnitIlluminance] { [.lux] }
}

extension UnitInformationStorage: _IntentUnit {
    public static var _units: [UnitInformationStorage] {
        [
            .bytes, .bits, .nibbles, .yottabytes, .zettabytes, .exabytes, .petabytes, .terabytes, .gigabytes,
            .megabytes, .kilobytes, .yottabits, .zettabits, .exabits, .petabits, .terabits, .gigabits, .megabits,
            .kilobits, .yobibytes, .zebibytes, .exbibytes, .pebibytes, .tebibytes, .gibibytes, .mebibytes, .kibibytes,
            .yobibits, .zebibits, .exbibits, .pebibits, .tebibits, .gibibits, .mebibits, .kibibits,
        ]
    }
}

extension UnitMass: _IntentUnit {
    public static var _units: [UnitMass] {
        [
            .kilograms, .grams, .decigrams, .centigrams, .milligrams, .micrograms, .nanograms, .picograms, .ounces,
            .pounds, .stones, .metricTons, .shortTons, .carats, .ouncesTroy, .slugs,
        ]
    }
}

extension UnitPower: _IntentUnit {
    public static var _units: [UnitPower] {
        [
            .terawatts, .gigawatts, .megawatts, .kilowatts, .watts, .milliwatts, .microwatts, .nanowatts, .picowatts,
            .femtowatts, .horsepower,
        ]
    }
}

extension UnitPressure: _IntentUnit {
    public static var _units: [UnitPressure] {
        [
            .newtonsPerMetersSquared, .gigapascals, .megapascals, .kilopascals, .hectopascals, .inchesOfMercury, .bars,
            .millibars, .millimetersOfMercury, .poundsForcePerSquareInch,
        ]
    }
}

extension UnitSpeed: _IntentUnit {
    public static var _units: [UnitSpeed] { [.metersPerSecond, .kilometersPerHour, .milesPerHour, .knots] }
}

extension UnitTemperature: _IntentUnit {
    public static var _units: [UnitTemperature] { [.kelvin, .celsius, .fahrenheit] }

    /// Spellings that users know.
    public static var _spellings: [String: UnitTemperature] { ["C": .celsius, "F": .fahrenheit] }
}

extension UnitVolume: _IntentUnit {
    public static var _units: [UnitVolume] {
        [
            .megaliters, .kiloliters, .liters, .deciliters, .centiliters, .milliliters, .cubicKilometers, .cubicMeters,
            .cubicDecimeters, .cubicCentimeters, .cubicMillimeters, .cubicInches, .cubicFeet, .cubicYards, .cubicMiles,
            .acreFeet, .bushels, .teaspoons, .tablespoons, .fluidOunces, .cups, .pints, .quarts, .gallons,
            .imperialTeaspoons, .imperialTablespoons, .imperialFluidOunces, .imperialPints, .imperialQuarts,
            .imperialGallons, .metricCups,
        ]
    }
}
