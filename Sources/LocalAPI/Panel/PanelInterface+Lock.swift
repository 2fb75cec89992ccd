extension PanelInterface {
    /// Unlocks what the caller may do and see by this connection.
    public enum Unlock {
        /// The method's name within the interface.
        public static let name = "Unlock"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The PIN's digits.
            public var pin: String

            /// A PIN.
            public init(pin: String) {
                self.pin = pin
            }
        }
    }

    /// Locks the panel.
    public enum Lock {
        /// The method's name within the interface.
        public static let name = "Lock"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name
    }

    /// The people who have a PIN. For those who administer the panel.
    public enum People {
        /// The method's name within the interface.
        public static let name = "People"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// One of them.
        public struct Reply: Codable, Sendable, Hashable {
            /// The person; `nil` where there are none at all.
            public var person: ListedPerson?

            /// An answer.
            public init(person: ListedPerson?) {
                self.person = person
            }
        }
    }

    /// Gives somebody a PIN. For those who administer the panel.
    public enum AddPerson {
        /// The method's name within the interface.
        public static let name = "AddPerson"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Who.
            public var person: ListedPerson
            /// The PIN's digits, 4 to 12, as the panel's rule wants.
            public var pin: String

            /// A person with a PIN.
            public init(person: ListedPerson, pin: String) {
                (self.person, self.pin) = (person, pin)
            }
        }
    }

    /// Gives somebody a PIN that is typed at the panel's own pad, so that no program learns it. For those who administer the
    /// panel; ending the connection ends it.
    public enum EnrolAtPad {
        /// The method's name within the interface.
        public static let name = "EnrolAtPad"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// Who.
            public var person: ListedPerson

            /// A person.
            public init(person: ListedPerson) {
                self.person = person
            }
        }

        /// What the pad asks for; the last answer asks for nothing.
        public struct Reply: Codable, Sendable, Hashable {
            /// `owner`: an owner's PIN. `pin`: the new one. `again`: the same once more. `nil`: they have it.
            public var asks: String?
            /// Why what was typed last does not do.
            public var refusal: String?

            /// An answer.
            public init(asks: String? = nil, refusal: String? = nil) {
                (self.asks, self.refusal) = (asks, refusal)
            }
        }
    }

    /// Takes somebody's PIN away. For those who administer the panel.
    public enum RemovePerson {
        /// The method's name within the interface.
        public static let name = "RemovePerson"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The person's name.
            public var name: String

            /// A person by name.
            public init(name: String) {
                self.name = name
            }
        }
    }

    /// Ends the lockouts. For those who administer the panel, and whoever has the recovery code.
    public enum EndLockout {
        /// The method's name within the interface.
        public static let name = "EndLockout"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The recovery code; `nil` for those who administer the panel.
            public var code: String?

            /// By a code, or without one.
            public init(code: String? = nil) {
                self.code = code
            }
        }
    }

    /// Makes a recovery code, in place of the one before. For those who administer the panel.
    public enum MakeRecoveryCode {
        /// The method's name within the interface.
        public static let name = "MakeRecoveryCode"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// The answer.
        public struct Reply: Codable, Sendable, Hashable {
            /// The code; nobody can be told it again.
            public var code: String

            /// An answer.
            public init(code: String) {
                self.code = code
            }
        }
    }

    /// The PIN is wrong.
    public struct WrongPIN: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".WrongPIN"
        /// For how long no PIN is taken, in seconds; `nil` where the next one is.
        public var seconds: Double?

        /// An error.
        public init(seconds: Double? = nil) {
            self.seconds = seconds
        }
    }
}

/// Somebody who has a PIN.
public struct ListedPerson: Codable, Sendable, Hashable {
    /// Their name, 1 to 64 bytes.
    public var name: String
    /// What they may: `owner`, `member`, `guest`, `duress`.
    public var role: String
    /// When a guest may: `from=2026-05-01 until=2026-05-31 days=mon,tue hours=22:00-06:00 uses=3`, any of them.
    public var limits: String?

    /// A person of their parts.
    public init(name: String, role: String, limits: String? = nil) {
        (self.name, self.role, self.limits) = (name, role, limits)
    }
}
