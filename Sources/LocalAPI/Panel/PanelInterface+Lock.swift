extension PanelInterface {
    /// Authenticates this connection with a PIN. While the connection is in use, its caller may perform controls that
    /// need a PIN, and sees private values.
    public enum Unlock: Method {
        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The PIN's digits.
            public var pin: String

            /// Creates parameters for a PIN.
            public init(pin: String) {
                self.pin = pin
            }
        }
    }

    /// Locks the panel.
    public enum Lock: Method {}

    /// Lists the people who have a PIN. For administrators of the panel.
    public enum People: Method {
        /// One person.
        public struct Reply: Codable, Sendable, Hashable {
            /// The person; `nil` if the panel has none.
            public var person: ListedPerson?

            /// Creates a reply.
            public init(person: ListedPerson?) {
                self.person = person
            }
        }
    }

    /// Gives a person a PIN. For administrators of the panel.
    public enum AddPerson: Method {
        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The person.
            public var person: ListedPerson
            /// The PIN's digits, 4 to 12, as the panel's rule requires.
            public var pin: String

            /// Creates parameters for a person with a PIN.
            public init(person: ListedPerson, pin: String) {
                (self.person, self.pin) = (person, pin)
            }
        }
    }

    /// Gives a person a PIN, typed at the panel's own pad, so that no program learns it. For administrators of the
    /// panel. Closing the connection ends the enrolment.
    public enum EnrolAtPad: Method {
        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The person.
            public var person: ListedPerson

            /// Creates parameters for a person.
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

            /// Creates a reply.
            public init(asks: String? = nil, refusal: String? = nil) {
                (self.asks, self.refusal) = (asks, refusal)
            }
        }
    }

    /// Removes a person and their PIN. For administrators of the panel.
    public enum RemovePerson: Method {
        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The person's name.
            public var name: String

            /// Creates parameters for a person by name.
            public init(name: String) {
                self.name = name
            }
        }
    }

    /// Ends the lockouts. For administrators of the panel, and for callers with the recovery code.
    public enum EndLockout: Method {
        /// The parameters of a call.
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
        /// The reply.
        public struct Reply: Codable, Sendable, Hashable {
            /// The code, which cannot be read again.
            public var code: String

            /// Creates a reply.
            public init(code: String) {
                self.code = code
            }
        }
    }

    /// The PIN is wrong.
    public struct WrongPIN: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".WrongPIN"
        /// The lockout in seconds, during which no PIN is accepted; `nil` if the next PIN is.
        public var seconds: Double?

        /// Creates the error.
        public init(seconds: Double? = nil) {
            self.seconds = seconds
        }
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

    /// Creates a person from their parts.
    public init(name: String, role: String, limits: String? = nil) {
        (self.name, self.role, self.limits) = (name, role, limits)
    }
}
