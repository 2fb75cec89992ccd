/// The keys of a physical push button.
enum ButtonKeys {
    private static let reference = """
        A control's key, its kind, or {kind: KIND, configuration: {NAME: VALUE}}; null for none until somebody places \
        one.
        """

    static let line = Key<LineName>.required("line", .gpio, "The input line that the button is on.")
    static let active = Key<ActiveLevel>.optional(
        "active", .choice(), default: .low,
        "The level while the button is down: low where it connects the line to ground.")
    static let pull = Key<LineBias>.optional(
        "pull", .choice(),
        """
        The resistor inside the chip that holds the line while the button is up; none where the board has one of its own. \
        Without it, the one against active: up for a line that is active low, down for one that is active high.
        """)
    static let debounce = Key<Duration>.optional(
        "debounce", .duration(.zero ... .milliseconds(100)), default: .milliseconds(5),
        "How long after an edge further edges are taken for bounce, 0 to 100 ms. The first edge counts at once.")
    static let releaseTime = Key<Duration>.optional(
        "release_time", .duration(.zero ... .seconds(1)), default: .zero,
        """
        How long the contact must stay open until the button counts as released, 0 to 1 s: 40ms for a button fed by \
        alternating current, whose contact closes 50 to 120 times a second.
        """)
    static let hold = Key<Assignment>.optional("hold", .assignment, "What holding the button performs. \(reference)")
    static let holdTime = Key<Duration>.optional(
        "hold_time", .duration(.milliseconds(100) ... .seconds(10)), default: .milliseconds(500),
        "How long to hold the button, 100 ms to 10 s.")
    static let doubleTap = Key<Assignment>.optional(
        "double_tap", .assignment, "What two taps perform; a single one then waits for double_tap_time. \(reference)")
    static let doubleTapTime = Key<Duration>.optional(
        "double_tap_time", .duration(.milliseconds(100) ... .seconds(2)), default: .milliseconds(300),
        "How long to wait for another tap, 100 ms to 2 s. With double_tap or triple_tap only.")
    static let tripleTap = Key<Assignment>.optional(
        "triple_tap", .assignment, "What three taps perform. \(reference)")
    static let longHold = Key<Assignment>.optional(
        "long_hold", .assignment, "What holding still longer performs; hold then performs at release. \(reference)")
    static let longHoldTime = Key<Duration>.optional(
        "long_hold_time", .duration(.milliseconds(200) ... .seconds(30)),
        """
        How long to hold the button for long_hold, 200 ms to 30 s, and longer than hold_time. Without it, 2 s, or twice \
        hold_time if that is longer.
        """)

    static let trusted = Key<Bool>.optional(
        "trusted", .boolean, default: false,
        "Whether it performs guarded controls without a PIN, as an exit button inside the door: anybody who reaches it may."
    )

    /// The keys whose values are controls.
    static let gestures = [hold, doubleTap, tripleTap, longHold].map(\.name)

    static let mapping = MappingDescription(
        noun: "button", example: "{line: GPIO17, hold: flashlight}",
        documentation: "A physical push button. At least one of its gestures performs a control.",
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
