extension PanelInterface {
    /// Reads the audit trail. For administrators of the panel, and for callers who have given a PIN, not a
    /// guest's, on this connection.
    public enum Log: Method {
        /// The parameters of a call. Without a start, the reply begins at the oldest kept entry.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The age of the oldest entry to read, in seconds.
            public var seconds: Double?
            /// The time of the oldest entry to read, in seconds since 1970.
            public var since: Double?
            /// The number of the latest entries to read.
            public var last: Int?
            /// Whether the call goes on with new entries; `nil` for no.
            public var follow: Bool?

            /// Creates parameters. At most one of the first three may be given.
            public init(seconds: Double? = nil, since: Double? = nil, last: Int? = nil, follow: Bool? = nil) {
                (self.seconds, self.since, self.last, self.follow) = (seconds, since, last, follow)
            }
        }

        /// One of several replies. The last reply of a call without `follow` is empty.
        public struct Reply: Codable, Sendable, Hashable {
            /// An entry.
            public var entry: LogEntry?
            /// The number of entries that could not be written at this point.
            public var unwritten: Int?
            /// The number of entries that newer ones displaced before this caller read them.
            public var dropped: Int?

            /// Creates a reply.
            public init(entry: LogEntry? = nil, unwritten: Int? = nil, dropped: Int? = nil) {
                (self.entry, self.unwritten, self.dropped) = (entry, unwritten, dropped)
            }
        }
    }
}

/// One action of the audit trail, carried out or attempted.
public struct LogEntry: Codable, Sendable, Hashable {
    /// The entry's number, from 1, in the order of creation.
    public var number: Int
    /// The time in seconds since 1970, by the wall clock of that moment.
    public var time: Double
    /// Whether that clock was synchronised.
    public var isSynchronized: Bool
    /// The actor: a person's name after a right PIN, else the origin of the request.
    public var who: String
    /// The action: `unlock`, `perform` and others.
    public var what: String
    /// The object of the action: the name of a control or person.
    public var subject: String?
    /// The outcome: `done`, `failed`, `refused`, `wrong`, `began`, `ended`.
    public var outcome: String
    /// More detail, for people.
    public var detail: String?

    /// Creates an entry from its parts.
    public init(
        number: Int, time: Double, isSynchronized: Bool, who: String, what: String, subject: String? = nil,
        outcome: String, detail: String? = nil
    ) {
        (self.number, self.time, self.isSynchronized) = (number, time, isSynchronized)
        (self.who, self.what, self.subject) = (who, what, subject)
        (self.outcome, self.detail) = (outcome, detail)
    }
}
