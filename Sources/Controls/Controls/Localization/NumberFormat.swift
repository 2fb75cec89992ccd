import Glibc

/// A specifier of printf(3) for one number, such as `%.1f` or `%02d`, as a literal's author gives it.
struct NumberFormat {
    private let flags: Substring
    private let conversion: Character

    /// - Returns: `nil` for what is no specifier of one number. Its length modifier is passed over: the number's type is
    ///   known.
    init?(_ specifier: String) {
        guard specifier.first == "%", let conversion = specifier.last, "dixXoufFeEgG".contains(conversion) else {
            return nil
        }
        let middle = specifier.dropFirst().dropLast()
        let flags = middle.prefix { !"hlqjztL".contains($0) }
        // No `*` and no `n`: each would have printf(3) look for an argument that there is not.
        guard flags.utf8.count <= 8, flags.allSatisfy({ "-+ 0#.123456789".contains($0) }),
            middle[flags.endIndex...].allSatisfy({ "hlqjztL".contains($0) })
        else { return nil }
        self.flags = flags
        self.conversion = conversion
    }

    /// The number so written; `nil` where the specifier is one of whole numbers.
    func text(of number: Double) -> String? {
        guard "fFeEgG".contains(conversion) else { return nil }
        return Self.text("%\(flags)\(conversion)", number)
    }

    /// The number so written; `nil` where the specifier is one of floating-point numbers.
    func text(of number: Int64) -> String? {
        guard "dixXou".contains(conversion) else { return nil }
        return Self.text("%\(flags)ll\(conversion)", number)
    }

    private static func text(_ format: String, _ number: some CVarArg) -> String {
        withVaList([number]) { arguments in
            var buffer = [UInt8](repeating: 0, count: 512)
            let count = buffer.withUnsafeMutableBytes { buffer in
                buffer.withMemoryRebound(to: CChar.self) { vsnprintf($0.baseAddress, $0.count, format, arguments) }
            }
            return String(decoding: buffer.prefix(min(max(0, Int(count)), buffer.count - 1)), as: UTF8.self)
        }
    }
}
