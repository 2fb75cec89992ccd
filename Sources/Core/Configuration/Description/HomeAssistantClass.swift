/// The device classes of Home Assistant for the two kinds of entity that a panel makes of contacts and values.
///
/// Source: Home Assistant 2025.11, `components/binary_sensor/__init__.py` and `components/sensor/const.py`. A later release may
/// know more of them, so that another class is no error.
enum HomeAssistantClass {
    /// Classes of what is on or off.
    static let ofStates: Set = [
        "battery", "battery_charging", "carbon_monoxide", "cold", "connectivity", "door", "garage_door", "gas", "heat",
        "light", "lock", "moisture", "motion", "moving", "occupancy", "opening", "plug", "power", "presence", "problem",
        "running", "safety", "smoke", "sound", "tamper", "update", "vibration", "window",
    ]

    /// Classes of values without a unit.
    private static let ofWords: Set = ["aqi", "date", "enum", "ph", "timestamp"]

    /// Classes of numbers with a unit.
    static let ofNumbers: Set = [
        "absolute_humidity", "apparent_power", "area", "atmospheric_pressure", "battery", "blood_glucose_concentration",
        "carbon_dioxide", "carbon_monoxide", "conductivity", "current", "data_rate", "data_size", "distance",
        "duration",
        "energy", "energy_distance", "energy_storage", "frequency", "gas", "humidity", "illuminance", "irradiance",
        "moisture", "monetary", "nitrogen_dioxide", "nitrogen_monoxide", "nitrous_oxide", "ozone", "pm1", "pm10",
        "pm25",
        "pm4", "power", "power_factor", "precipitation", "precipitation_intensity", "pressure", "reactive_energy",
        "reactive_power", "signal_strength", "sound_pressure", "speed", "sulphur_dioxide", "temperature",
        "temperature_delta", "volatile_organic_compounds", "volatile_organic_compounds_parts", "voltage", "volume",
        "volume_flow_rate", "volume_storage", "water", "weight", "wind_direction", "wind_speed",
    ]

    /// All classes of values.
    static let ofValues = ofWords.union(ofNumbers)
}

extension ControlDescription {
    /// The value text while a button's contact is active, if the contact has a device class, and Home Assistant is to show it as on
    /// or off; `nil` for another control.
    public var wordOfActiveContact: String? {
        guard !hasState, readout == nil, deviceClass != nil, let sensor else { return nil }
        return sensor.valueOn ?? valueOn ?? "On"
    }
}

extension PanelDescription {
    /// Words for Home Assistant that have no effect there.
    var remarksOnClasses: [Diagnostic] {
        controls.compactMap { control in
            guard control.deviceClass != nil || control.unitOfMeasurement != nil else { return nil }
            let hasState = control.hasState || control.wordOfActiveContact != nil
            let known = hasState ? HomeAssistantClass.ofStates : HomeAssistantClass.ofValues
            let key = control.deviceClass == nil ? "unit_of_measurement" : "device_class"
            let problem: String? =
                if broker?.discovery == nil {
                    "the panel tells Home Assistant nothing of \(key); add discovery: homeassistant to mqtt:, or remove the key"
                } else if control.remote == .allowed {
                    "Home Assistant has a \(control.hasState ? "switch" : "button") for it, to which \(key) says nothing; remove "
                        + "the key, or remote: allowed"
                } else if let given = control.deviceClass, !known.contains(given) {
                    "Home Assistant has no device_class '\(given)' for \(hasState ? "a state" : "a value"), as far as known; "
                        + (NearestWord.to(given, among: known.sorted()).map { "did you mean '\($0)'?" }
                            ?? "such as \(hasState ? "door, motion or window" : "temperature, humidity or power")")
                } else if let given = control.deviceClass, !hasState, control.unitOfMeasurement == nil,
                    HomeAssistantClass.ofNumbers.contains(given)
                {
                    "Home Assistant takes a number of device_class '\(given)' with its unit alone; add unit_of_measurement"
                } else {
                    nil
                }
            return problem.map { .note("control '\(control.key)': \($0)", at: control.position) }
        }
    }
}
