import ControlModel

/// The keys of a control's `toggle`.
enum ToggleKeys {
    static let line = Key<LineName>.optional("line", .gpio, "The output line that is active while the toggle is on.")
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .high, "The level at which the line is active: low for most relay boards.")
    static let restore = Key<RestoredState>.optional(
        "restore", .choice(), default: .inactive,
        "What the line is when the panel starts: inactive, as it was left last, or active.")
    static let maxTime = Key<Duration>.optional(
        "max_time", .duration(.timers),
        "After what time the toggle turns itself off, 1 s to 30 d, counted on through a restart and a power cut.")
    static let fail = Key<OutputFailure>.optional(
        "fail", .choice(), default: .secure,
        "What a stop, a crash or a hang leaves: secure is inactive; open is active, for a lock that must let people out."
    )
    static let timer = Key<Duration>.optional(
        "timer", .duration(.timers),
        "How long the toggle is on, 1 s to 30 d, counted on through a restart and a power cut.")
    static let done = Key<FollowingAction>.optional(
        "done", .mapping(FollowingActionKeys.mapping, build: FollowingActionKeys.action),
        "What is carried out when the timer's time is up.")
    static let command = Key<Errand>.optional(
        "command", .mapping(ToggleCommandKeys.mapping, build: ToggleCommandKeys.errand),
        "Programs that turn it on and off, and tell its state.")
    static let unit = Key<String>.optional(
        "unit", .unit, "A unit of the service manager, such as backup.service: on while it is active.")
    static let mqtt = Key<Errand>.optional(
        "mqtt", .mapping(ToggleTopicKeys.mapping, build: ToggleTopicKeys.errand),
        "Topics of an MQTT broker, which the gateway speaks to.")

    static let mapping = MappingDescription(
        noun: "toggle", example: "{line: GPIO18}",
        documentation: "Switches something on and off: an output line, a timer, programs, a unit, a topic.",
        keys: [
            line.description, active.description, restore.description, maxTime.description, fail.description,
            timer.description, done.description, command.description, unit.description, mqtt.description,
        ],
        rules: [
            .exactlyOne([line.name, timer.name, command.name, unit.name, mqtt.name]),
            .needs(key: active.name, oneOf: [line.name]), .needs(key: restore.name, oneOf: [line.name]),
            .needs(key: maxTime.name, oneOf: [line.name]), .needs(key: fail.name, oneOf: [line.name]),
            .needs(key: done.name, oneOf: [timer.name]),
        ])

    @Sendable static func action(_ fields: Fields) -> ControlAction? {
        let actions = [
            line.description, timer.description, command.description, unit.description, mqtt.description,
        ]
        guard let given = fields.theOnly(of: actions) else { return nil }
        switch given {
        case timer.name:
            guard let duration = fields[timer] else { return nil }
            if fields.has(done), fields[done] == nil { return nil }
            return .timer(duration, done: fields[done])
        case command.name: return fields[command].map { .handedOver($0) }
        case unit.name:
            return fields[unit].map {
                .handedOver(Errand(kind: .unit, values: ["unit": .string($0)]))
            }
        case mqtt.name: return fields[mqtt].map { .handedOver($0) }
        default:
            guard let name = fields[line], let level = fields[active], let restore = fields[restore],
                let failure = fields[fail]
            else { return nil }
            if fields.has(maxTime), fields[maxTime] == nil { return nil }
            return .toggleLine(
                OutputDescription(name.description(active: level), failsActive: failure == .open), restore: restore,
                maxTime: fields[maxTime])
        }
    }
}

extension ClosedRange<Duration> {
    /// What a timer may take.
    static var timers: ClosedRange { .seconds(1) ... .seconds(30 * 86_400) }
}
