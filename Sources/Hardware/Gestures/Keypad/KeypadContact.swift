import MonotonicTime

/// The state of one contact of a keypad, as of the latest scan.
struct KeypadContact: Sendable {
    enum State: Sendable, Hashable {
        case open
        /// First seen closed in the latest scan, beside other contacts; counts if the next scan shows it too.
        case seen
        /// Closed, and reported as pressed.
        case down
        /// Closed, but ignored.
        case disregarded
        /// Faulty.
        case quarantined(ContactFault)
    }

    var state = State.open
    /// Whether the latest scan showed the contact closed.
    var isClosed = false
    /// The time of the scan that first showed the present closing, bounce ignored.
    var closedSince = MonotonicInstant.zero
    /// The first of the latest scans in a row that showed the contact open; `nil` if the latest showed it closed.
    var openSince: MonotonicInstant? = .zero
    var chatter: ChatterDetector

    /// Whether the contact is, or may soon be, a closed key outside quarantine.
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
