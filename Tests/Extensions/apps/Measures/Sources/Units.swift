import AppIntents
import Foundation

/// The units of length that people choose from.
enum LengthUnit: String, AppEnum {
    case meters, kilometers, feet, miles

    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Unit of Length"
    static var caseDisplayRepresentations: [LengthUnit: DisplayRepresentation] = [
        .meters: "Metres", .kilometers: "Kilometres", .feet: "Feet", .miles: "Miles",
    ]

    var unit: UnitLength {
        switch self {
        case .meters: return .meters
        case .kilometers: return .kilometers
        case .feet: return .feet
        case .miles: return .miles
        }
    }
}

/// The system of units that a person prefers.
enum UnitSystem: String, Codable {
    case metric, imperial

    var length: LengthUnit { self == .metric ? .kilometers : .miles }

    var temperature: UnitTemperature { self == .metric ? .celsius : .fahrenheit }
}

extension Measurement {
    /// The number with at most two digits after the point, and the unit's symbol: "3.11 mi".
    var shortText: String {
        let number = String(format: "%.2f", value)
        let digits = number.hasSuffix(".00") ? String(number.dropLast(3)) : number
        return "\(digits) \(unit.symbol)"
    }
}
