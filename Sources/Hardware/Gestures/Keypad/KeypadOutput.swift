import MonotonicTime

/// An event that a keypad of any kind reports.
///
///     a key                  pressed · released
///     two, one by one        pressed(1) · pressed(2) · released(1) · released(2)
///     two at once            chord
///     three, two in a row
///     and two in a column    pressed(1) · pressed(2) · ghosts · released(1) · released(2)
///     stuck                  pressed · quarantined(.stuck) · cured
///
/// A press ends with one of `released` and `quarantined`. After `chord`, `ghosts` and `missed`, no key counts until
/// all keys are up. A caller that collects digits should then start again.
public enum KeypadOutput: Sendable, Hashable {
    /// The key went down. A held key reports this once.
    case pressed(Character, at: MonotonicInstant)
    /// The key came up.
    case released(Character, at: MonotonicInstant)
    /// Several keys went down together, and their order is unknown: none of them counts.
    case chord(at: MonotonicInstant)
    /// So many keys are down that some may be ghosts: only keys that were down before count.
    case ghosts(at: MonotonicInstant)
    /// The device has lost key events before this, so the entered digits may be incomplete.
    case missed(at: MonotonicInstant)
    /// The key's contact is faulty and reports nothing else until `cured`. A space stands for a contact without a
    /// key.
    case quarantined(Character, ContactFault, at: MonotonicInstant)
    /// The contact has been open for long enough to be used again.
    case cured(Character, at: MonotonicInstant)

    /// The time of the scan, or of the device's event, that caused the output. Times never decrease from one output
    /// to the next.
    public var time: MonotonicInstant {
        switch self {
        case .pressed(_, let time), .released(_, let time), .chord(let time), .ghosts(let time), .missed(let time),
            .quarantined(_, _, let time), .cured(_, let time):
            time
        }
    }
}
