import Testing

@testable import Indicators

/// Texts in the characters and columns of a display.
struct DisplayTextTests {
    @Test(
        "a character that a display lacks is replaced by the nearest one",
        arguments: [
            // text, ASCII, A00, A02, UTF-8
            ("Flashlight", "Flashlight", "Flashlight", "Flashlight", "Flashlight"),
            (
                "Küche, Öffner, Straße", "Kuche, Offner, Strasse", "Küche, öffner, Straße", "Küche, Öffner, Straße",
                "Küche, Öffner, Straße"
            ),
            (
                "Café à Łódź, Šárka", "Cafe a Lodz, Sarka", "Cafe a Lodz, Sarka", "Café à Lódz, Sárka",
                "Café à Łódź, Šárka"
            ),
            // The composed and the decomposed form of a letter with a mark are the same letter.
            ("Cafe\u{301} Ku\u{308}che", "Cafe Kuche", "Cafe Küche", "Café Küche", "Café Küche"),
            ("“Bad” – ‘Tür’ …", "\"Bad\" - 'Tur' ...", "\"Bad\" - 'Tür' ...", "\"Bad\" - 'Tür' ...", "“Bad” – ‘Tür’ …"),
            ("21 °C ±½ 5 €", "21 C +-1/2 5 EUR", "21 °C +-1/2 5 EUR", "21 °C ±½ 5 EUR", "21 °C ±½ 5 €"),
            ("a\\b~c→d", "a\\b~c->d", "a/b-c→d", "a\\b~c->d", "a\\b~c→d"),
            ("Việt Nam, Ø, Æ", "Viet Nam, O, AE", "Viet Nam, O, AE", "Viet Nam, Ø, Æ", "Việt Nam, Ø, Æ"),
            ("ﾄﾞｱ", "??", "ﾄﾞｱ", "??", "ﾄﾞｱ"),
            ("Дверь 门", "????? ?", "????? ?", "????? ?", "Дверь 门"),
            (
                "🔔 Bell 👍🏽 ❤️ 👨‍👩‍👧 🇩🇪 1️⃣", "? Bell ? ? ? ? 1", "? Bell ? ? ? ? 1", "? Bell ? ? ? ? 1",
                "🔔 Bell 👍 ❤ 👨👩👧 DE 1"
            ),
        ])
    func folding(text: String, ascii: String, a00: String, a02: String, utf8: String) {
        #expect(DisplayText(text, in: .ascii).text == ascii)
        #expect(DisplayText(text, in: .hd44780A00).text == a00)
        #expect(DisplayText(text, in: .hd44780A02).text == a02)
        #expect(DisplayText(text, in: .utf8).text == utf8)
    }

    @Test("a letter becomes one scalar, which terminals without combining marks can show")
    func composition() {
        let text = DisplayText("e\u{301}u\u{308}", in: .utf8)
        #expect(text.text.unicodeScalars.map(\.value) == [0xE9, 0xFC])
        #expect(text.count == 2)
    }

    @Test(
        "on a terminal wide characters take two columns, marks and control characters none",
        arguments: [
            ("abc", 3), ("门", 2), ("ａ", 2), ("한국", 4), ("\u{1112}\u{1161}\u{11AB}", 2), ("🔔", 2), ("❤️", 1), ("👍🏽", 2),
            ("👨‍👩‍👧", 6), ("🇩🇪", 2), ("q\u{303}", 1), ("ก็", 1), ("x\u{200B}y", 2), ("x\u{202E}y", 2), ("\u{AD}", 0),
            ("\u{301}", 0), ("a\tb\r\nc", 5), ("\u{E000}\u{10FFFF}", 2), ("ﾄﾞ", 2), ("｡", 1), ("", 0),
        ])
    func columns(text: String, count: Int) {
        #expect(DisplayText(text, in: .utf8).count == count)
    }

    @Test("a character keeps at most two marks")
    func marks() {
        let text = DisplayText("z" + String(repeating: "\u{35C}", count: 500), in: .utf8)
        #expect(text.count == 1)
        #expect(text.columns[0]?.unicodeScalars.count == 3)
    }

    @Test(
        "control characters of a text do not reach a display",
        arguments: [
            "\u{1B}[2J", "\u{9B}2J", "a\u{7}b", "\u{0}", "\u{8}", "\r", "\u{2028}", "\u{2066}x", "\u{7F}", "\u{C}",
        ])
    func controls(text: String) {
        for characters in DisplayCharacters.allCases {
            let shown = DisplayText(text, in: characters)
            for scalar in shown.columns.compactMap(\.self).joined().unicodeScalars {
                #expect(scalar.value >= 0x20 && !(0x7F...0x9F).contains(scalar.value))
                #expect(![.control, .format, .lineSeparator].contains(scalar.properties.generalCategory))
            }
            #expect(shown.columns.compactMap(\.self).flatMap(characters.bytes).allSatisfy { $0 >= 0x20 })
        }
    }

    @Test("a window of a text has blanks after the end, and no half of a wide character")
    func window() {
        let text = DisplayText("a门b", in: .utf8)
        #expect(text.window(from: 0, width: 6).columns == ["a", "门", nil, "b", " ", " "])
        #expect(text.window(from: 0, width: 2).columns == ["a", " "])
        #expect(text.window(from: 2, width: 2).columns == [" ", "b"])
        #expect(text.window(from: 1, width: 2).columns == ["门", nil])
        #expect(text.window(from: 9, width: 1).columns == [" "])
        #expect(text.window(from: 0, width: 0).columns == [])
    }

    @Test(
        "rows break between words, or within a word that is longer than a row",
        arguments: [
            ("Hold to Turn On 'Flashlight'", 16, 9, ["Hold to Turn On", "'Flashlight'"]),
            ("Hold to Turn On 'Flashlight'", 15, 9, ["Hold to Turn On", "'Flashlight'"]),
            ("Hold to Turn On 'Flashlight'", 8, 2, ["Hold to", "Turn On 'Flashlight'"]),
            ("Hold", 8, 9, ["Hold"]), ("", 8, 9, [""]), ("   a    b   ", 8, 9, ["a    b"]),
            ("Donaudampfschiff", 8, 9, ["Donaudam", "pfschiff"]), ("one two", 8, 1, ["one two"]),
        ])
    func wrapping(text: String, width: Int, most: Int, rows: [String]) {
        #expect(DisplayText(text, in: .ascii).wrapped(width: width, most: most).map(\.text) == rows)
    }

    @Test("a wide character is not split between rows")
    func wideWrapping() {
        let rows = DisplayText("门门门门门", in: .utf8).wrapped(width: 5, most: 9)
        #expect(rows.map(\.text) == ["门门", "门门", "门"])
    }
}
