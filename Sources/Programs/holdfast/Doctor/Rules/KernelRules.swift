/// The kernel, libgpiod and the kernel's LEDs.
struct KernelFacts: Sendable, Hashable {
    /// The release, such as `6.6.31+rpt-rpi-v8`; `nil` if it could not be read.
    var release: String?
    /// Whether the kernel has `CONFIG_RT_GROUP_SCHED`; `nil` if its configuration could not be read.
    var hasGroupScheduling: Bool?
    /// Whether a drop-in of the unit sets `CPUSchedulingPolicy=`.
    var hasOrdinaryPriority = false
    /// The version of libgpiod that this program uses.
    var libraryVersion: String
    /// The LEDs that the panel's file names.
    var leds: [LEDFacts] = []

    /// Whether libgpiod is of its first generation, 1.x.
    var isFirstGeneration: Bool { libraryVersion.hasPrefix("1.") }

    /// The first two numbers of the release.
    var version: (major: Int, minor: Int)? {
        let numbers = release?.split { !("0"..."9").contains($0) }.prefix(2).compactMap { Int($0) } ?? []
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
}

/// An LED of the kernel's class that the panel's file names.
struct LEDFacts: Sendable, Hashable {
    var name: String
    var exists = true
    /// The triggers that the LED can have now.
    var triggers: Set<String> = []
    /// Whether the group gpio may write the LED's brightness; `nil` if the group or the file is unknown.
    var isWritable: Bool?
}

/// Checks the kernel and what it does for the panel.
enum KernelRules {
    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        [libgpiod(facts.kernel), version(facts), priority(facts)].compactMap(\.self) + facts.kernel.leds.flatMap(led)
    }

    private static func libgpiod(_ kernel: KernelFacts) -> Finding {
        let generation = kernel.isFirstGeneration ? "first" : "second"
        return .ok("libgpiod", "libgpiod", "\(kernel.libraryVersion), of the \(generation) generation")
    }

    /// The second GPIO character-device ABI is of Linux 5.10 (`include/uapi/linux/gpio.h`). libgpiod 2 knows no other
    /// ABI; libgpiod 1 uses the first one.
    private static func version(_ facts: MachineFacts) -> Finding? {
        let kernel = facts.kernel
        guard let release = kernel.release, let version = kernel.version, !facts.board.isSimulated else { return nil }
        let (id, subject) = ("kernel-version", "Linux \(release)")
        let remedy = "sudo apt full-upgrade, then sudo reboot"
        guard version < (5, 10) else { return .ok(id, subject, "has the GPIO interface of Linux 5.10") }
        return kernel.isFirstGeneration
            ? .warning(id, subject, "the kernel lacks the GPIO interface of Linux 5.10", remedy: remedy)
            : .error(id, subject, "libgpiod 2 needs the GPIO interface of Linux 5.10", remedy: remedy)
    }

    /// With `RT_GROUP_SCHED`, sched_setscheduler(2) fails in a control group without a real-time budget (the kernel's
    /// `Documentation/scheduler/sched-rt-group.rst`), and systemd does not start the unit.
    private static func priority(_ facts: MachineFacts) -> Finding? {
        guard facts.isInstalled, let hasGroupScheduling = facts.kernel.hasGroupScheduling else { return nil }
        let (id, subject) = ("realtime-priority", "holdfast.service")
        guard hasGroupScheduling, !facts.kernel.hasOrdinaryPriority else {
            return .ok(id, subject, "the kernel does not refuse the unit's priority")
        }
        return .warning(
            id, subject,
            "this kernel may refuse the unit's real-time priority (RT_GROUP_SCHED), and no drop-in removes it",
            remedy: UnitRules.ordinaryPriority)
    }

    /// The triggers `timer` and `pattern` make an LED blink by itself (`drivers/leds/trigger`).
    private static func led(_ led: LEDFacts) -> [Finding] {
        let subject = "LED '\(led.name)'"
        guard led.exists else {
            return [
                .error(
                    "led-missing", subject, "the kernel has no such LED",
                    remedy: "ls /sys/class/leds, and correct 'led' in the panel's file")
            ]
        }
        var findings: [Finding] = []
        let missing = ["timer", "pattern"].filter { !led.triggers.contains($0) }
        if !missing.isEmpty {
            findings.append(
                .warning(
                    "led-trigger", subject,
                    "the kernel has not loaded the trigger \(missing.joined(separator: " and ")), so blinking costs wakeups",
                    remedy: "sudo modprobe -a \(missing.map { "ledtrig-\($0)" }.joined(separator: " "))"))
        }
        if led.isWritable == false {
            findings.append(
                .error(
                    "led-mode", subject, "the group 'gpio', and so the panel, may not write the LED",
                    remedy: "sudo udevadm control --reload && sudo udevadm trigger --subsystem-match=leds"))
        }
        return findings.isEmpty ? [.ok("led", subject, "can be used")] : findings
    }
}
