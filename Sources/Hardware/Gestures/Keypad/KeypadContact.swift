import MonotonicTime

/// What scans have shown of one contact of a keypad so far.
struct KeypadContact: Sendable {
    enum State: Sendable, Hashable {
        /// Up.
        case open
        /// Closed in the latest scan for the first time, beside others: counts if the next one shows it too.
        case seen
        /// Down, and reported.
        case down
        /// Down, and counts for nothing.
        case disregarded
        /// Faulty.
        case quarantined(ContactFault)
    }

    var state = State.open
    /// Whether the latest scan showed it closed.
    var isClosed = false
    /// When it was first seen as it has been since, bounce apart.
    var closedSince = MonotonicInstant.zero
    /// The first of the scans in a row, up to the latest, that showed it open; `nil` where that one did not.
    var openSince: MonotonicInstant? = .zero
    var chatter: ChatterDetector

    /// Whether it is, or may soon be, a key that is down, other than one in quarantine.
    var isInUse: Bool {
        switch state {
        case .seen, .down, .disregarded: true
        case .open, .quarantined: false
        }
    }

    var isQuarantined: Bool {
        if case .quarantined = state { true } else { false }
    }
}
