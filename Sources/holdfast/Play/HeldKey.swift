import MonotonicTime

/// Makes presses of a contact out of a terminal's key: terminals tell only that a key was struck, and strike it again and
/// again while it is held.
///
/// ```
///   key     x          x x x x x x x
///   contact ▔▔▁▁▁▁▁▁▁▁▔▔▔▔▔▔▔▔▔▔▔▔▔▔▁▁
///           tap        held until no more repeats come
/// ```
struct HeldKey {
    /// How long a single stroke is down.
    static let tapDuration = Duration.milliseconds(80)
    /// A stroke so soon after the one before is a repeat. Terminals begin to repeat after 250 to 660 ms.
    static let repeatDelay = Duration.milliseconds(750)
    /// How long the contact stays closed after a repeat. Terminals repeat every 30 to 100 ms.
    static let repeatInterval = Duration.milliseconds(200)

    private var lastStroke: MonotonicInstant?

    /// When the contact opens; `nil` while it is open.
    private(set) var deadline: MonotonicInstant?

    /// The key was struck: the contact closes, or stays closed, until `deadline`.
    mutating func strike(at time: MonotonicInstant) {
        let isRepeat = lastStroke.map { $0.duration(to: time) < Self.repeatDelay } ?? false
        lastStroke = time
        deadline = time.advanced(by: isRepeat ? Self.repeatInterval : Self.tapDuration)
    }

    /// The contact closes for `duration`, whatever the key does.
    mutating func hold(at time: MonotonicInstant, for duration: Duration) {
        lastStroke = nil
        deadline = time.advanced(by: duration)
    }

    /// The deadline came: the contact opens.
    mutating func open() {
        deadline = nil
    }
}
