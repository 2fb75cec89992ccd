/// The state of a Raspberry Pi's power supply, as the firmware reports the state.
///
/// Source: the kernel's `drivers/hwmon/raspberrypi-hwmon.c`, which asks the firmware every 2 s, and
/// `drivers/firmware/raspberrypi.c` of github.com/raspberrypi/linux.
struct PowerFacts: Sendable, Hashable {
    /// Whether the voltage was too low within the last 2 s; `nil` on other machines.
    var isLow: Bool?
    /// Whether the kernel's log of this boot reports a low voltage; `nil` if the log could not be read.
    var wasLow: Bool?
    /// Whether the processor is slowed down now, for lack of power or for heat; `nil` if that is unknown.
    var isThrottled: Bool?
}

/// Checks the power supply.
enum PowerRules {
    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        [finding(facts.power)].compactMap(\.self)
    }

    private static func finding(_ power: PowerFacts) -> Finding? {
        let (id, subject) = ("under-voltage", "power")
        let remedy =
            "use the power supply made for the board and a short cable, and power USB devices and relays separately"
        if power.isLow == true { return .error(id, subject, "the voltage is too low now", remedy: remedy) }
        if power.wasLow == true { return .warning(id, subject, "the voltage was too low since boot", remedy: remedy) }
        if power.isThrottled == true {
            return .warning(
                "throttled", subject, "the firmware slows the processor down, for heat or lack of power",
                remedy: "vcgencmd get_throttled and vcgencmd measure_temp show why; cool the board")
        }
        return power.isLow == nil ? nil : .ok(id, subject, "the voltage is right")
    }
}
