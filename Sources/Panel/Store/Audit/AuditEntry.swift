/// What is written down of something that somebody did, or tried to.
public struct AuditEntry: Sendable, Equatable {
    /// When, by both clocks.
    public let moment: StoredMoment
    /// The person, or the surface where it is not known who it was.
    public let who: String
    /// What was done: `unlock`, `perform`, `enrol`.
    public let what: String
    /// To what: a control's kind, a person's name.
    public let subject: String?
    /// What came of it: `performed`, `refused`.
    public let outcome: String
    /// What else there is to say.
    public let detail: String?
    /// Whether it is about the lock or people, for which the trail keeps room of its own.
    public let isOfLock: Bool

    /// An entry; each text is cut at the last character that ends within 512 bytes, and then ends with `…`.
    ///
    /// Line breaks and control characters are kept: whoever prints an entry has to escape them.
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
    /// From 1, in the order in which the entries were appended. Entries that are missing between two others could not be
    /// written while the disk took none, or went for newer ones.
    public let number: Int64
    /// How many entries just before this one could not be written.
    public let unwritten: Int64
    /// What was written down.
    public let entry: AuditEntry

    /// The entry with the number.
    public init(number: Int64, unwritten: Int64 = 0, entry: AuditEntry) {
        self.number = number
        self.unwritten = unwritten
        self.entry = entry
    }
}
