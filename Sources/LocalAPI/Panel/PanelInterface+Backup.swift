extension PanelInterface {
    /// People, and the key without which their PINs are worth nothing, under a passphrase. For those who administer the panel.
    public enum BackUp {
        /// The method's name within the interface.
        public static let name = "BackUp"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The passphrase, at least 12 bytes.
            public var passphrase: String

            /// A passphrase.
            public init(passphrase: String) {
                self.passphrase = passphrase
            }
        }

        /// The answer.
        public struct Reply: Codable, Sendable, Hashable {
            /// The backup, as `HexText` writes bytes.
            public var backup: String

            /// An answer.
            public init(backup: String) {
                self.backup = backup
            }
        }
    }

    /// Takes people from a backup, in place of those there are. For those who administer the panel.
    public enum Restore {
        /// The method's name within the interface.
        public static let name = "Restore"
        /// The method's full name.
        public static let method = PanelInterface.name + "." + name

        /// What it is called with.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The backup, as `HexText` writes bytes.
            public var backup: String
            /// The passphrase that it was made with.
            public var passphrase: String

            /// A backup with its passphrase.
            public init(backup: String, passphrase: String) {
                (self.backup, self.passphrase) = (backup, passphrase)
            }
        }

        /// The answer.
        public struct Reply: Codable, Sendable, Hashable {
            /// How many people there are now.
            public var people: Int

            /// An answer.
            public init(people: Int) {
                self.people = people
            }
        }
    }

    /// What is given as a backup is none, cut off, or of another passphrase.
    public struct UnusableBackup: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".UnusableBackup"

        /// What is wrong with it, for people.
        public var reason: String

        /// An error of this reason.
        public init(reason: String) {
            self.reason = reason
        }
    }

    /// The device's key is another one than the backup's: that must be put in its place first.
    public struct OtherDeviceKey: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".OtherDeviceKey"

        /// An error.
        public init() {}
    }
}
