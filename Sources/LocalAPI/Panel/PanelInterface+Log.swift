extension PanelInterface {
    /// The audit trail. For those who administer the panel, and whoever has given a PIN by the connection.
    public enum Log {
        /// The method's name within the interface.
        public static let name = "Log"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with; where nothing says where to begin, at the oldest entry that is kept.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Entries of the last so many seconds.
            public var seconds: Double?
            /// Entries since a time, in seconds since 1970.
            public var since: Double?
            /// So many entries, the last ones.
            public var last: Int?
            /// Whether to go on with what is written from now on; `nil` for no.
            public var follow: Bool?

            /// Parameters; at most one of the first three.
            public init(seconds: Double? = nil, since: Double? = nil, last: Int? = nil, follow: Bool? = nil) {
                (self.seconds, self.since, self.last, self.follow) = (seconds, since, last, follow)
            }
        }

        /// One of many; the last one is empty.
        public struct Reply: Codable, Sendable, Hashable {
            /// An entry.
            public var entry: LogEntry?
            /// How many entries could not be written here.
            public var unwritten: Int?
            /// How many entries newer ones have pushed out before they were read.
            public var dropped: Int?

            /// An answer.
            public init(entry: LogEntry? = nil, unwritten: Int? = nil, dropped: Int? = nil) {
                (self.entry, self.unwritten, self.dropped) = (entry, unwritten, dropped)
            }
        }
    }
}

/// Something that somebody did, or tried to.
public struct LogEntry: Codable, Sendable, Hashable {
    /// From 1, in the order in which the entries were made.
    public var number: Int
    /// When, in seconds since 1970, by the wall clock as it was then.
    public var time: Double
    /// Whether something kept that clock right.
    public var isSynchronized: Bool
    /// Who: a person by name once their PIN was right, else where they asked.
    public var who: String
    /// What was done: `unlock`, `perform`.
    public var what: String
    /// To what: a control's name, a person's.
    public var subject: String?
    /// What came of it: `done`, `failed`, `refused`, `wrong`, `began`, `ended`.
    public var outcome: String
    /// What else there is to say.
    public var detail: String?

    /// An entry of its parts.
    public init(
        number: Int, time: Double, isSynchronized: Bool, who: String, what: String, subject: String? = nil,
        outcome: String, detail: String? = nil
    ) {
        (self.number, self.time, self.isSynchronized) = (number, time, isSynchronized)
        (self.who, self.what, self.subject) = (who, what, subject)
        (self.outcome, self.detail) = (outcome, detail)
    }
}
