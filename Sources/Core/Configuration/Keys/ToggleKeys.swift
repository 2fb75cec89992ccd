import ControlModel

/// The keys of a control's `toggle`.
enum ToggleKeys {
    static let line = Key<LineName>.optional("line", .gpio, "The output line that is active while the toggle is on.")
    static let active = ButtonActionKeys.active
    static let restore = Key<RestoredState>.optional(
        "restore", .choice(), default: .inactive,
        "What the line is when the panel starts: inactive, as it was left last, or active.")
    static let maxTime = Key<Duration>.optional(
        "max_time", .duration(.timers),
        "After what time the toggle turns itself off, 1 s to 30 d, counted on through a restart and a power cut.")
    static let fail = ButtonActionKeys.fail
    static let timer = Key<Duration>.optional(
        "timer", .duration(.timers),
        "How long the toggle is on, 1 s to 30 d, counted on through a restart and a power cut.")
    static let done = Key<FollowingAction>.optional(
        "done", FollowingActionKeys.value, "What is carried out when the timer's time is up.")
    static let command = Key<DelegatedAction>.optional(
        "command", .mapping(ToggleCommandKeys.mapping, build: ToggleCommandKeys.delegated),
        "Programs that turn it on and off, and tell its state.")
    static let unit = Key<String>.optional(
        "unit", .unit, "A unit of the service manager, such as backup.service: on while it is active.")
    static let mqtt = Key<DelegatedAction>.optional(
        "mqtt", .mapping(ToggleTopicKeys.mapping, build: ToggleTopicKeys.delegated),
        "Topics of an MQTT broker, which the gateway speaks to.")
    static let share = Key<String>.optional(
        "share", .topic,
        "The topic of the MQTT broker on which another panel shares a toggle, by share of its control: shown and switched here, too."
    )

    static let mapping = MappingDescription(
        noun: "toggle", example: "{line: GPIO18}",
        documentation:
            "Switches something on and off: an output line, a timer, programs, a unit, a topic, a toggle of another panel.",
        keys: [line, active, restore, maxTime, fail, timer, done, command, unit, mqtt, share],
        rules: [
            .exactlyOne([line.name, timer.name, command.name, unit.name, mqtt.name, share.name]),
            .needs([active.name, restore.name, maxTime.name, fail.name], oneOf: [line.name]),
            .needs([done.name], oneOf: [timer.name]),
        ])

    @Sendable static func action(_ fields: Fields) throws(Incomplete) -> ControlAction {
        switch try fields.choice() {
        case timer.name: return .timer(try fields.value(timer), done: try fields.given(done))
        case command.name: return .delegated(try fields.value(command))
        case unit.name:
            return .delegated(DelegatedAction(kind: .unit, values: ["unit": .string(try fields.value(unit))]))
        case mqtt.name: return .delegated(try fields.value(mqtt))
        case share.name:
            return .delegated(DelegatedAction(kind: .sharedToggle, values: ["topic": .string(try fields.value(share))]))
        default:
            let line = try fields.value(line).description(active: try fields.value(active))
            return .toggleLine(
                OutputDescription(line, failsActive: try fields.value(fail) == .open),
                restore: try fields.value(restore), maxTime: try fields.given(maxTime))
        }
    }
}

extension ClosedRange<Duration> {
    /// The range of a timer's duration.
    static var timers: ClosedRange { .seconds(1) ... .seconds(30 * 86_400) }
}

/// The keys of a toggle that programs carry out.
enum ToggleCommandKeys {
    static let turnOn = Key<[String]>.required(
        "turn_on", .program("[fanctl, \"1\"]"), "The program that turns it on, and its arguments.")
    static let turnOff = Key<[String]>.required(
        "turn_off", .program("[fanctl, \"0\"]"), "The program that turns it off, and its arguments.")
    static let state = Key<[String]>.optional(
        "state", .program("[fanctl, \"?\"]"),
        "The program that tells its state by its exit status: 0 for on, 1 for off. Without it, what was done last counts."
    )
    static let every = Key<Duration>.optional(
        "every", .duration(.seconds(1) ... .seconds(86_400)), "How often the program of state is asked, 1 s to 1 d.")
    static let changes = Key<String>.optional(
        "changes", .line(limit: 1000),
        "A file: the program of state is asked when it changes. A relative path is relative to this file.")

    static let mapping = MappingDescription(
        noun: "command", example: "{turn_on: [fanctl, \"1\"], turn_off: [fanctl, \"0\"]}",
        documentation: "Programs that carry a toggle out; they run in the folder of this file, without a shell.",
        keys: [turnOn, turnOff, state, every, changes],
        rules: [.needs([every.name, changes.name], oneOf: [state.name])])

    @Sendable static func delegated(_ fields: Fields) throws(Incomplete) -> DelegatedAction {
        var values: [String: IntentValue] = [
            "turn_on": .words(try fields.value(turnOn)), "turn_off": .words(try fields.value(turnOff)),
        ]
        values["state"] = try fields.given(state).map { .words($0) }
        values["every_ms"] = try fields.given(every).map { .milliseconds($0) }
        values["changes"] = try fields.given(changes).map { .string($0) }
        return DelegatedAction(kind: .commandToggle, values: values, paths: ["changes"])
    }
}

/// The keys of a toggle behind the topics of an MQTT broker.
enum ToggleTopicKeys {
    static let command = Key<String>.optional(
        "command", .topic,
        "The topic that requested states are published to. Without it, the control only shows its state, as a sensor does."
    )
    static let state = Key<String>.required("state", .topic, "The topic that reports the current state.")
    static let key = Key<String>.optional(
        "key", .line(),
        """
        The name of the state in a message that is a JSON object, as ENERGY.Power or /ENERGY/Power for an object in an object. \
        Without it, the message is the state.
        """)
    static let turnedOn = Key<String>.optional("turned_on", .line(), "The message for on. Without it, ON.")
    static let turnedOff = Key<String>.optional("turned_off", .line(), "The message for off. Without it, OFF.")

    static let mapping = MappingDescription(
        noun: "mqtt", example: "{command: porch/set, state: porch/state}",
        documentation: "A toggle that lives behind an MQTT broker.",
        keys: [command, state, key, turnedOn, turnedOff])

    @Sendable static func delegated(_ fields: Fields) throws(Incomplete) -> DelegatedAction {
        var values: [String: IntentValue] = [
            "state": .string(try fields.value(state)), "turned_on": .string(fields[turnedOn] ?? "ON"),
            "turned_off": .string(fields[turnedOff] ?? "OFF"),
        ]
        values["command"] = try fields.given(command).map { .string($0) }
        values["key"] = fields[key].map { .string($0) }
        return DelegatedAction(kind: .topic, values: values)
    }
}
