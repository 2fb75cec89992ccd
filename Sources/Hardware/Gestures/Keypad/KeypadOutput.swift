import MonotonicTime

/// What a keypad reports, of whatever kind it is.
///
///     a key                  pressed · released
///     two, one by one        pressed(1) · pressed(2) · released(1) · released(2)
///     two at once            chord
///     three, two in a row
///     and two in a column    pressed(1) · pressed(2) · ghosts · released(1) · released(2)
///     stuck                  pressed · quarantined(.stuck) · cured
///
/// A press ends with one of `released` and `quarantined`. After `chord`, `ghosts` and `missed` nothing counts until all
/// keys are up: whoever collects digits does well to begin anew.
public enum KeypadOutput: Sendable, Hashable {
    /// The key went down. A key that is held is pressed once.
    case pressed(Character, at: MonotonicInstant)
    /// The key came up.
    case released(Character, at: MonotonicInstant)
    /// Several keys went down together, so that nobody knows which was the first: none of them counts.
    case chord(at: MonotonicInstant)
    /// So many keys are down that some seem to be which are not: none counts that was not down before.
    case ghosts(at: MonotonicInstant)
    /// The device has lost keys before this: what was entered may lack some.
    case missed(at: MonotonicInstant)
    /// The key's contact is faulty, and until `cured` nothing else is reported of it; a space stands for a contact where
    /// there is no key.
    case quarantined(Character, ContactFault, at: MonotonicInstant)
    /// The contact has been open for long enough to be trusted again.
    case cured(Character, at: MonotonicInstant)

    /// When it became known: the time of the scan, or of the device's event, that showed it. Never earlier than that of
    /// the output before.
    public var time: MonotonicInstant {
        switch self {
        case .pressed(_, let time), .released(_, let time), .chord(let time), .ghosts(let time), .missed(let time),
            .quarantined(_, _, let time), .cured(_, let time):
            time
        }
    }
}
