import EventLoop
import MonotonicTime

/// An LED of the kernel's class (`Documentation/leds/leds-class.rst`, `leds-class-multicolor.rst`).
///
/// What goes on and off for ever is left to the kernel: by the trigger `pattern` (`ABI/testing/sysfs-class-led-trigger-pattern`),
/// or, where it has no more than two steps, by `timer`. Then no process is woken for it.
@PanelActor
public final class KernelLED: LEDDevice {
    /// A state in which it may be found.
    private struct Found {
        var brightness: String?
        var intensities: String?
        var trigger: String?
    }

    private enum Trigger: String {
        case none
        case pattern
        case timer
    }

    public let maxBrightness: Int
    public var hasColors: Bool { channels != nil }

    private let folder: LEDFolder
    /// Where red, green and blue stand among its intensities; others, such as white, stay dark.
    private let channels: [String]?
    private var triggers: Set<String>
    private let found: Found
    private var trigger = Trigger.none
    private let scheduler: any Scheduler
    private var watch: AttributeWatch?
    private var limit: PanelTimer?

    /// How long udev may take to give a trigger's attributes away, on a machine that does much else.
    private static let patience = Duration.seconds(5)

    /// Takes the LED whose attributes are in a folder.
    init(_ folder: LEDFolder, scheduler: any Scheduler) throws(LEDError) {
        self.folder = folder
        self.scheduler = scheduler
        let most = try folder.read("max_brightness") ?? ""
        guard let maxBrightness = Int(most), maxBrightness > 0 else {
            throw .unreadable(path: folder.path + "/max_brightness", most)
        }
        self.maxBrightness = maxBrightness
        let channels = try folder.read("multi_index")?.split(separator: " ").map(String.init)
        self.channels = channels.flatMap { Set(["red", "green", "blue"]).isSubset(of: $0) ? $0 : nil }
        // The one that is set stands in brackets.
        let words = (try folder.read("trigger") ?? "").split(separator: " ").map(String.init)
        triggers = Set(words.map { $0.filter { !"[]".contains($0) } })
        let set = words.first { $0.hasPrefix("[") }.map { String($0.dropFirst().dropLast()) }
        found = Found(
            brightness: try folder.read("brightness"), intensities: try folder.read("multi_intensity"), trigger: set)
        if set != nil, set != Trigger.none.rawValue { try folder.write(Trigger.none.rawValue, to: "trigger") }
    }

    public func show(brightness: Int, color: LEDMixture) throws(LEDError) {
        // A trigger that is taken away leaves the LED dark.
        try set(.none)
        try mix(color)
        try folder.write(String(brightness), to: "brightness")
    }

    public func play(
        _ steps: [LEDStep], color: LEDMixture, givenUp: @escaping @PanelActor () -> Void
    ) throws(LEDError) -> Bool {
        guard let way = way(of: steps) else { return false }
        try set(.none)
        try mix(color)
        // `timer` takes the brightness that it finds.
        if way == .timer { try folder.write(String(steps[0].start), to: "brightness") }
        try set(way)
        do throws(LEDError) {
            try give(steps, to: way)
        } catch .notPermitted {
            return try wait(for: way, steps, givenUp)
        }
        return true
    }

    private func give(_ steps: [LEDStep], to trigger: Trigger) throws(LEDError) {
        switch trigger {
        case .pattern:
            // The brightness goes evenly to the next one that is named; after no time it is there at once.
            let text = steps.map { "\($0.start) \($0.milliseconds) \($0.end) 0" }
            try folder.write(text.joined(separator: " "), to: "pattern")
        case .timer:
            try folder.write(String(steps[0].milliseconds), to: "delay_on")
            try folder.write(String(steps[1].milliseconds), to: "delay_off")
        case .none: break
        }
    }

    // MARK: Waiting for rights

    /// A trigger's own attributes come with it, and belong to root until udev has given them to the panel's group.
    private func wait(
        for trigger: Trigger, _ steps: [LEDStep], _ givenUp: @escaping @PanelActor () -> Void
    ) throws(LEDError) -> Bool {
        let last = trigger == .pattern ? "pattern" : "delay_off"
        watch = AttributeWatch(last, in: folder) { [weak self] in self?.tryAgain(trigger, steps, givenUp) }
        guard watch != nil else {
            try set(.none)
            return false
        }
        limit = scheduler.makeTimer { [weak self] in self?.giveUp(givenUp) }
        limit?.arm(at: scheduler.now.advanced(by: Self.patience))
        // They may have come before they were watched.
        tryAgain(trigger, steps, givenUp)
        return true
    }

    private func tryAgain(_ trigger: Trigger, _ steps: [LEDStep], _ givenUp: @escaping @PanelActor () -> Void) {
        do throws(LEDError) {
            try give(steps, to: trigger)
            endWait()
        } catch .notPermitted {
            // Not yet.
        } catch {
            giveUp(givenUp)
        }
    }

    /// No rule gives them to the panel: they are not asked for again.
    private func giveUp(_ givenUp: @PanelActor () -> Void) {
        endWait()
        triggers = []
        givenUp()
    }

    private func endWait() {
        watch?.cancel()
        limit?.cancel()
        (watch, limit) = (nil, nil)
    }

    private func way(of steps: [LEDStep]) -> Trigger? {
        if triggers.contains(Trigger.pattern.rawValue) { return .pattern }
        let isBlinking =
            steps.count == 2 && steps.allSatisfy { $0.start == $0.end } && steps[0].start > 0 && steps[1].start == 0
        return isBlinking && triggers.contains(Trigger.timer.rawValue) ? .timer : nil
    }

    private func set(_ trigger: Trigger) throws(LEDError) {
        endWait()
        guard trigger != self.trigger else { return }
        try folder.write(trigger.rawValue, to: "trigger")
        self.trigger = trigger
    }

    private func mix(_ color: LEDMixture) throws(LEDError) {
        guard let channels else { return }
        let parts = channels.map { channel -> Double in
            switch channel {
            case "red": color.red
            case "green": color.green
            case "blue": color.blue
            default: 0
            }
        }
        let intensities = parts.map { String(Int((min(1, max(0, $0)) * Double(maxBrightness)).rounded())) }
        try folder.write(intensities.joined(separator: " "), to: "multi_intensity")
    }

    public func release() {
        // As far as it is still there. A trigger comes last: with it, the brightness is the trigger's.
        try? set(.none)
        if let intensities = found.intensities { try? folder.write(intensities, to: "multi_intensity") }
        if let brightness = found.brightness { try? folder.write(brightness, to: "brightness") }
        if let trigger = found.trigger, trigger != Trigger.none.rawValue { try? folder.write(trigger, to: "trigger") }
    }
}
