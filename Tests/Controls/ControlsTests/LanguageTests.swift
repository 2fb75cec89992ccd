import Foundation
import Testing

@testable import Controls

struct LanguageTests {
    @Test(
        "C11 the languages are those of LANGUAGE, then of LC_ALL, LC_MESSAGES or LANG, in this order",
        arguments: [
            ([:], []), (["LANG": "de_CH.UTF-8"], ["de-ch", "de"]), (["LANG": "de"], ["de"]),
            (["LANG": "de_DE", "LC_MESSAGES": "fr_FR.UTF-8"], ["fr-fr", "fr"]),
            (["LANG": "de_DE", "LC_MESSAGES": "fr_FR", "LC_ALL": "it"], ["it"]),
            (["LANG": "de_DE", "LC_ALL": ""], ["de-de", "de"]), (["LANG": "C.UTF-8", "LANGUAGE": "de"], []),
            (["LANG": "POSIX"], []),
            (["LANG": "en_GB", "LANGUAGE": "de_AT:de:fr"], ["de-at", "de", "fr", "en-gb", "en"]),
            (["LANG": "de_DE@euro"], ["de-de", "de"]), (["LANG": "zh_TW.UTF-8"], ["zh-tw", "zh-hant", "zh"]),
            (["LANG": "zh_CN"], ["zh-cn", "zh-hans", "zh"]), (["LANG": "_"], []),
        ] as [([String: String], [String])])
    func languages(environment: [String: String], languages: [String]) {
        #expect(LanguageList.languages { environment[$0] } == languages)
    }

    @Test("C11 a text is shown in the first language that has it, else by its default or its key")
    func lookup() throws {
        let files = [
            "de.lproj/Localizable.strings": """
            "Front Door" = "Haustür"; "%lld visits, %@" = "%2$@: %1$lld Besuche"; "On" = "An";
            """,
            "de-CH.lproj/Localizable.strings": #""Front Door" = "Husdüür";"#,
            "de.lproj/Doors.strings": #""door.title" = "Tür %lld";"#,
            "fr.lproj/Localizable.strings": #""Back Door" = "Porte arrière";"#,
        ]
        try withResources(files) { folder in
            let strings = LocalizedStrings(folders: [folder], languages: ["de-ch", "de"])
            LocalizedStrings.$current.withValue(strings) {
                #expect(String(localized: "Front Door") == "Husdüür")
                #expect(String(localized: "\(3) visits, \("Ann")") == "Ann: 3 Besuche")
                #expect(String(localized: "Back Door") == "Back Door")
                let title = LocalizedStringResource("door.title", defaultValue: "Door \(2)", table: "Doors")
                #expect(String(localized: title) == "Tür 2")
                #expect(
                    String(localized: LocalizedStringResource("door.title", defaultValue: "Door \(2)")) == "Door 2")
                #expect(Text("door.title", tableName: "Doors").text.resolved() == "Tür %lld")
                #expect(Text(verbatim: "Front Door").text.resolved() == "Front Door")
                #expect(Text("Front Door" as String).text.resolved() == "Front Door")
            }
            #expect(strings.problems.isEmpty)
            strings.add(folder: folder + "/nowhere")
            #expect(strings.string(forKey: "On", table: nil) == "An")
        }
    }

    @Test("C11 hints and value texts are in the language of the tables")
    @MainActor
    func hints() throws {
        let files = [
            "de.lproj/Localizable.strings": """
            "Hold to Turn On '%@'" = "Halten: '%@' einschalten"; "Off" = "Aus"; "Lamp" = "Lampe";
            "Hold to %@" = "Halten: %@"; "Start" = "Starten";
            """
        ]
        try withResources(files) { folder in
            let strings = LocalizedStrings(folders: [folder], languages: ["de"])
            try LocalizedStrings.$current.withValue(strings) {
                let lamp = try evaluate { ControlWidgetToggle(isOn: false, action: SetLamp()) { Text("Lamp") } }
                #expect(lamp.snapshot().hint == "Halten: 'Lampe' einschalten")
                #expect(lamp.snapshot().valueText == "Aus")
                let timer = try evaluate {
                    ControlWidgetButton(action: Ring()) { Text("Lamp").controlWidgetActionHint("Start") }
                }
                #expect(timer.snapshot().hint == "Halten: Starten")
            }
        }
    }

    @Test("C11 an error in a table is reported once with file and line, and the rest of the table is used")
    func problems() throws {
        try withResources(["de.lproj/Localizable.strings": "\"a\" = \"A\";\nwrong\n"]) { folder in
            let strings = LocalizedStrings(folders: [folder, folder + "/nowhere"], languages: ["de"])
            for _ in 0..<3 { #expect(strings.string(forKey: "a", table: nil) == "A") }
            #expect(strings.problems == ["\(folder)/de.lproj/Localizable.strings:2: expected ="])
        }
    }

    @Test("C11 tables are found beside the program, in its resources, and in added folders")
    func folders() throws {
        let folders = ResourceFiles.foldersOfProgram()
        #expect(folders.last.map { FileManager.default.fileExists(atPath: $0) } == true)
        try withResources(["de-CH.lproj/Localizable.strings": #""a" = "A";"#]) { folder in
            let strings = LocalizedStrings(folders: [], languages: ["de-ch"])
            #expect(strings.string(forKey: "a", table: nil) == nil)
            strings.add(folder: folder)
            #expect(strings.string(forKey: "a", table: nil) == "A")
        }
    }
}
