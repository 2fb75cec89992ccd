/// Drives one LED of the kernel by its attributes (`Documentation/leds/leds-class.rst`, `leds-class-multicolor.rst`).
///
/// All methods may block and must run on the worker. Writing `brightness` waits for the LED's I2C or SPI bus, if it
/// has one (`brightness_store` in `drivers/leds/led-class.c` flushes its work). Changing the trigger waits for all
/// processors, some milliseconds (`synchronize_rcu` in `drivers/leds/led-triggers.c`).
struct LEDDriver: Sendable {
    /// The result of a request.
    enum Outcome: Sendable {
        case done
        /// The LED has no trigger that plays these steps.
        case unplayable
        /// The trigger is set, but the panel may not yet write the attributes that came with it.
        case lacksRights
    }

    let folder: LEDFolder
    let maxBrightness: Int
    /// The order of the LED's colour channels; `nil` where it does not have red, green and blue. Other channels, such
    /// as white, stay dark.
    let channels: [String]?
    /// Identifies the LED, since another one may appear under the same name.
    let identity: LEDFolder.Identity?
    private let record: LEDRecord?
    private let stamp: String
    private var found: LEDState?
    /// The triggers of the LED; `nil` until the LED is taken.
    private(set) var triggers: Set<String>?
    private var trigger = LEDTrigger.none

    init(_ folder: LEDFolder, record: LEDRecord?, stamp: String) throws(LEDError) {
        self.folder = folder
        self.record = record
        self.stamp = stamp
        identity = folder.identity
        let most = try folder.read("max_brightness") ?? ""
        guard let maxBrightness = Int(most), maxBrightness > 0 else {
            throw .unreadable(path: folder.path + "/max_brightness", most)
        }
        self.maxBrightness = maxBrightness
        let channels = try folder.read("multi_index")?.split(separator: " ").map(String.init)
        self.channels = channels.flatMap { Set(["red", "green", "blue"]).isSubset(of: $0) ? $0 : nil }
    }

    /// The trigger that plays these steps: `pattern` (`ABI/testing/sysfs-class-led-trigger-pattern`), or `timer` for
    /// a plain on-off blinking.
    static func way(of steps: [LEDStep], among triggers: Set<String>) -> LEDTrigger? {
        if triggers.contains(LEDTrigger.pattern.rawValue) { return .pattern }
        let isBlinking =
            steps.count == 2 && steps.allSatisfy { $0.start == $0.end } && steps[0].start > 0 && steps[1].start == 0
        return isBlinking && triggers.contains(LEDTrigger.timer.rawValue) ? .timer : nil
    }

    /// Carries out a request. May block.
    mutating func carryOut(_ command: LEDCommand) throws(LEDError) -> Outcome {
        guard folder.identity == identity else { throw .gone(folder.name) }
        switch command {
        case .steady(let brightness, let color):
            try take()
            // Removing a trigger turns the LED off, so this comes before the brightness.
            try set(.none)
            try mix(color)
            try folder.write(String(brightness), to: "brightness")
            return .done
        case .rhythm(let steps, let color):
            try take()
            return try play(steps, color)
        case .steps(let steps):
            return try give(steps)
        case .released:
            // A state that could not be restored in time stays on record, for the program that restores LEDs after
            // the panel.
            let isComplete = found.map { LEDRestoring.restore($0, to: folder, stamp: stamp) } ?? true
            (found, trigger) = (nil, .none)
            if isComplete { record?.remove(folder.name) }
            return .done
        }
    }

    private mutating func play(_ steps: [LEDStep], _ color: LEDMixture) throws(LEDError) -> Outcome {
        guard let way = Self.way(of: steps, among: triggers ?? []) else { return .unplayable }
        // Setting a trigger again resets its attributes and the panel's access to them, so a suitable trigger stays.
        if trigger != way { try set(.none) }
        try mix(color)
        // `timer` blinks with the brightness that it finds.
        if way == .timer { try folder.write(String(steps[0].start), to: "brightness") }
        try set(way)
        return try give(steps)
    }

    private func give(_ steps: [LEDStep]) throws(LEDError) -> Outcome {
        do throws(LEDError) {
            switch trigger {
            case .pattern:
                // The kernel fades to the next brightness in the list. A duration of 0 makes a jump.
                let text = steps.map { "\($0.start) \($0.milliseconds) \($0.end) 0" }
                try folder.write(text.joined(separator: " "), to: "pattern")
            case .timer:
                try folder.write(String(steps[0].milliseconds), to: "delay_on")
                try folder.write(String(steps[1].milliseconds), to: "delay_off")
            case .none: break
            }
            return .done
        } catch .notPermitted {
            return .lacksRights
        }
    }

    /// Takes the LED from its present trigger, once. The state found is recorded first.
    private mutating func take() throws(LEDError) {
        guard found == nil else { return }
        // The file lists all triggers, with the active one in brackets.
        let words = (try folder.read("trigger") ?? "").split(separator: " ").map(String.init)
        triggers = Set(words.map { $0.filter { !"[]".contains($0) } })
        var state = LEDState(
            brightness: try folder.read("brightness"), intensities: try folder.read("multi_intensity"),
            trigger: words.first { $0.hasPrefix("[") }.map { String($0.dropFirst().dropLast()) })
        let isDriven = state.isDriven
        let texts = isDriven ? readableAttributes() : [:]
        // After a panel was killed, the LED is still in that panel's state; the record has the original one.
        let left = record?.takeOver(folder.name)
        record?.set(left ?? state, of: folder.name)
        if isDriven { try folder.write(LEDTrigger.none.rawValue, to: "trigger") }
        if let left {
            state = left
        } else if isDriven {
            // The attributes that disappeared with the trigger were the trigger's own.
            let others = folder.attributes
            state.attributes = texts.filter { !others.contains($0.key) }
            if !state.attributes.isEmpty { record?.set(state, of: folder.name) }
        }
        found = state
    }

    private func readableAttributes() -> [String: String] {
        var texts: [String: String] = [:]
        for name in folder.attributes {
            // Some attributes can only be written (`shot` of `oneshot`).
            if let text = try? folder.read(name), !text.isEmpty { texts[name] = text }
        }
        return texts
    }

    private mutating func set(_ trigger: LEDTrigger) throws(LEDError) {
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
}

/// A request to an LED of the kernel.
enum LEDCommand: Sendable {
    /// Shows a constant brightness.
    case steady(brightness: Int, LEDMixture)
    /// Plays steps for ever.
    case rhythm([LEDStep], LEDMixture)
    /// Writes the steps again to the trigger that is already set, after access was missing.
    case steps([LEDStep])
    /// Restores the state in which the LED was found.
    case released
}
