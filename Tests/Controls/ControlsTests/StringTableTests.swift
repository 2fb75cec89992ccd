import Testing

@testable import Controls

struct StringTableTests {
    private func table(_ text: String) -> StringTable {
        StringTable(bytes: Array(text.utf8))
    }

    @Test("C11 a table has texts by their keys, with comments and escapes")
    func entries() {
        let table = table(
            #"""
            /* of the door;
               "not" = "this"; */
            "Front Door" = "Haustür"; // "nor" = "this";
            door.title="T\u00fcr \U00DF \"A\"\n\\\t";  "two" /* in */ = /* a */ "one line" ;
            "%@ timers" = "%@ Wecker";
            "over
            lines" = "über
            Zeilen";
            "smile" = "\ud83d\uDE00";
            """#)
        #expect(table.problems.isEmpty)
        #expect(
            table.entries == [
                "Front Door": "Haustür", "door.title": "Tür ß \"A\"\n\\\t", "two": "one line",
                "%@ timers": "%@ Wecker", "over\nlines": "über\nZeilen", "smile": "😀",
            ])
    }

    @Test("C11 UTF-8 with a mark, and UTF-16 in both orders, are read")
    func encodings() {
        let text = #""a" = "ä😀";"#
        let units = Array(text.utf16)
        let files: [[UInt8]] = [
            [0xEF, 0xBB, 0xBF] + Array(text.utf8),
            [0xFF, 0xFE] + units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] },
            [0xFE, 0xFF] + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] },
        ]
        for file in files {
            #expect(StringTable(bytes: file).entries == ["a": "ä😀"])
        }
        let latin1 = StringTable(bytes: [0x22, 0xE4, 0x22])
        #expect(latin1.problems == [StringTableProblem(line: 1, reason: .encoding)])
        #expect(StringTable(bytes: []) == StringTable(bytes: [0xEF, 0xBB, 0xBF]))
    }

    @Test(
        "C11 a malformed line is skipped and reported, and the lines around it are read",
        arguments: [
            (#""b" = "B""#, ";"), (#""b" "B";"#, "="), (#""b" = ;"#, "a text"), (#"= "B";"#, "a key"),
            (#""b = "B";"#, "="), (#""b" = "\u12";"#, "four hexadecimal digits"), ("?", "a key"),
            (#""b" = "\u+123";"#, "four hexadecimal digits"),
        ])
    func malformed(line: String, expected: String) {
        let table = table("\"a\" = \"A\";\n\(line)\n\"c\" = \"C\";\n")
        #expect(table.entries == ["a": "A", "c": "C"])
        #expect(table.problems == [StringTableProblem(line: 2, reason: .malformed(expected: expected))])
        #expect(table.problems.map(\.description) == ["2: expected \(expected)"])
    }

    @Test("C11 of several texts for a key the first counts")
    func repeated() {
        let table = table("\"a\" = \"A\";\n\"a\" = \"B\";")
        #expect(table.entries == ["a": "A"])
        #expect(table.problems == [StringTableProblem(line: 2, reason: .repeated(key: "a"))])
    }

    @Test(
        "C11 a text that ends too early is reported and ends the table",
        arguments: ["/* a", "\"a", "\"a\\", "\"a\" = \"b", "\"a\" =", "\"a\"", "/", "\"a\" = \"\\u"])
    func endsEarly(text: String) {
        let table = table(text)
        #expect(table.entries.isEmpty)
        #expect(table.problems.count == 1)
    }

    @Test("C11 arbitrary bytes do not crash the reader")
    func anything() {
        let parts = ["\"", "\\", "=", ";", "/*", "*/", "//", "\n", "a", "\\u00", "\u{FEFF}", "ä", "\0"]
        var seed: UInt64 = 11
        for _ in 0..<2000 {
            let text = (0..<20).map { _ -> String in
                seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return parts[Int(seed >> 33) % parts.count]
            }.joined()
            let table = table(text)
            #expect(table.entries.count + table.problems.count <= 21)
        }
    }
}
