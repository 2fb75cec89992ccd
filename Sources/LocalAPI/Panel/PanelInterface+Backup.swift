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

/// Bytes as text in a message: two hexadecimal digits each.
public enum HexText {
    /// The digits of `bytes`, in lower case.
    public static func of(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// What `text` stands for; `nil` where it is none of such.
    public static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let high = value(digits[index]), let low = value(digits[index + 1]) else { return nil }
            bytes.append(high << 4 | low)
        }
        return bytes
    }

    private static func value(_ digit: UInt8) -> UInt8? {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): digit - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): digit - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): digit - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
