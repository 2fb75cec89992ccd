extension PanelInterface {
    /// Authenticates this connection with a PIN. While the connection is in use, its caller may perform controls that
    /// need a PIN, and sees private values.
    public enum Unlock: Method {
        public struct Parameters: Codable, Sendable, Hashable, TimedParameters {
            /// The PIN's digits.
            public var pin: String
            /// The moment at which the person sent the PIN.
            public var requestedAt: RequestTime?

            public init(pin: String, requestedAt: RequestTime? = nil) {
                self.pin = pin
                self.requestedAt = requestedAt
            }
        }
    }

    /// Makes this connection share a session with all connections of its user that join with the same token. It acts for
    /// the session alone from then on.
    public enum JoinSession: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// 32 random bytes, as hexadecimal digits.
            public var token: String
            /// Whether the calls of the connection prolong the session; `nil` for yes.
            public var prolongs: Bool?

            public init(token: String, prolongs: Bool? = nil) {
                self.token = token
                self.prolongs = prolongs
            }
        }
    }

    /// Returns the person who has unlocked the session of this connection.
    public enum ShowSession: Method {
        /// The session; all values are `nil` while it is locked.
        public struct Reply: Codable, Sendable, Hashable {
            public var person: String?
            /// The person's role.
            public var role: String?
            /// The time until the session is locked, unless a call prolongs it.
            public var seconds: Double?

            public init(person: String?, role: String?, seconds: Double?) {
                (self.person, self.role, self.seconds) = (person, role, seconds)
            }
        }
    }

    /// Locks the session of this connection.
    public enum EndSession: Method {}

    public enum Lock: Method {}

    /// Lists the people who have a PIN. For owners who have given theirs, and for administrators of the panel.
    public enum People: Method {
        public struct Reply: Codable, Sendable, Hashable {
            /// The person; `nil` if the panel has none.
            public var person: ListedPerson?

            public init(person: ListedPerson?) {
                self.person = person
            }
        }
    }

    /// Gives a person a PIN. For administrators of the panel.
    public enum AddPerson: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            public var person: ListedPerson
            /// The PIN's digits, 4 to 12, as the panel's rule requires.
            public var pin: String

            public init(person: ListedPerson, pin: String) {
                (self.person, self.pin) = (person, pin)
            }
        }
    }

    /// Gives a person a PIN, typed at the panel's own pad, so that no program learns it. For administrators of the
    /// panel. Closing the connection ends the enrolment.
    public enum EnrolAtPad: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            public var person: ListedPerson

            public init(person: ListedPerson) {
                self.person = person
            }
        }

        /// The PIN that the pad asks for. The last reply asks for none.
        public struct Reply: Codable, Sendable, Hashable {
            /// `owner`: an owner's PIN. `pin`: the new PIN. `again`: the new PIN once more. `nil`: the person has the
            /// PIN.
            public var asks: String?
            /// The reason why the pad did not accept the last input; `nil` if it did.
            public var refusal: String?

            public init(asks: String? = nil, refusal: String? = nil) {
                (self.asks, self.refusal) = (asks, refusal)
            }
        }
    }

    /// Removes a person and their PIN. For administrators of the panel.
    public enum RemovePerson: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            public var name: String

            public init(name: String) {
                self.name = name
            }
        }
    }

    /// Ends the lockouts. For administrators of the panel, and for callers with the recovery code.
    public enum EndLockout: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The recovery code; `nil` for an administrator.
            public var code: String?

            /// Creates parameters, with a code or without.
            public init(code: String? = nil) {
                self.code = code
            }
        }
    }

    /// Makes a recovery code, which replaces the previous one. For administrators of the panel.
    public enum MakeRecoveryCode: Method {
        public struct Reply: Codable, Sendable, Hashable {
            /// The code, which cannot be read again.
            public var code: String

            public init(code: String) {
                self.code = code
            }
        }
    }

    public struct WrongPIN: Failure {
        /// The lockout in seconds, during which no PIN is accepted; `nil` if the next PIN is.
        public var seconds: Double?

        public init(seconds: Double? = nil) {
            self.seconds = seconds
        }
    }

    // MARK: The audit trail

    /// Reads the audit trail. For administrators of the panel, and for callers who have given a PIN, not a
    /// guest's, on this connection. Callers without a PIN get the last performances instead, as far as the controls
    /// neither need a PIN nor are private, without names.
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
            /// Whether to read the last performances that the trail leaves out in place of the trail; `nil` for no.
            public var performances: Bool?

            /// Creates parameters. At most one of the first three may be given.
            public init(
                seconds: Double? = nil, since: Double? = nil, last: Int? = nil, follow: Bool? = nil,
                performances: Bool? = nil
            ) {
                (self.seconds, self.since, self.last) = (seconds, since, last)
                (self.follow, self.performances) = (follow, performances)
            }
        }

        /// One of several replies. The last reply of a call without `follow` is empty.
        public struct Reply: Codable, Sendable, Hashable {
            public var entry: LogEntry?
            /// The number of entries that could not be written at this point.
            public var unwritten: Int?
            /// The number of entries that newer ones displaced before this caller read them.
            public var dropped: Int?
            /// In the first reply to a caller without a PIN: whether the log is reduced.
            public var isReduced: Bool?

            public init(
                entry: LogEntry? = nil, unwritten: Int? = nil, dropped: Int? = nil, isReduced: Bool? = nil
            ) {
                (self.entry, self.unwritten, self.dropped) = (entry, unwritten, dropped)
                self.isReduced = isReduced
            }
        }
    }

    // MARK: Backup

    /// Backs up the people, the device's key and a panel's file, encrypted under a passphrase. Without this key the PINs
    /// are useless.
    /// For administrators of the panel.
    public enum BackUp: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The passphrase, at least 12 bytes.
            public var passphrase: String
            /// The text of the panel's file.
            public var file: String

            public init(passphrase: String, file: String) {
                (self.passphrase, self.file) = (passphrase, file)
            }
        }

        public struct Reply: Codable, Sendable, Hashable {
            /// The backup, as `HexText` writes bytes.
            public var backup: String

            public init(backup: String) {
                self.backup = backup
            }
        }
    }

    /// Replaces the people with those of a backup. For administrators of the panel.
    public enum Restore: Method {
        public struct Parameters: Codable, Sendable, Hashable {
            /// The backup, as `HexText` writes bytes.
            public var backup: String
            public var passphrase: String

            public init(backup: String, passphrase: String) {
                (self.backup, self.passphrase) = (backup, passphrase)
            }
        }

        public struct Reply: Codable, Sendable, Hashable {
            /// The number of people after the restoration.
            public var people: Int

            public init(people: Int) {
                self.people = people
            }
        }
    }

    /// The data is no backup, is cut off, or was encrypted under another passphrase.
    public struct UnusableBackup: Failure {
        /// The problem with the backup, for people.
        public var reason: String

        public init(reason: String) {
            self.reason = reason
        }
    }

    /// The backup was made under another device key, which must be installed first.
    public struct OtherDeviceKey: Failure {
        public init() {}
    }
}

/// A person who has a PIN.
public struct ListedPerson: Codable, Sendable, Hashable {
    /// The person's name, 1 to 64 bytes.
    public var name: String
    /// The person's role: `owner`, `member`, `guest`, `duress`.
    public var role: String
    /// The limits of a guest, any of `from=2026-05-01 until=2026-05-31 days=mon,tue hours=22:00-06:00 uses=3`; `nil`
    /// for none.
    public var limits: String?

    public init(name: String, role: String, limits: String? = nil) {
        (self.name, self.role, self.limits) = (name, role, limits)
    }
}

/// One action of the audit trail, carried out or attempted.
public struct LogEntry: Codable, Sendable, Hashable {
    /// The number of an entry of the audit trail, from 1, in the order of creation; `nil` for a performance that the
    /// trail leaves out.
    public var number: Int?
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
    /// The title of the control that `subject` names, if the panel has that control now.
    public var title: String?
    /// The outcome: `asked`, `confirmed`, `done`, `failed`, `refused`, `waiting`, `wrong`, `began`, `ended`.
    public var outcome: String
    /// More detail, for people.
    public var detail: String?

    public init(
        number: Int?, time: Double, isSynchronized: Bool, who: String, what: String, subject: String? = nil,
        title: String? = nil, outcome: String, detail: String? = nil
    ) {
        (self.number, self.time, self.isSynchronized) = (number, time, isSynchronized)
        (self.who, self.what, self.subject, self.title) = (who, what, subject, title)
        (self.outcome, self.detail) = (outcome, detail)
    }
}
