import Glibc

/// The board's own light. Its rhythm says how far the start has come, without a screen.
struct StatusLight {
    enum Rhythm: Sendable, Hashable {
        /// Four flashes a second.
        case starting
        /// On.
        case ready
        /// One second on, one second off: the report has something to correct.
        case report
    }

    /// The folder of the light, `/sys/class/leds/NAME` (Documentation/leds/leds-class.rst).
    private let folder: String

    /// Finds the light of the card's activity; `nil` for a board without one.
    ///
    /// - Parameter leds: The folder of all lights of the kernel.
    init?(leds: String = "/sys/class/leds") {
        // The names in Raspberry Pi's kernel, and in Debian's. A 400 has the last one alone.
        let names = ["ACT", "led0", "green:activity", "green:status", "led-act", "PWR"]
        guard let name = names.first(where: { access("\(leds)/\($0)/trigger", W_OK) == 0 }) else { return nil }
        folder = "\(leds)/\(name)"
    }

    /// Shows a rhythm. The kernel's timer keeps the rhythm, so that no process has to wake.
    ///
    /// - Returns: Whether the kernel has accepted the rhythm. QEMU's board has the light's file, and no light.
    @discardableResult
    func show(_ rhythm: Rhythm) -> Bool {
        switch rhythm {
        case .starting: blink(125)
        case .report: blink(1000)
        // The trigger `default-on` is in a module that is not loaded.
        case .ready: write("none", to: "trigger") && write("255", to: "brightness")
        }
    }

    private func blink(_ milliseconds: Int) -> Bool {
        write("timer", to: "trigger") && write("\(milliseconds)", to: "delay_on")
            && write("\(milliseconds)", to: "delay_off")
    }

    private func write(_ word: String, to attribute: String) -> Bool {
        let descriptor = open("\(folder)/\(attribute)", O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return Glibc.write(descriptor, word, word.utf8.count) == word.utf8.count
    }
}
