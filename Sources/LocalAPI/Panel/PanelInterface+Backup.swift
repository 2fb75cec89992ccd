extension PanelInterface {
    /// Backs up the people and the device's key, encrypted under a passphrase. Without this key the PINs are useless.
    /// For administrators of the panel.
    public enum BackUp: Method {
        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The passphrase, at least 12 bytes.
            public var passphrase: String

            /// Creates parameters for a passphrase.
            public init(passphrase: String) {
                self.passphrase = passphrase
            }
        }

        /// The reply.
        public struct Reply: Codable, Sendable, Hashable {
            /// The backup, as `HexText` writes bytes.
            public var backup: String

            /// Creates a reply.
            public init(backup: String) {
                self.backup = backup
            }
        }
    }

    /// Replaces the people with those of a backup. For administrators of the panel.
    public enum Restore: Method {
        /// The parameters of a call.
        public struct Parameters: Codable, Sendable, Hashable {
            /// The backup, as `HexText` writes bytes.
            public var backup: String
            /// The passphrase of the backup.
            public var passphrase: String

            /// Creates parameters for a backup with its passphrase.
            public init(backup: String, passphrase: String) {
                (self.backup, self.passphrase) = (backup, passphrase)
            }
        }

        /// The reply.
        public struct Reply: Codable, Sendable, Hashable {
            /// The number of people after the restoration.
            public var people: Int

            /// Creates a reply.
            public init(people: Int) {
                self.people = people
            }
        }
    }

    /// The data is no backup, is cut off, or was encrypted under another passphrase.
    public struct UnusableBackup: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".UnusableBackup"

        /// The problem with the backup, for people.
        public var reason: String

        /// Creates the error for a reason.
        public init(reason: String) {
            self.reason = reason
        }
    }

    /// The backup was made under another device key, which must be installed first.
    public struct OtherDeviceKey: VarlinkError, Hashable {
        public static let varlinkName = PanelInterface.name + ".OtherDeviceKey"

        /// Creates the error.
        public init() {}
    }
}

/// Bytes as text in a message: two hexadecimal digits for each byte.
public enum HexText {
    /// The digits of `bytes`, in lower case.
    public static func of(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }

    /// The bytes that `text` stands for, in either letter case; `nil` if `text` has an odd length or other characters.
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
