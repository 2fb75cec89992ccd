import Foundation
import Testing

@testable import Controls

struct AssetTests {
    /// A colour set's file with one colour.
    private static func colorSet(_ color: String) -> String {
        #"{"colors": [{"color": \#(color), "idiom": "universal"}], "info": {"author": "xcode", "version": 1}}"#
    }

    private static func components(_ components: String, _ space: String = "srgb") -> String {
        #"{"color-space": "\#(space)", "components": {\#(components)}}"#
    }

    private static let orange = components(#""alpha": "1.000", "blue": "0.000", "green": "0.500", "red": "1.000""#)
    private static let empty = #"{"colors": [{"idiom": "universal"}], "info": {"author": "xcode", "version": 1}}"#

    /// Makes catalogues of the files, by their paths in a folder with resources.
    private func withCatalogs(_ files: [String: String], _ body: (AssetCatalogs, String) throws -> Void) throws {
        try withResources(files) { folder in
            let catalogs = AssetCatalogs(folders: [folder])
            try AssetCatalogs.$current.withValue(catalogs) { try body(catalogs, folder) }
        }
    }

    @Test(
        "C9 a colour set has its components as numbers or as texts, as Xcode and other programs write them",
        arguments: [
            (components(#""alpha": "1.000", "blue": "0.000", "green": "0.500", "red": "1.000""#), "#FF8000"),
            (components(#""alpha": "1.000", "blue": "0x00", "green": "0x80", "red": "0xFF""#), "#FF8000"),
            (components(#""alpha": "1", "blue": "0", "green": "128", "red": "255""#), "#FF8000"),
            (components(#""alpha": 1, "blue": 0, "green": 0.5, "red": 1"#, "display-p3"), "#FF8000"),
            (components(#""blue": "0.000", "green": "0.500", "red": "1.000""#), "#FF8000"),
            (components(#""alpha": "0.500", "blue": "0.000", "green": "0.500", "red": "1.000""#), "#804000"),
            (components(#""blue": "-0.100", "green": "1.200", "red": "0.0""#, "extended-srgb"), "#00FF00"),
            (components(#""alpha": "1.000", "white": "0.200""#, "gray-gamma-22"), "#333333"),
            (#"{"platform": "ios", "reference": "systemOrangeColor"}"#, "#FF9500"),
        ])
    func values(color: String, hexadecimal: String) throws {
        try withCatalogs(["Assets.xcassets/Door.colorset/Contents.json": Self.colorSet(color)]) { catalogs, _ in
            #expect(Color("Door").hexadecimal == hexadecimal)
            #expect(catalogs.problems == [])
        }
    }

    @Test("C9 of a colour set's variants, the one for light surroundings and all devices is shown")
    func variants() throws {
        let file = """
            {"colors": [
                {"idiom": "universal", "appearances": [{"appearance": "luminosity", "value": "dark"}],
                 "color": {"components": {"red": "0", "green": "0", "blue": "0", "alpha": "1.0"}}},
                {"idiom": "watch", "color": {"components": {"red": "1.0", "green": "1.0", "blue": "1.0"}}},
                {"idiom": "universal", "color": \(Self.orange)}
            ]}
            """
        try withCatalogs(["Assets.xcassets/Door.colorset/Contents.json": file]) { _, _ in
            #expect(Color("Door").hexadecimal == "#FF8000")
        }
    }

    @Test("C9 a colour in a group is found by its name, with and without the group")
    func groups() throws {
        let files = [
            "Assets.xcassets/Colors/Doors/Front.colorset/Contents.json": Self.colorSet(Self.orange),
            "Assets.xcassets/Colors/Contents.json": #"{"properties": {"provides-namespace": true}}"#,
            "Assets.xcassets/AppIcon.appiconset/Contents.json": "{}",
            "Other.xcassets/Front.colorset/Contents.json": "not read, since the first counts",
        ]
        try withCatalogs(files) { catalogs, _ in
            for name in ["Front", "Colors/Doors/Front"] { #expect(Color(name).hexadecimal == "#FF8000") }
            #expect(catalogs.problems == [])
        }
    }

    @Test("C9 AccentColor is the accent colour, and the tint of a control without a tint")
    @MainActor
    func accent() throws {
        for (file, tint) in [(Self.colorSet(Self.orange), "#FF8000"), (Self.empty, "#007AFF")] {
            try withCatalogs(["Assets.xcassets/AccentColor.colorset/Contents.json": file]) { catalogs, _ in
                #expect(Color.accentColor.hexadecimal == tint)
                #expect(Color("AccentColor").hexadecimal == tint)
                let bell = try evaluate { ControlWidgetButton(action: Ring()) { Text("Bell") } }
                #expect(bell.snapshot().tint.hexadecimal == tint)
                let red = try evaluate { ControlWidgetButton(action: Ring()) { Text("Bell") }.tint(.red) }
                #expect(red.snapshot().tint == .red)
                #expect(catalogs.problems == [])
            }
        }
    }

    @Test("a damaged colour set gives one reason with its file, and the other colours are shown")
    func damaged() throws {
        let files = [
            "A.xcassets/Cut.colorset/Contents.json": #"{"colors": ["#,
            "A.xcassets/Door.colorset/Contents.json": Self.colorSet(Self.orange),
            "A.xcassets/Large.colorset/Contents.json": Self.empty + String(repeating: " ", count: 65_536),
            "A.xcassets/Missing.colorset/README": "",
            "A.xcassets/Odd.colorset/Contents.json": Self.colorSet(Self.components(#""red": "very""#)),
            "A.xcassets/Foreign.colorset/Contents.json": Self.colorSet(#"{"reference": "systemOctarineColor"}"#),
        ]
        try withCatalogs(files) { catalogs, folder in
            for _ in 0..<2 {
                for name in ["Cut", "Large", "Missing", "Odd", "Foreign"] { #expect(Color(name) == .blue) }
                #expect(Color("Door").hexadecimal == "#FF8000")
            }
            let problems = catalogs.problems
            try #require(problems.count == 5)
            for (problem, (name, words)) in zip(
                problems,
                [
                    ("Cut", "it is not JSON; correct it, or save it again with Xcode"),
                    ("Large", "it has more than 64 KiB; split it, or remove what is not used"),
                    ("Missing", "it cannot be read; check that it is there, and that the extension's user may read it"),
                ])
            {
                #expect(problem == "\(folder)/A.xcassets/\(name).colorset/Contents.json: \(words)")
            }
            #expect(problems[3].contains("/Odd.colorset/") && problems[3].contains("components.red' is not as Xcode"))
            #expect(problems[4].contains("/Foreign.colorset/") && problems[4].contains("color.reference' is not as"))
        }
    }

    @Test("a colour that no catalogue has gives one reason, and the accent colour is shown")
    func missing() throws {
        try withCatalogs(["README": ""]) { catalogs, folder in
            for _ in 0..<3 { #expect(Color("Dor") == .blue) }
            let words = "there is no colour set 'Dor'; add it to an asset catalogue, or correct the name"
            #expect(catalogs.problems == ["\(folder): \(words)"])
            for number in 0..<100 { _ = Color("\(number)") }
            #expect(catalogs.problems.count == 32)
        }
    }

    @Test("a catalogue with too many files is read in part, and deep groups are left out")
    func bounds() throws {
        var files = ["A.xcassets/a/b/c/d/e/f/g/h/i/Deep.colorset/Contents.json": Self.colorSet(Self.orange)]
        try withCatalogs(files) { _, _ in #expect(Color("Deep") == .blue) }
        for number in 0..<AssetCatalogs.entryLimit + 1 { files["B.xcassets/\(number)"] = "" }
        try withCatalogs(files) { catalogs, folder in
            #expect(Color.accentColor == .blue)
            let words = "it has more than 4096 files and folders; the others are left out; remove some"
            #expect(catalogs.problems == ["\(folder)/B.xcassets: \(words)"])
        }
    }

    @Test("a program's own resources come before those of other programs in its folder")
    func order() throws {
        let files = ["House_Alarm.resources/a": "", "House_Bell.resources/a": "", "Localization/a": "", "Bell": ""]
        try withResources(files) { folder in
            let names = ["/House_Bell.resources", "/House_Alarm.resources", "/Localization", ""]
            #expect(ResourceFiles.folders(ofProgram: "Bell", in: folder) == names.map { folder + $0 })
        }
    }
}
