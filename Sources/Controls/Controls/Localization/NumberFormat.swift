import Glibc

/// A specifier of printf(3) for one number, such as `%.1f` or `%02d`, as written in a literal.
struct NumberFormat {
    private let flags: Substring
    private let conversion: Character

    /// - Returns: `nil` if the text is no specifier for one number. The length modifier is ignored, because the
    ///   number's type is known.
    init?(_ specifier: String) {
        guard specifier.first == "%", let conversion = specifier.last, "dixXoufFeEgG".contains(conversion) else {
            return nil
        }
        let middle = specifier.dropFirst().dropLast()
        let flags = middle.prefix { !"hlqjztL".contains($0) }
        // No `*` and no `n`: with either, printf(3) reads an argument that does not exist.
        guard flags.utf8.count <= 8, flags.allSatisfy({ "-+ 0#.123456789".contains($0) }),
            middle[flags.endIndex...].allSatisfy({ "hlqjztL".contains($0) })
        else { return nil }
        self.flags = flags
        self.conversion = conversion
    }

    /// The formatted number; `nil` if the specifier is for whole numbers.
    func text(of number: Double) -> String? {
        guard "fFeEgG".contains(conversion) else { return nil }
        return Self.text("%\(flags)\(conversion)", number)
    }

    /// The formatted number; `nil` if the specifier is for floating-point numbers.
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
