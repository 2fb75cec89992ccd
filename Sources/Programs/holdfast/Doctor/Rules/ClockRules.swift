import Configuration

/// The wall clock and the real-time clocks.
struct ClockFacts: Sendable, Hashable {
    /// Whether a time source has set the wall clock since boot; `nil` if that could not be read.
    var isSynchronized: Bool?
    /// The names of the real-time clocks, such as `rtc0`.
    var realTimeClocks: [String] = []
    /// Whether the kernel has set the wall clock from one of them.
    var isSetByRTC = false
}

/// Checks the clocks that guests' hours and `dim` go by.
enum ClockRules {
    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        guard let panel = facts.panel, panel.board != .simulated else { return [] }
        return [wallClock(facts.clock, panel), realTimeClock(facts.clock, panel)].compactMap(\.self)
    }

    /// The wall clock counts as right if a time source has set it, or with `clock: rtc` a real-time clock.
    private static func wallClock(_ clock: ClockFacts, _ panel: PanelDescription) -> Finding? {
        guard let isSynchronized = clock.isSynchronized else { return nil }
        let (id, subject) = ("clock", "clock")
        if isSynchronized { return .ok(id, subject, "a time source has set the clock since boot") }
        if panel.clock == .rtc, clock.isSetByRTC { return .ok(id, subject, "a real-time clock has set the clock") }
        let effects = [
            panel.keypads.isEmpty ? nil : "guests with hours are refused",
            panel.lights.contains { $0.dimming != nil } ? "'dim' has no effect" : nil,
        ].compactMap(\.self)
        let found = "no time source has set the clock since boot"
        let other = clock.isSetByRTC ? "; or set 'clock: rtc' in the panel's file" : ""
        let remedy = "sudo timedatectl set-ntp true, then timedatectl timesync-status" + other
        return effects.isEmpty
            ? .note(id, subject, found, remedy: remedy)
            : .warning(id, subject, "\(found), and until then \(effects.joined(separator: " and "))", remedy: remedy)
    }

    private static func realTimeClock(_ clock: ClockFacts, _ panel: PanelDescription) -> Finding? {
        guard panel.clock == .rtc else { return nil }
        let names = clock.realTimeClocks.joined(separator: ", ")
        guard !names.isEmpty else {
            return .error(
                "rtc", "clock", "the panel's file has 'clock: rtc', and the machine has no real-time clock",
                remedy:
                    "add dtoverlay=i2c-rtc,ds3231 (or your clock's name) to config.txt, then sudo reboot; or remove "
                    + "'clock: rtc'")
        }
        guard clock.isSetByRTC else {
            return .warning(
                "rtc", "clock", "the kernel has not set its clock from \(names)",
                remedy: "sudo hwclock --systohc when the time is right, then sudo reboot; replace an empty battery")
        }
        return .ok("rtc", "clock", "\(names) has set the kernel's clock")
    }
}
