import Testing

@testable import OSLog

struct LoggerTests {
    private enum Fault: Error {
        case broken
    }

    private static let name = "Alice"

    private func text(_ message: OSLogMessage) -> String { message.text }

    @Test("texts, values and errors are private unless they are declared public")
    func privacy() {
        let (name, error, list) = (Self.name, Fault.broken as any Error, [1])
        #expect(text("\(name) \(error) \(list)") == "<private> <private> <private>")
        #expect(
            text("\(name, privacy: .public) \(error, privacy: .public) \(list, privacy: .public)")
                == "Alice broken [1]")
        #expect(text("\(name, privacy: .private) \(name, privacy: .sensitive)") == "<private> <private>")
        let absent: Int? = nil
        #expect(text("\(absent) \(absent, privacy: .public)") == "<private> nil")
    }

    @Test("numbers, truth values and types are shown unless they are declared private")
    func shown() {
        #expect(text("\(-3) \(UInt8(7)) \(true) \(2.5) \(Float(0.5)) \(Int.self)") == "-3 7 true 2.5 0.5 Int")
        #expect(text("\(3, privacy: .private) \(true, privacy: .private)") == "<private> <private>")
    }

    @Test("a mask is the same for the same value, and another for another one")
    func mask() {
        let masks = [Self.name, Self.name, "Bob"].map { text("\($0, privacy: .private(mask: .hash))") }
        #expect(masks[0] == masks[1] && masks[0] != masks[2])
        #expect(masks.allSatisfy { $0.hasPrefix("<mask.hash: ") && !$0.contains("Alice") })
        #expect(text("\(Self.name, privacy: .auto(mask: .hash))") == masks[0])
    }

    @Test(
        "formats and alignments",
        arguments: [
            ("\(255, format: .hex)", "ff"), ("\(255, format: .hex(includePrefix: true, uppercase: true))", "0xFF"),
            ("\(8, format: .octal)", "10"), ("\(1.005, format: .fixed(precision: 1))", "1.0"),
            ("\(-0.04, format: .fixed(precision: 1))", "0.0"), ("\(-12.345, format: .fixed(precision: 2))", "-12.35"),
            ("\(0.05, format: .fixed(precision: 2))", "0.05"), ("\(7.0, format: .fixed(precision: 0))", "7"),
            ("\(Double.nan, format: .fixed(precision: 2))", "nan"),
            ("\(1e300, format: .fixed(precision: 2))", "1e+300"),
            ("\(5, align: .right(columns: 3))|", "  5|"),
            ("\("a", align: .left(columns: 3), privacy: .public)|", "a  |"),
        ] as [(OSLogMessage, String)])
    func formats(message: OSLogMessage, expected: String) {
        #expect(message.text == expected)
    }

    @Test("each line has the level for the journal and the category, and no escape sequence")
    func lines() {
        #expect(
            LogLine.lines("a\nb\r\n\u{1B}[31mc", category: "net", priority: 3, isJournal: true) == [
                "<3>net: a", "<3>net: b", "<3>net:  [31mc",
            ])
        #expect(LogLine.lines("a", category: "", priority: 5, isJournal: false) == ["a"])
    }

    @Test("levels are those of syslog")
    func levels() {
        let levels: [OSLogType] = [.fault, .error, .default, .info, .debug]
        #expect(levels.map(\.priority) == [2, 3, 5, 6, 7])
    }
}
