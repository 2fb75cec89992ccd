import ControlModel

/// The keys of a control's `button`.
enum ButtonActionKeys {
    static let pulse = Key<LineName>.optional("pulse", .gpio, "The output line that becomes active.")
    static let duration = Key<Duration>.optional(
        "for", .duration(.milliseconds(10) ... .seconds(3600)),
        """
        How long the line stays active, from 10 ms to 1 h. There is no default, because a door may stand open for that \
        time.
        """)
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .high, "The level at which the line is active: low for most relay boards.")
    static let fail = Key<OutputFailure>.optional(
        "fail", .choice(), default: .secure,
        """
        The state of the line after a stop, a crash or a hang: secure is inactive; open is active, for a lock that must \
        let people out.
        """
    )
    static let open = Key<OpenedView>.optional(
        "open", .openedView,
        """
        The view that the control opens: history, which shows on the text display what was performed last, until the \
        next press; or a control's key or kind, whose value is shown for 3 s.
        """)
    static let set = Key<[SceneMember]>.optional(
        "set", .scene,
        "A scene: controls by key or kind, each with true or false for its new state. true performs a button.")
    static let command = FollowingActionKeys.command
    static let webhook = FollowingActionKeys.webhook
    static let capture = Key<[String]>.optional(
        "capture", .capturingProgram("[rpicam-still, -o, \"{file}\"]"),
        """
        A program that captures something, such as a camera's picture, and its arguments. \(DelegatedAction.captureFile) \
        in an argument stands for the path of a new file in the state folder of holdfast-actions, which no other user \
        may read. The program may add an ending such as .jpg to the path. A program that leaves no file has failed. The \
        program has no network.
        """)
    static let keep = Key<Int>.optional(
        "keep", .number(1...100_000), default: 100,
        """
        How many captures are kept, from 1 to 100000. Above that, the oldest of all captures of holdfast-actions are \
        deleted.
        """)

    static let mapping = MappingDescription(
        noun: "button", example: "{pulse: GPIO23, for: 3s}",
        documentation: """
            A control that does something once: a line is active for a time, a view opens, a scene is set, a program \
            runs.
            """,
        keys: [pulse, duration, active, fail, open, set, command, webhook, capture, keep],
        rules: [
            .exactlyOne([pulse.name, open.name, set.name, command.name, webhook.name, capture.name]),
            .needs([duration.name, active.name, fail.name], oneOf: [pulse.name]),
            .needs([keep.name], oneOf: [capture.name]), .requires(key: pulse.name, other: duration.name),
        ])

    /// The word that stands in place of a mapping for a button that locks the panel.
    static let lock = "lock"

    /// The value of `button`: a mapping with one of its actions, or `lock`.
    static let button = ValueType<ControlAction>(form: .mappingOrWord(mapping, word: lock)) { slot in
        guard case .mapping = slot.node.content else {
            guard case .scalar(let scalar) = slot.node.content, case .text = scalar.meaning else {
                return slot.refuseType()
            }
            return scalar.text == lock
                ? .lock
                : slot.refuse(.unknownWord(key: slot.key, scalar.text, words: [lock, "a mapping of what it does"]))
        }
        return ValueType<ControlAction>.mapping(mapping, build: action).read(slot)
    }

    @Sendable static func action(_ fields: Fields) throws(Incomplete) -> ControlAction {
        switch try fields.choice() {
        case open.name: return .open(try fields.value(open))
        case set.name: return .set(try fields.value(set))
        case command.name: return .delegated(.command(try fields.value(command)))
        case capture.name: return .delegated(.capture(try fields.value(capture), keeping: try fields.value(keep)))
        case webhook.name: return .delegated(try fields.value(webhook))
        default:
            let line = try fields.value(pulse).description(active: try fields.value(active))
            return .pulse(
                OutputDescription(line, failsActive: try fields.value(fail) == .open),
                duration: try fields.value(duration))
        }
    }
}
