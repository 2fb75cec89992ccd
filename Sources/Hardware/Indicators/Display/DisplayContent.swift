import MonotonicTime

/// The state of a panel that a text display shows: the content of a Lock Screen.
public struct DisplayContent: Sendable, Hashable {
    public enum LockState: Sendable, Hashable {
        /// The panel has no lock.
        case none
        case locked
        /// A user has unlocked the panel.
        case unlocked
    }

    /// A request for a PIN.
    public struct Prompt: Sendable, Hashable {
        /// The kind of PIN, such as a new user's PIN at enrolment; `nil`: the PIN of the user at the panel.
        public var request: String?
        /// The purpose of the PIN, such as the name of the control that waits for it; `nil` where nothing waits.
        public var purpose: String?
        /// Whether the user has entered any keys. The display must not reveal how many.
        public var hasKeys: Bool
        /// Whether the last PIN was wrong.
        public var wasWrong: Bool
        /// Whether the status, if any, tells why the last PIN did nothing.
        public var isAnswered: Bool

        public init(
            request: String? = nil, purpose: String? = nil, hasKeys: Bool = false, wasWrong: Bool = false,
            isAnswered: Bool = false
        ) {
            (self.request, self.purpose) = (request, purpose)
            (self.hasKeys, self.wasWrong, self.isAnswered) = (hasKeys, wasWrong, isAnswered)
        }
    }

    /// A live activity that goes on (C29).
    public struct Activity: Sendable, Hashable {
        /// The activity's name for users.
        public var title: String
        /// When the activity ends; `nil` where the end is open.
        public var ends: MonotonicInstant?

        public init(title: String, ends: MonotonicInstant? = nil) {
            self.title = title
            self.ends = ends
        }
    }

    public var panel: String
    public var lock = LockState.none
    /// The request for a PIN; `nil` where there is none.
    public var prompt: Prompt?
    /// When the lockout ends; `nil` while the panel accepts PINs.
    public var lockoutEnds: MonotonicInstant?
    /// The hint to show now; `nil` for none.
    public var hint: String?
    /// The question that waits for confirmation; `nil` for none.
    public var question: String?
    /// The status to show now; `nil` for none.
    public var status: String?
    /// The history view: a row for each performance, the newest first; `nil` while the view is closed.
    public var history: [String]?
    /// The live activities, the oldest first.
    public var activities: [Activity] = []
    /// The faults, the oldest first; only as many as users would read.
    public var faults: [String] = []
    /// The number of further faults, which are not named.
    public var otherFaults = 0

    /// The content of an idle panel.
    public init(panel: String) {
        self.panel = panel
    }
}
