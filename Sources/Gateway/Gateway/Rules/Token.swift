import LocalAPI

/// Random names that no attacker can guess.
enum Token {
    /// 32 random bytes as hexadecimal digits. Swift's generator is the kernel's (`getrandom(2)`).
    static func random() -> String {
        HexText.of((0..<32).map { _ in UInt8.random(in: .min ... .max) })
    }
}
