public import Controls
public import Foundation

/// As data, a measurement is text: a number and the unit's symbol, such as "5.5 km".
///
/// The space between number and symbol is optional. The symbols are those of Foundation, such as "°C", with a few other
/// spellings, such as "min" and "C". A unit that Foundation does not declare for the dimension is written in the
/// dimension's base unit.
extension Measurement: _IntentValue where UnitType: _IntentUnit {
    public static var _type: IntentValueType { .text }

    public var _data: IntentValue {
        let isKnown = UnitType.named(unit.symbol) == unit
        let shown = isKnown ? self : converted(to: UnitType.baseUnit())
        let number = Int(exactly: shown.value).map { String($0) } ?? String(shown.value)
        return .string("\(number) \(shown.unit.symbol)")
    }

    /// A measurement; `nil` for a number without a unit, and for a unit that is unknown or of another dimension.
    public init?(_data data: IntentValue) {
        guard case .string(let text) = data, let written = WrittenMeasurement(text),
            let unit = UnitType.named(written.symbol)
        else { return nil }
        self.init(value: written.number, unit: unit)
    }

    /// A measurement from a parameter's data. A number without a unit counts in the default unit.
    fileprivate init?(_ data: IntentValue, defaultUnit: UnitType?) {
        if let measurement = Measurement(_data: data) {
            self = measurement
        } else {
            let number: Double?
            if case .string(let text) = data {
                number = WrittenMeasurement(text).flatMap { $0.symbol.isEmpty ? $0.number : nil }
            } else {
                number = Double(_data: data)
            }
            guard let number, number.isFinite, let defaultUnit else { return nil }
            self.init(value: number, unit: defaultUnit)
        }
    }
}

extension IntentParameter {
    /// A measurement with a default unit.
    ///
    /// A number without a unit counts in the default unit. Without `defaultUnit`, a `defaultValue` is in the
    /// dimension's base unit, and so are such numbers. With neither, a number without a unit is refused.
    /// `defaultUnitAdjustForLocale` has no effect.
    @_disfavoredOverload
    public convenience init<UnitType: _IntentUnit>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        defaultValue: Double? = nil, defaultUnit: UnitType? = nil, defaultUnitAdjustForLocale: Bool = false,
        supportsNegativeNumbers: Bool = true, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) where Value.ValueType == Measurement<UnitType> {
        let bareUnit: UnitType? = defaultUnit ?? (defaultValue == nil ? nil : UnitType.baseUnit())
        self.init(
            title: title, description: description, value: IntentParameter.value(defaultValue, in: bareUnit),
            requestValueDialog: requestValueDialog
        ) { data in
            guard let measurement = Measurement(data, defaultUnit: bareUnit),
                supportsNegativeNumbers || measurement.value >= 0
            else { return nil }
            return measurement._data
        }
    }

    /// A measurement in one unit. Values in other units of the dimension are converted. `unitAdjustForLocale` has no
    /// effect.
    public convenience init<UnitType: _IntentUnit>(
        title: LocalizedStringResource? = nil, description: LocalizedStringResource? = nil,
        defaultValue: Double? = nil, unit: UnitType, unitAdjustForLocale: Bool = false,
        supportsNegativeNumbers: Bool = true, requestValueDialog: IntentDialog? = nil,
        inputConnectionBehavior: InputConnectionBehavior = .default
    ) where Value.ValueType == Measurement<UnitType> {
        self.init(
            title: title, description: description, value: IntentParameter.value(defaultValue, in: unit),
            requestValueDialog: requestValueDialog
        ) { data in
            guard let measurement = Measurement(data, defaultUnit: unit)?.converted(to: unit),
                supportsNegativeNumbers || measurement.value >= 0
            else { return nil }
            return measurement._data
        }
    }

    private static func value<UnitType: _IntentUnit>(
        _ number: Double?, in unit: UnitType?
    ) -> Value? where Value.ValueType == Measurement<UnitType> {
        guard let number, let unit else { return nil }
        // The parameter's type is the measurement or an optional one: both can be made from data.
        return Value(_data: Measurement(value: number, unit: unit)._data)
    }
}

/// A number with the symbol of a unit, as a user writes them.
private struct WrittenMeasurement {
    let number: Double
    /// Empty for a number without a unit.
    let symbol: String

    init?(_ text: String) {
        let text = text.trimmingCharacters(in: .whitespaces)
        let end: String.Index
        if let space = text.firstIndex(where: \.isWhitespace) {
            end = space
        } else if Double(text) != nil {
            end = text.endIndex
        } else {
            // An exponent is read only before a space: the letter may belong to a symbol, as in "5EB".
            end = text.firstIndex { !"+-.0123456789".contains($0) } ?? text.endIndex
        }
        guard let number = Double(text[..<end]), number.isFinite else { return nil }
        self.number = number
        symbol = text[end...].trimmingCharacters(in: .whitespaces)
    }
}
