import Synchronization

/// Drives one LED of the kernel by its attributes (`Documentation/leds/leds-class.rst`, `leds-class-multicolor.rst`).
///
/// Everything here may sleep and belongs beside the loop. `brightness` waits for the LED's bus, I2C or SPI, where it is behind
/// one (`brightness_store` in `drivers/leds/led-class.c` flushes its work); another trigger waits for all processors
/// (`synchronize_rcu` in `drivers/leds/led-triggers.c`), some milliseconds.
struct LEDDriver: Sendable {
    /// What came of a wish.
    enum Outcome: Sendable {
        case done
        /// The LED knows no way to go through these steps by itself.
        case unplayable
        /// The trigger is set, but its own attributes, which have come with it, are not the panel's yet.
        case lacksRights
    }

    let folder: LEDFolder
    let maxBrightness: Int
    /// Where red, green and blue stand among its intensities; others, such as white, stay dark. `nil` where it has no colours.
    let channels: [String]?
    /// Which LED it is: another one may have come under its name.
    let identity: LEDFolder.Identity?
    private let record: LEDRecord?
    private let stamp: String
    private var found: LEDState?
    /// The triggers that it has; `nil` until it has been taken.
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

    /// How it goes through these steps by itself: by the trigger `pattern`
    /// (`ABI/testing/sysfs-class-led-trigger-pattern`), or, where there are no more than two, by `timer`.
    static func way(of steps: [LEDStep], among triggers: Set<String>) -> LEDTrigger? {
        if triggers.contains(LEDTrigger.pattern.rawValue) { return .pattern }
        let isBlinking =
            steps.count == 2 && steps.allSatisfy { $0.start == $0.end } && steps[0].start > 0 && steps[1].start == 0
        return isBlinking && triggers.contains(LEDTrigger.timer.rawValue) ? .timer : nil
    }

    /// Carries out a wish.
    mutating func carryOut(_ wish: LEDWish) throws(LEDError) -> Outcome {
        guard folder.identity == identity else { throw .gone(folder.name) }
        switch wish {
        case .steady(let brightness, let color):
            try take()
            // A trigger that is taken away leaves the LED dark.
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
            // What could not be brought back in time stays on record, for whoever comes after the panel.
            let isComplete = found.map { LEDRestoring.restore($0, to: folder, stamp: stamp) } ?? true
            (found, trigger) = (nil, .none)
            if isComplete { record?.remove(folder.name) }
            return .done
        }
    }

    private mutating func play(_ steps: [LEDStep], _ color: LEDMixture) throws(LEDError) -> Outcome {
        guard let way = Self.way(of: steps, among: triggers ?? []) else { return .unplayable }
        // A trigger that is set anew loses its attributes, and the panel its rights to them: one that is there stays.
        if trigger != way { try set(.none) }
        try mix(color)
        // `timer` takes the brightness that it finds.
        if way == .timer { try folder.write(String(steps[0].start), to: "brightness") }
        try set(way)
        return try give(steps)
    }

    private func give(_ steps: [LEDStep]) throws(LEDError) -> Outcome {
        do throws(LEDError) {
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
            return .done
        } catch .notPermitted {
            return .lacksRights
        }
    }

    /// Takes the LED from what drives it, once; how it was found is on record before.
    private mutating func take() throws(LEDError) {
        guard found == nil else { return }
        // The one that is set stands in brackets.
        let words = (try folder.read("trigger") ?? "").split(separator: " ").map(String.init)
        triggers = Set(words.map { $0.filter { !"[]".contains($0) } })
        var state = LEDState(
            brightness: try folder.read("brightness"), intensities: try folder.read("multi_intensity"),
            trigger: words.first { $0.hasPrefix("[") }.map { String($0.dropFirst().dropLast()) })
        let isDriven = state.isDriven
        let texts = isDriven ? readableAttributes() : [:]
        // A panel that was killed left it as it is now.
        let left = record?.takeOver(folder.name)
        record?.set(left ?? state, of: folder.name)
        if isDriven { try folder.write(LEDTrigger.none.rawValue, to: "trigger") }
        if let left {
            state = left
        } else if isDriven {
            // Those that went with the trigger were its own.
            let others = folder.attributes
            state.attributes = texts.filter { !others.contains($0.key) }
            if !state.attributes.isEmpty { record?.set(state, of: folder.name) }
        }
        found = state
    }

    private func readableAttributes() -> [String: String] {
        var texts: [String: String] = [:]
        for name in folder.attributes {
            // Some can only be written (`shot` of `oneshot`).
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

/// What an LED of the kernel is to do next.
enum LEDWish: Sendable {
    /// Shows a brightness.
    case steady(brightness: Int, LEDMixture)
    /// Goes through steps by itself.
    case rhythm([LEDStep], LEDMixture)
    /// Gets the steps of the trigger that is set, which it could not be given before.
    case steps([LEDStep])
    /// Is as it was found.
    case released
}

/// What the worker has of an LED: its driver, which nobody else touches while it is at work.
final class LEDWork: Sendable {
    /// What came of a wish, and the triggers that the LED is known to have.
    struct Result: Sendable {
        var outcome: Swift.Result<LEDDriver.Outcome, LEDError>
        var triggers: Set<String>?
    }

    private let driver: Mutex<LEDDriver>

    init(_ driver: LEDDriver) {
        self.driver = Mutex(driver)
    }

    /// Carries out a wish; for the worker.
    func carryOut(_ wish: LEDWish) -> Result {
        driver.withLock { driver in
            let outcome = Swift.Result<LEDDriver.Outcome, LEDError> { () throws(LEDError) in try driver.carryOut(wish) }
            return Result(outcome: outcome, triggers: driver.triggers)
        }
    }
}
