import MonotonicTime

/// What there is to say on a text display: what a Lock Screen shows.
public struct DisplayContent: Sendable, Hashable {
    /// Whether the panel is locked.
    public enum LockState: Sendable, Hashable {
        /// It has no lock.
        case none
        /// It is locked.
        case locked
        /// Somebody has unlocked it.
        case unlocked
    }

    /// A PIN is asked for.
    public struct Prompt: Sendable, Hashable {
        /// Which PIN is asked for, such as the new one of somebody who is enrolled; `nil`: theirs who stands there.
        public var request: String?
        /// The purpose of the PIN, such as the name of the control that waits for it; `nil` where nothing waits.
        public var purpose: String?
        /// Whether keys have been taken. How many is nobody's business.
        public var hasKeys: Bool
        /// Whether the last one was wrong.
        public var wasWrong: Bool

        /// A prompt of its parts.
        public init(request: String? = nil, purpose: String? = nil, hasKeys: Bool = false, wasWrong: Bool = false) {
            (self.request, self.purpose) = (request, purpose)
            (self.hasKeys, self.wasWrong) = (hasKeys, wasWrong)
        }
    }

    /// Something that goes on (C29).
    public struct Activity: Sendable, Hashable {
        /// What goes on.
        public var title: String
        /// When it is over; `nil` where that is open.
        public var ends: MonotonicInstant?

        /// An activity of its parts.
        public init(title: String, ends: MonotonicInstant? = nil) {
            self.title = title
            self.ends = ends
        }
    }

    /// The panel's name.
    public var panel: String
    /// Whether it is locked.
    public var lock = LockState.none
    /// Where a PIN is asked for.
    public var prompt: Prompt?
    /// Until when no PIN is taken.
    public var lockoutEnds: MonotonicInstant?
    /// The hint that is shown now.
    public var hint: String?
    /// The question that waits to be confirmed.
    public var question: String?
    /// The status that is shown now.
    public var status: String?
    /// The history view: a row for each performance, the newest first; `nil` while the view is closed.
    public var history: [String]?
    /// What goes on, the oldest first.
    public var activities: [Activity] = []
    /// What is broken, the oldest first: as many as people would read.
    public var faults: [String] = []
    /// How much more is broken, which is not named.
    public var otherFaults = 0

    /// What an idle panel says.
    public init(panel: String) {
        self.panel = panel
    }
}
