/// An action, or an attempted action, as the audit trail records it.
public struct AuditEntry: Sendable, Equatable {
    /// The time of the action, on the wall clock and on `CLOCK_BOOTTIME`.
    public let moment: StoredMoment
    /// The person's name, or the surface where the person is not known.
    public let who: String
    /// The action: `unlock`, `perform`, `enrol`.
    public let what: String
    /// The object of the action: a control's kind, a person's name.
    public let subject: String?
    /// The result: `performed`, `refused`.
    public let outcome: String
    /// Further information, in the writer's words.
    public let detail: String?
    /// Whether the entry is about the lock or people. The trail keeps separate room for such entries.
    public let isOfLock: Bool

    /// Creates an entry. A text over 512 bytes is cut after the last character that leaves room for `…`.
    ///
    /// Line breaks and control characters are kept: the caller must escape them before printing an entry.
    public init(
        moment: StoredMoment, who: String, what: String, subject: String? = nil, outcome: String,
        detail: String? = nil, isOfLock: Bool = false
    ) {
        self.moment = StoredMoment(
            wall: moment.wall, bootID: Self.cut(moment.bootID), boottime: moment.boottime)
        self.who = Self.cut(who)
        self.what = Self.cut(what)
        self.subject = subject.map(Self.cut)
        self.outcome = Self.cut(outcome)
        self.detail = detail.map(Self.cut)
        self.isOfLock = isOfLock
    }

    private static func cut(_ text: String) -> String { StoreLimit.cut(text, to: StoreLimit.auditText) }
}

/// An entry of the audit trail with its number.
public struct AuditRecord: Sendable, Equatable {
    /// The position in the trail: from 1, in the order in which the entries were appended.
    ///
    /// A gap between two numbers has one of two causes: the disk failed to take the entries, or newer entries replaced
    /// them.
    public let number: Int64
    /// The number of entries directly before this one that could not be written.
    public let unwritten: Int64
    /// The recorded action.
    public let entry: AuditEntry

    public init(number: Int64, unwritten: Int64 = 0, entry: AuditEntry) {
        self.number = number
        self.unwritten = unwritten
        self.entry = entry
    }
}
