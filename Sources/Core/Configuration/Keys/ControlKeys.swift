import ControlModel

enum ControlKeys {
    static let title = Key<String>.optional(
        "title", .line(), "The control's name for people. Default: the panel's name.")
    static let description = Key<String>.optional(
        "description", .paragraph(), "What the control does, in a sentence or two, for people who choose a control.")
    static let symbol = Key<String>.optional(
        "symbol", .symbol,
        """
        An SF Symbols name, mdi:NAME of Material Design Icons, or NAME of the drawing symbols/NAME.svg beside this file. \
        For a toggle, the symbol while it is off.
        """)
    static let symbolOn = Key<String>.optional(
        "symbol_on", .symbol, "The symbol while the toggle is on. Default: symbol.")
    static let tint = Key<Color>.optional(
        "tint", .color, "The colour while a toggle is on: a system colour or \"#RRGGBB\". Default: blue.")
    static let valueOn = Key<String>.optional(
        "value_on", .line(), "The value text while the toggle is on. Default: On.")
    static let valueOff = Key<String>.optional(
        "value_off", .line(), "The value text while the toggle is off. Default: Off.")
    static let hint = Key<String>.optional(
        "hint", .line(), "The text that a tap shows after \"Hold to\". It begins with a verb, such as Unlock the Door.")
    static let hintTurnOn = Key<String>.optional(
        "hint_turn_on", .line(), "The hint when a hold turns the toggle on. Takes precedence over hint.")
    static let hintTurnOff = Key<String>.optional(
        "hint_turn_off", .line(), "The hint when a hold turns the toggle off. Takes precedence over hint.")
    static let status = Key<String>.optional(
        "status", .line(), "The text that is shown for 3 s after the control has performed.")
    static let statusTurnOn = Key<String>.optional(
        "status_turn_on", .line(), "The status after the toggle has turned on. Takes precedence over status.")
    static let statusTurnOff = Key<String>.optional(
        "status_turn_off", .line(), "The status after the toggle has turned off. Takes precedence over status.")
    static let disabled = Key<Bool>.optional(
        "disabled", .boolean, default: false, "Whether the control is shown, but cannot be performed.")
    static let toggle = Key<ControlAction>.optional(
        "toggle", .mapping(ToggleKeys.mapping, build: ToggleKeys.action),
        "A control that is on or off. Without toggle and button, the control only shows its sensor or value.")
    static let button = Key<ControlAction>.optional(
        "button", ButtonActionKeys.button,
        "A control that does something once.")
    static let sensor = Key<SensorDescription>.optional(
        "sensor", .mapping(SensorKeys.mapping, build: SensorKeys.sensor),
        """
        An input line that reads the real state: the state of a toggle, or the value text of a button. With sensor \
        alone, the control only shows, and is on while the line is active.
        """)
    static let value = Key<DelegatedAction>.optional(
        "value", .mapping(ReadoutKeys.mapping, build: ReadoutKeys.delegated),
        "The source of the value text of a button, or of a control that only shows.")
    static let interlock = Key<[String]>.optional(
        "interlock", .controls,
        """
        The controls that must not be on together with this control. With interlock: [heater], a pump turns off when the \
        heater turns on, and does not turn on while the heater is on. Controls are given by key or kind. A button is not \
        performed while one of them is on. A control that needs a PIN to turn off may name only controls of extensions. \
        The control turns off if the person who turns on the extension's control may turn it off. Otherwise the control \
        stays on, which is a fault.
        """)
    static let timeout = Key<Duration>.optional(
        "timeout", .duration(.milliseconds(100) ... .seconds(3600)),
        "How long a command, capture, unit or webhook may take, from 100 ms to 1 h. Default: 30 s.")

    static let authentication = Key<ControlAuthentication>.optional(
        "authentication", .choice(), default: .none,
        """
        Who may perform the control: none is everybody; required is a person who has given a PIN at the same panel or in \
        the same program; local is the same, while the panel itself is unlocked at its PIN pad.
        """)
    static let authenticationTurnOn = Key<ControlAuthentication>.optional(
        "authentication_turn_on", .choice(), "Who may turn the toggle on. Takes precedence over authentication.")
    static let authenticationTurnOff = Key<ControlAuthentication>.optional(
        "authentication_turn_off", .choice(), "Who may turn the toggle off. Takes precedence over authentication.")
    static let privacy = Key<ControlPrivacy>.optional(
        "privacy", .choice(), default: .none,
        """
        What is hidden while the panel is locked: label is the title and the symbol, value is the value text, state is \
        everything that depends on the state.
        """)

    static let remote = Key<RemoteCommands>.optional(
        "remote", .choice(), default: .refused,
        "Whether commands of the MQTT broker may perform the control. They never perform an action that needs a PIN.")
    static let share = Key<String>.optional(
        "share", .topic,
        """
        The topic of the MQTT broker on which other panels show this toggle's state. With remote: allowed, they also \
        switch the toggle. Toggles of other panels have share: with the same topic.
        """)

    static let deviceClass = Key<String>.optional(
        "device_class", .name(ofA: "device class"),
        """
        The type of a contact or a value in the words of Home Assistant, such as door, motion or temperature. Home \
        Assistant shows the control accordingly. The key has no effect on the panel itself.
        """)
    static let unitOfMeasurement = Key<String>.optional(
        "unit_of_measurement", .line(limit: 20),
        "The unit of the value for Home Assistant, such as W or kWh. The value must then be a number.")

    static let mapping = MappingDescription(
        noun: "control", example: "{title: Flashlight, toggle: {line: GPIO18}}",
        documentation: "A control: one action and its presentation. Buttons perform controls, and lights show them.",
        keys: [
            title, description, symbol, symbolOn, tint, valueOn, valueOff, hint, hintTurnOn, hintTurnOff, status,
            statusTurnOn, statusTurnOff, disabled, toggle, button, sensor, value, interlock, timeout, authentication,
            authenticationTurnOn, authenticationTurnOff, privacy, remote, share, deviceClass, unitOfMeasurement,
        ],
        rules: [
            .exactlyOne([toggle.name, button.name], instead: [sensor.name, value.name]),
            .ofState(
                key: symbolOn.name, toggle: toggle.name, button: button.name, sensor: sensor.name, instead: symbol.name),
            .ofToggle([valueOn.name, valueOff.name], toggle: toggle.name),
            .ofToggle([hintTurnOn.name, hintTurnOff.name], toggle: toggle.name, instead: hint.name),
            .ofToggle([statusTurnOn.name, statusTurnOff.name], toggle: toggle.name, instead: status.name),
            .ofToggle(
                [authenticationTurnOn.name, authenticationTurnOff.name], toggle: toggle.name,
                instead: authentication.name),
            .ofToggle([share.name], toggle: toggle.name),
            .ofButton(key: value.name, toggle: toggle.name),
            .hidden(key: hint.name, by: [hintTurnOn.name, hintTurnOff.name]),
            .hidden(key: authentication.name, by: [authenticationTurnOn.name, authenticationTurnOff.name]),
            .hidden(key: status.name, by: [statusTurnOn.name, statusTurnOff.name]),
            .needs(
                [
                    hint.name, status.name, disabled.name, interlock.name, timeout.name, authentication.name,
                    remote.name,
                ],
                oneOf: [toggle.name, button.name]),
            .needs([deviceClass.name], oneOf: [toggle.name, sensor.name, value.name]),
            .needs([unitOfMeasurement.name], oneOf: [value.name]),
        ])

    /// The keys about what a control does, which one without an action lacks.
    private static let keysOfActions: [String] = [
        hint.name, hintTurnOn.name, hintTurnOff.name, status.name, statusTurnOn.name, statusTurnOff.name, disabled.name,
        interlock.name, authentication.name, authenticationTurnOn.name, authenticationTurnOff.name, remote.name,
    ]

    /// The control's action; `show` for a file that gives no action, but a sensor or a value to show.
    private static func action(_ fields: Fields) throws(Incomplete) -> ControlAction {
        if let action = fields[toggle] ?? fields[button] {
            return action.delegated?.onlyReports == true ? .show : action
        }
        guard !fields.has(toggle), !fields.has(button), fields[sensor] != nil || fields[value] != nil else {
            throw Incomplete()
        }
        return .show
    }

    /// The control that the fields describe.
    @Sendable static func control(key: String, _ fields: Fields) throws(Incomplete) -> ControlDescription {
        let reported = fields[toggle]?.delegated.flatMap { $0.onlyReports ? $0 : nil }
        if reported != nil {
            for key in keysOfActions where fields.has(key) {
                fields.report(.withoutEffect(key: key, needs: ["command of mqtt"]), at: key)
            }
        }
        if fields.has(timeout), let action = fields[toggle] ?? fields[button],
            action.delegated == nil || reported != nil
        {
            fields.report(
                .withoutEffect(key: timeout.name, needs: ["command", "capture", "unit", "webhook"]), at: timeout)
        }
        let action = try action(fields)
        guard let kind = fields.reading.controls?.kind(ofKey: key), let title = fields[title] ?? fields.reading.name
        else { throw Incomplete() }
        let isDisabled = try fields.value(disabled)
        let authentication = try fields.value(authentication)
        let turnOn = try fields.given(authenticationTurnOn)
        let turnOff = try fields.given(authenticationTurnOff)
        let (sensor, readout) = (try fields.given(sensor), try fields.given(value) ?? reported)
        let (interlock, timeout) = (try fields.given(interlock), try fields.given(timeout))
        for (key, isGiven) in [
            (authenticationTurnOn, turnOn == .local), (authenticationTurnOff, turnOff == .local),
            (Self.authentication, authentication == .local),
        ] where isGiven && !isDisabled {
            fields.reading.needsPad(kind: kind, key: key.name, at: fields.position(ofName: key.name))
        }
        for symbol in [symbol, symbolOn] {
            guard let name = fields[symbol], let position = fields.position(of: symbol) else { continue }
            fields.reading.symbols.append(UsedSymbol(control: key, name: name, position: position))
        }
        return ControlDescription(
            key: key, kind: kind, title: title, description: fields[description], symbol: fields[symbol],
            symbolOn: fields[symbolOn], tint: fields[tint], valueOn: fields[valueOn], valueOff: fields[valueOff],
            hint: fields[hint], hintTurnOn: fields[hintTurnOn], hintTurnOff: fields[hintTurnOff],
            status: fields[status], statusTurnOn: fields[statusTurnOn], statusTurnOff: fields[statusTurnOff],
            isDisabled: isDisabled, action: action, sensor: sensor, readout: readout, interlock: interlock ?? [],
            timeout: timeout, authenticationToTurnOn: turnOn ?? authentication,
            authenticationToTurnOff: turnOff ?? authentication, privacy: try fields.value(privacy),
            remote: try fields.value(remote), share: try fields.given(share),
            deviceClass: try fields.given(deviceClass),
            unitOfMeasurement: try fields.given(unitOfMeasurement), position: fields.position)
    }
}

/// The keys of a control's `sensor`.
enum SensorKeys {
    static let line = Key<LineName>.required("line", .gpio, "The input line that reads the real state.")
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .low,
        "The level that means on: low if the contact connects the line to ground.")
    static let pull = Key<LineBias>.optional(
        "pull", .choice(),
        """
        The resistor in the chip that holds the line while the contact is open: none if the board has its own resistor. \
        Default: up with active: low, down with active: high.
        """)
    static let debounce = Key<Duration>.optional(
        "debounce", .duration(.zero ... .seconds(10)), default: .milliseconds(50),
        "How long the line must keep a level until the level counts, from 0 to 10 s.")
    static let valueOn = Key<String>.optional(
        "value_on", .line(), "The value text while the line is active, such as Ajar.")
    static let valueOff = Key<String>.optional(
        "value_off", .line(), "The value text while the line is inactive, such as Shut.")

    static let mapping = MappingDescription(
        noun: "sensor", example: "{line: GPIO24, active: high, pull: up, value_on: Ajar, value_off: Shut}",
        documentation: "An input line that reads the real state, whatever state was requested.",
        keys: [line, active, pull, debounce, valueOn, valueOff])

    @Sendable static func sensor(_ fields: Fields) throws(Incomplete) -> SensorDescription {
        let level = try fields.value(active)
        return SensorDescription(
            line: try fields.value(line).description(active: level),
            bias: fields[pull] ?? (level == .low ? .up : .down), debounce: try fields.value(debounce),
            valueOn: fields[valueOn], valueOff: fields[valueOff])
    }
}

/// The keys of a control's `value`.
enum ReadoutKeys {
    static let command = Key<[String]>.optional(
        "command", .program("[wc, -l, /run/visitors]"),
        "A program and its arguments. The first line of its output is the value text.")
    static let every = Key<Duration>.optional(
        "every", .duration(.seconds(1) ... .seconds(86_400)), "How often the program runs, from 1 s to 1 d.")
    static let changes = Key<String>.optional(
        "changes", .line(limit: 1000),
        "A file. The program runs when the file changes. A relative path is relative to the panel's file.")
    static let mqtt = Key<DelegatedAction>.optional(
        "mqtt", .mapping(TopicValueKeys.mapping, build: TopicValueKeys.delegated),
        "A topic of the MQTT broker, whose messages give the value text.")

    static let mapping = MappingDescription(
        noun: "value", example: "{command: [wc, -l, /run/visitors], every: 30s}",
        documentation: "A value text from a program or a topic.",
        keys: [command, every, changes, mqtt],
        rules: [
            .exactlyOne([command.name, mqtt.name], areActions: false),
            .exactlyOne([every.name, changes.name], areActions: false, instead: [mqtt.name]),
            .needs([every.name, changes.name], oneOf: [command.name]),
        ])

    @Sendable static func delegated(_ fields: Fields) throws(Incomplete) -> DelegatedAction {
        if try fields.choice() == mqtt.name { return try fields.value(mqtt) }
        var values: [String: IntentValue] = ["command": .words(try fields.value(command))]
        values["every_ms"] = try fields.given(every).map { .milliseconds($0) }
        values["changes"] = try fields.given(changes).map { .string($0) }
        return DelegatedAction(kind: .value, values: values, paths: ["changes"])
    }
}

/// The keys of a value behind a topic of an MQTT broker.
enum TopicValueKeys {
    static let state = Key<String>.required("state", .topic, "The topic that reports the value.")
    static let key = ToggleTopicKeys.key

    static let mapping = MappingDescription(
        noun: "mqtt", example: "{state: garden/weather, key: temperature}",
        documentation: "A value from an MQTT broker.", keys: [state, key])

    @Sendable static func delegated(_ fields: Fields) throws(Incomplete) -> DelegatedAction {
        var values: [String: IntentValue] = ["state": .string(try fields.value(state))]
        values["key"] = fields[key].map { .string($0) }
        return DelegatedAction(kind: .topicValue, values: values)
    }
}
