import Foundation
import Testing

@testable import Controls

struct StringCatalogTests {
    private static let catalog = """
        {
          "sourceLanguage" : "en",
          "strings" : {
            "" : {},
            "Front Door" : { "comment" : "A door", "localizations" : {
              "de" : { "stringUnit" : { "state" : "translated", "value" : "Haustür" } },
              "zh-Hans" : { "stringUnit" : { "state" : "translated", "value" : "前门" } } } },
            "door.title" : { "extractionState" : "manual", "localizations" : {
              "de" : { "stringUnit" : { "state" : "new", "value" : "" } },
              "en" : { "stringUnit" : { "state" : "new", "value" : "Door" } } } },
            "Silent" : { "localizations" : { "de" : { "stringUnit" : { "state" : "translated", "value" : "" } } } },
            "Tap %@" : { "localizations" : { "de" : { "variations" : { "device" : {
              "mac" : { "stringUnit" : { "state" : "translated", "value" : "%@ anklicken" } },
              "other" : { "stringUnit" : { "state" : "translated", "value" : "%@ antippen" } } } } } } },
            "^[%lld visitor](inflect: true)" : { "localizations" : {
              "de" : { "stringUnit" : { "state" : "translated", "value" : "%lld Besuche" } },
              "en" : { "stringUnit" : { "state" : "translated", "value" : "^[%lld guest](inflect: true)" } } } }
          },
          "version" : "1.0"
        }
        """

    /// Looks up texts in the files.
    private func with(
        _ languages: [String], _ files: [String: String] = ["Localizable.xcstrings": StringCatalogTests.catalog],
        _ body: (LocalizedStrings, String) throws -> Void
    ) throws {
        try withResources(files) { folder in
            let strings = LocalizedStrings(folders: [folder], languages: languages)
            try LocalizedStrings.$current.withValue(strings) { try body(strings, folder) }
        }
    }

    @Test(
        "C11 a String Catalog has the texts of all languages, and the source language is the last one",
        arguments: [
            (["de-ch", "de"], "Haustür", "Door", ""), ([], "Front Door", "Door", "Silent"),
            (["it"], "Front Door", "Door", "Silent"), (["zh-cn", "zh-hans", "zh"], "前门", "Door", "Silent"),
            // The literals are English, and people prefer it to German.
            (["en-gb", "en", "de"], "Front Door", "Door", "Silent"),
        ] as [([String], String, String, String)])
    func languages(languages: [String], door: String, title: String, silent: String) throws {
        try with(languages) { strings, _ in
            #expect(String(localized: "Front Door") == door)
            #expect(String(localized: "door.title") == title)
            #expect(String(localized: "Silent") == silent)
            #expect(String(localized: "Not There") == "Not There")
            #expect(String(localized: LocalizedStringResource("a.key", defaultValue: "Words")) == "Words")
            #expect(strings.problems == [])
        }
    }

    @Test("C11 a text for all other devices is a panel's, and English words agree with their numbers")
    func variations() throws {
        try with(["de"]) { _, _ in
            #expect(String(localized: "Tap \("Bell")") == "Bell antippen")
            #expect(String(localized: "^[\(2) visitor](inflect: true)") == "2 Besuche")
        }
        try with(["en"]) { _, _ in
            #expect(String(localized: "^[\(2) visitor](inflect: true)") == "2 guests")
            #expect(String(localized: "^[\(1) visitor](inflect: true)") == "1 guest")
        }
    }

    /// A catalogue with one text in one language.
    private static func file(_ key: String, _ language: String, _ text: String) -> [String: String] {
        let entry = #""\#(key)": {"localizations": {"\#(language)": \#(text)}}"#
        return ["Localizable.xcstrings": #"{"sourceLanguage": "en", "strings": {\#(entry)}, "version": "1.0"}"#]
    }

    /// Variations for numbers.
    private static func plural(_ values: KeyValuePairs<String, String>) -> String {
        let cases = values.map { #""\#($0)": {"stringUnit": {"state": "translated", "value": "\#($1)"}}"# }
        return #""variations": {"plural": {\#(cases.joined(separator: ", "))}}"#
    }

    @Test("C11 a text varies with its number, by the grammar of its language")
    func plurals() throws {
        let russian = Self.plural([
            "one": "%lld гость", "few": "%lld гостя", "many": "%lld гостей", "other": "%lld гостя",
        ])
        try with(["ru"], Self.file("%lld visitors", "ru", "{\(russian)}")) { _, _ in
            for (count, words) in [(1, "1 гость"), (3, "3 гостя"), (5, "5 гостей"), (21, "21 гость")] {
                #expect(String(localized: "\(count) visitors") == words)
            }
        }
        let english = Self.plural([
            "zero": "Nobody in %@", "one": "A visitor in %1$@", "other": "%2$lld visitors in %1$@",
        ])
        try with([], Self.file("%@ has %lld visitors", "en", "{\(english)}")) { _, _ in
            for (count, words) in [(0, "Nobody in 7"), (1, "A visitor in 7"), (2, "2 visitors in 7")] {
                // The first value is a name, although it looks like a number.
                #expect(String(localized: "\("7") has \(count) visitors") == words)
            }
        }
        let counted = Self.plural(["one": "%arg visitor", "other": "%arg visitors"])
        try with([], Self.file("visitors", "en", "{\(counted)}")) { _, _ in
            for (count, words) in [(1, "1 visitor"), (2, "2 visitors")] {
                let resource = LocalizedStringResource("visitors", defaultValue: "Visitors: \(count)")
                #expect(String(localized: resource) == words)
            }
            #expect(String(localized: "visitors") == "%arg visitors", "without a number")
        }
    }

    @Test("C11 several numbers of a text vary each by itself")
    func substitutions() throws {
        let apple = Self.plural(["one": "an apple", "other": "%arg apples"])
        let day = Self.plural(["one": "a day", "other": "%lld days"])
        let apples = #""apples": {"formatSpecifier": "lld", \#(apple)}"#
        let days = #""days": {"formatSpecifier": "lld", \#(day)}"#
        let last = #""days": {"argNum": 3, "formatSpecifier": "lld", \#(day)}"#
        for (value, parts, words) in [
            ("%@ ate %#@apples@ in %#@days@", "\(apples), \(days)", "Ann ate an apple in 4 days"),
            ("In %3$#@days@, %1$@ ate %2$#@apples@", "\(apples), \(days)", "In 4 days, Ann ate an apple"),
            ("%#@days@: %@, %#@apples@", "\(apples), \(last)", "4 days: Ann, an apple"),
            ("%@: %#@pears@, %#@", "\(apples)", "Ann: 1pears@, 4"),
        ] {
            let text = #"{"stringUnit": {"value": "\#(value)"}, "substitutions": {\#(parts)}}"#
            try with([], Self.file("%@ ate %lld apples in %lld days", "en", text)) { strings, _ in
                #expect(String(localized: "\("Ann") ate \(1) apples in \(4) days") == words)
                #expect(strings.problems == [])
            }
        }
    }

    @Test("C11 extreme positions in a catalogue are harmless")
    func positions() throws {
        for position in ["-9223372036854775808", "9223372036854775807", "0"] {
            let part = #""n": {"argNum": \#(position), \#(Self.plural(["other": "%arg"]))}"#
            let text = #"{"stringUnit": {"value": "%\#(position)$#@n@ %#@n@"}, "substitutions": {\#(part)}}"#
            try with([], Self.file("%lld", "en", text)) { _, _ in
                #expect(String(localized: "\(1)").contains("n@"))
            }
        }
    }

    @Test("C11 a catalogue and tables of single languages are used side by side")
    func besideTables() throws {
        let files = [
            "Localizable.xcstrings": Self.catalog, "de.lproj/Localizable.strings": #""Back Door" = "Hintertür";"#,
            "Doors.xcstrings": #"{"sourceLanguage": "de", "strings": {"Gartentür": {}}}"#,
        ]
        try with(["de"], files) { strings, _ in
            #expect(String(localized: "Front Door") == "Haustür")
            #expect(String(localized: "Back Door") == "Hintertür")
            #expect(String(localized: LocalizedStringResource("Gartentür", table: "Doors")) == "Gartentür")
            #expect(strings.problems == [])
        }
    }

    @Test(
        "a damaged catalogue gives one reason with its file, and the other tables are used",
        arguments: [
            (#"{"sourceLanguage": "en", "strings": {"#, "it is not JSON; correct it, or save it again with Xcode"),
            ("[]", "it is not JSON; correct it, or save it again with Xcode"),
            (#"{"strings": {}}"#, "'sourceLanguage' is not as Xcode writes it; correct or remove it"),
            (
                #"{"sourceLanguage": "en", "strings": {"A": {"localizations": {"de": {"stringUnit": {"value": 1}}}}}}"#,
                "'strings.A.localizations.de.stringUnit.value' is not as Xcode writes it; correct or remove it"
            ),
        ])
    func damaged(text: String, reason: String) throws {
        let files = ["Localizable.xcstrings": text, "de.lproj/Localizable.strings": #""A" = "B";"#]
        try with(["de"], files) { strings, folder in
            for _ in 0..<2 { #expect(String(localized: "A") == "B") }
            #expect(strings.problems == ["\(folder)/Localizable.xcstrings: \(reason)"])
        }
    }
}
