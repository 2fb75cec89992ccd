/// The keys of a physical push button.
enum ButtonKeys {
    private static let reference = """
        A control's key, its kind, or {kind: KIND, configuration: {NAME: VALUE}}; null for no control until a person \
        places one.
        """

    static let line = Key<LineName>.required("line", .gpio, "The input line of the button.")
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .low,
        "The level while the button is pressed: low if the button connects the line to ground.")
    static let pull = Key<LineBias>.optional(
        "pull", .choice(),
        """
        The resistor in the chip that holds the line while the button is open: none if the board has its own resistor. \
        Default: up with active: low, down with active: high.
        """)
    static let debounce = Key<Duration>.optional(
        "debounce", .duration(.zero ... .milliseconds(100)), default: .milliseconds(5),
        "How long edges after an edge count as bounce, from 0 to 100 ms. The first edge counts at once.")
    static let releaseTime = Key<Duration>.optional(
        "release_time", .duration(.zero ... .seconds(1)), default: .zero,
        """
        How long the contact must stay open until the button counts as released, from 0 to 1 s. Use 40ms for a button \
        with alternating current, whose contact closes 50 to 120 times a second.
        """)
    static let hold = Key<Assignment>.optional("hold", .assignment, "The control that a hold performs. \(reference)")
    static let holdTime = Key<Duration>.optional(
        "hold_time", .duration(.milliseconds(100) ... .seconds(10)), default: .milliseconds(500),
        "How long a hold takes, from 100 ms to 10 s.")
    static let doubleTap = Key<Assignment>.optional(
        "double_tap", .assignment,
        "The control that two taps perform. A single tap then waits for double_tap_time. \(reference)")
    static let doubleTapTime = Key<Duration>.optional(
        "double_tap_time", .duration(.milliseconds(100) ... .seconds(2)), default: .milliseconds(300),
        "How long the button waits for another tap, from 100 ms to 2 s. Only with double_tap or triple_tap.")
    static let tripleTap = Key<Assignment>.optional(
        "triple_tap", .assignment, "The control that three taps perform. \(reference)")
    static let longHold = Key<Assignment>.optional(
        "long_hold", .assignment,
        "The control that a longer hold performs. The control of hold then performs at release. \(reference)"
    )
    static let longHoldTime = Key<Duration>.optional(
        "long_hold_time", .duration(.milliseconds(200) ... .seconds(30)),
        """
        How long a hold for long_hold takes, from 200 ms to 30 s, and longer than hold_time. Default: 2 s, or twice \
        hold_time if that is longer.
        """)

    static let trusted = Key<Bool>.optional(
        "trusted", .boolean, default: false,
        """
        Whether the button performs guarded controls without a PIN, such as an exit button inside the door. Everybody \
        who can reach the button may use it.
        """
    )

    /// The keys whose values are controls.
    static let gestures = [hold, doubleTap, tripleTap, longHold].map(\.name)

    static let mapping = MappingDescription(
        noun: "button", example: "{line: GPIO17, hold: flashlight}",
        documentation: "A push button. At least one of its gestures performs a control.",
        keys: [
            line, active, pull, debounce, releaseTime, hold, holdTime, doubleTap, doubleTapTime, tripleTap, longHold,
            longHoldTime, trusted,
        ],
        rules: [
            .atLeastOne(gestures),
            .needs([holdTime.name], oneOf: [hold.name, longHold.name]),
            .needs([doubleTapTime.name], oneOf: [doubleTap.name, tripleTap.name]),
            .needs([longHoldTime.name], oneOf: [longHold.name]),
        ])

    @Sendable static func button(name: String, _ fields: Fields) throws(Incomplete) -> ButtonDescription {
        check(fields)
        let level = try fields.value(active)
        let holdTime = try fields.value(holdTime)
        return ButtonDescription(
            name: name, line: try fields.value(line).description(active: level),
            bias: fields[pull] ?? (level == .low ? .up : .down), debounce: try fields.value(debounce),
            releaseTime: try fields.value(releaseTime), holdTime: holdTime,
            longHoldTime: fields[longHoldTime] ?? max(.seconds(2), holdTime * 2),
            doubleTapTime: try fields.value(doubleTapTime), hold: fields[hold]?.reference,
            doubleTap: fields[doubleTap]?.reference, tripleTap: fields[tripleTap]?.reference,
            longHold: fields[longHold]?.reference, isTrusted: try fields.value(trusted), position: fields.position)
    }

    private static func check(_ fields: Fields) {
        // Without a gesture its times do not matter.
        guard gestures.contains(where: fields.has) else { return }
        if let long = fields[longHoldTime], let short = fields[holdTime], long <= short {
            fields.report(.notLonger(key: longHoldTime.name, long, than: holdTime.name, short), at: longHoldTime)
        }
    }
}
