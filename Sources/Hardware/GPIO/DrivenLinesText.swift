/// The text format of the record of driven lines.
///
///     holdfast driven lines 1
///     /dev/gpiochip0⇥pinctrl-bcm2711⇥18⇥active-high⇥GPIO18
///
/// One line of text for each output: chip, label, offset, sense and name, separated by tabs. Control characters and
/// `%` are written as `%` and two hexadecimal digits, so that any name is possible. An empty name means that the line
/// has none.
enum DrivenLinesText {
    private static let title = "holdfast driven lines "
    /// The version of the format. It increases when an older reader would misread the record.
    private static let version = 1

    static func text(of lines: [DrivenLine]) -> String {
        var text = "\(title)\(version)\n"
        for line in lines {
            let address = line.address
            let fields = [
                address.chip, address.chipLabel, String(address.offset),
                line.isActiveLow ? "active-low" : "active-high", address.name ?? "",
            ]
            text += fields.map(escaped).joined(separator: "\t") + "\n"
        }
        return text
    }

    /// The lines of the record `text`, which was read from `path`.
    static func lines(of text: String, at path: String) throws(DrivenLinesError) -> [DrivenLine] {
        // Split as UTF-8, since Swift treats a carriage return and a line feed as one character.
        var rows = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = rows.first.map({ String(decoding: $0, as: UTF8.self) }), first.hasPrefix(title),
            let found = number(first.dropFirst(title.count))
        else { throw .malformed(path: path, line: 1) }
        guard found <= version else { throw .newerVersion(path: path, version: found) }
        guard found == version else { throw .malformed(path: path, line: 1) }
        // A truncated record does not end with a line feed.
        guard rows.removeLast().isEmpty else { throw .malformed(path: path, line: rows.count + 1) }
        var lines: [DrivenLine] = []
        for (index, row) in rows.enumerated().dropFirst() {
            guard let line = line(of: row) else { throw .malformed(path: path, line: index + 1) }
            lines.append(line)
        }
        // An empty record is removed, never written.
        guard !lines.isEmpty else { throw .malformed(path: path, line: 2) }
        return lines
    }

    private static func line(of row: Substring.UTF8View) -> DrivenLine? {
        let fields = row.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false).compactMap(unescaped)
        guard fields.count == 5, !fields[0].isEmpty, let offset = number(fields[2]) else { return nil }
        let isActiveLow: Bool
        switch fields[3] {
        case "active-low": isActiveLow = true
        case "active-high": isActiveLow = false
        default: return nil
        }
        let address = LineAddress(
            chip: fields[0], chipLabel: fields[1], offset: offset, name: fields[4].isEmpty ? nil : fields[4])
        return DrivenLine(address: address, isActiveLow: isActiveLow)
    }

    /// A decimal number without a sign; `Int` alone would accept one.
    private static func number(_ text: some StringProtocol) -> Int? {
        text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ? Int(text) : nil
    }

    private static func escaped(_ field: String) -> String {
        var bytes: [UInt8] = []
        for byte in field.utf8 {
            if byte < 0x20 || byte == 0x7f || byte == UInt8(ascii: "%") {
                let digits = String(byte, radix: 16)
                bytes += Array("%\(digits.count == 1 ? "0" : "")\(digits)".utf8)
            } else {
                bytes.append(byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func unescaped(_ field: Substring.UTF8View) -> String? {
        var bytes: [UInt8] = []
        var rest = field[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let high = rest.popFirst().flatMap(hexadecimalDigit),
                let low = rest.popFirst().flatMap(hexadecimalDigit)
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        default: nil
        }
    }
}
