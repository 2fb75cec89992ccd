import ControlModel

/// The keys of a control's `toggle`.
enum ToggleKeys {
    static let line = Key<LineName>.optional("line", .gpio, "The output line that is active while the toggle is on.")
    static let active = ButtonActionKeys.active
    static let restore = Key<RestoredState>.optional(
        "restore", .choice(), default: .inactive,
        "The line's state when the panel starts: inactive, the last state, or active.")
    static let maxTime = Key<Duration>.optional(
        "max_time", .duration(.timers),
        """
        The time after which the toggle turns itself off, from 1 s to 30 d. A restart and a power cut do not stop the \
        time.
        """)
    static let fail = ButtonActionKeys.fail
    static let timer = Key<Duration>.optional(
        "timer", .duration(.timers),
        "How long the toggle is on, from 1 s to 30 d. A restart and a power cut do not stop the timer.")
    static let done = Key<FollowingAction>.optional(
        "done", FollowingActionKeys.value, "The action when the timer's time is up.")
    static let command = Key<DelegatedAction>.optional(
        "command", .mapping(ToggleCommandKeys.mapping, build: ToggleCommandKeys.delegated),
        "Programs that turn the toggle on and off, and report its state.")
    static let unit = Key<String>.optional(
        "unit", .unit, "A unit of systemd, such as backup.service. The toggle is on while the unit is active.")
    static let mqtt = Key<DelegatedAction>.optional(
        "mqtt", .mapping(ToggleTopicKeys.mapping, build: ToggleTopicKeys.delegated),
        "Topics of an MQTT broker. holdfast-gateway connects to the broker.")
    static let share = Key<String>.optional(
        "share", .topic,
        """
        The topic of the MQTT broker on which another panel shares a toggle, by share of its control. This toggle shows \
        and switches that one.
        """
    )

    static let mapping = MappingDescription(
        noun: "toggle", example: "{line: GPIO18}",
        documentation: """
            A control that is on or off: an output line, a timer, programs, a unit, a topic, or a toggle of another \
            panel.
            """,
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
        "turn_on", .program("[fanctl, \"1\"]"), "The program that turns the toggle on, and its arguments.")
    static let turnOff = Key<[String]>.required(
        "turn_off", .program("[fanctl, \"0\"]"), "The program that turns the toggle off, and its arguments.")
    static let state = Key<[String]>.optional(
        "state", .program("[fanctl, \"?\"]"),
        """
        The program that reports the state by its exit status: 0 for on, 1 for off. Without it, the last action counts.
        """
    )
    static let every = Key<Duration>.optional(
        "every", .duration(.seconds(1) ... .seconds(86_400)), "How often the program of state runs, from 1 s to 1 d.")
    static let changes = Key<String>.optional(
        "changes", .line(limit: 1000),
        "A file. The program of state runs when the file changes. A relative path is relative to the panel's file.")

    static let mapping = MappingDescription(
        noun: "command", example: "{turn_on: [fanctl, \"1\"], turn_off: [fanctl, \"0\"]}",
        documentation:
            "Programs that turn a toggle on and off. They run in the folder of the panel's file, without a shell.",
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
        The name of the state in a message that is a JSON object, such as ENERGY.Power or /ENERGY/Power for a nested \
        object. Default: the message is the state.
        """)
    static let turnedOn = Key<String>.optional("turned_on", .line(), "The message for on. Default: ON.")
    static let turnedOff = Key<String>.optional("turned_off", .line(), "The message for off. Default: OFF.")

    static let mapping = MappingDescription(
        noun: "mqtt", example: "{command: porch/set, state: porch/state}",
        documentation: "A toggle behind an MQTT broker.",
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
