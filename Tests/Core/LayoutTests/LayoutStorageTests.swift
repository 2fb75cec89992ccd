import Configuration
import ControlModel
import Layout
import Testing

@Suite("P5 Changes by hand over the layout of the file")
struct LayoutStorageTests {
    /// The stored texts after a change.
    private func stored(_ change: String) throws -> [String: String] {
        var layout = try SampleLayout.layout()
        try layout.apply(try SampleLayout.change(change))
        return layout.stored
    }

    @Test(
        "P4 a change is kept until the file changes the same place; then the file wins",
        arguments: [
            // The change by hand, the file's old and new text, and the resulting surface.
            ("place bell buttons.action.hold", "hold: lamp", "hold: lamp", "buttons.action.hold", "bell"),
            ("place bell buttons.action.hold", "hold: lamp", "hold: door", "buttons.action.hold", "door"),
            ("place bell buttons.action.hold", "hold: lamp", "hold: null", "buttons.action.hold", ""),
            ("place bell buttons.action.hold", "shows: lamp", "shows: door", "buttons.action.hold", "bell"),
            (
                "place bell buttons.side.hold", "double_tap: door", "double_tap: door, hold: lamp", "buttons.side.hold",
                "lamp"
            ),
            ("remove lights.lamp", "shows: lamp", "shows: lamp", "lights.lamp", ""),
            ("remove lights.lamp", "shows: lamp", "shows: bell", "lights.lamp", "bell"),
            ("place bell lights.free", "shows: null", "shows: door", "lights.free", "door"),
            (
                "remove lock_screen.1", "minutes: 25.0", "minutes: 25", "lock_screen",
                "door, timer minutes=25 timer=work"
            ),
            (
                "remove lock_screen.1", "minutes: 25.0", "minutes: 26", "lock_screen",
                "lamp, door, timer minutes=26 timer=work"
            ),
            ("remove control_center.2", "size: large", "size: large", "control_center", "lamp large, timer small"),
            (
                "remove control_center.2", "size: large", "size: medium", "control_center",
                "lamp medium, door small, timer small"
            ),
            (
                "remove control_center.2", "lock_screen: [lamp, ", "lock_screen: [", "control_center",
                "lamp large, timer small"
            ),
            // The file has the same meaning in another notation.
            (
                "remove control_center.2", "door, {kind: org.example.focus.timer}",
                "{control: door, size: small}, org.example.focus.timer", "control_center", "lamp large, timer small"
            ),
        ])
    func fileWins(change: String, old: String, new: String, place: String, text: String) throws {
        #expect(SampleLayout.yaml.contains(old))
        let layout = try SampleLayout.layout(
            SampleLayout.yaml.replacing(old, with: new, maxReplacements: 1), stored: try stored(change))
        let surface = try #require(LayoutPlace(place)).surface
        #expect(layout.text(on: surface) == text)
        // A dropped change causes a finding and is no longer stored.
        #expect(layout.findings.isEmpty == layout.isByHand(surface))
        #expect((layout.text(of: surface) == nil) == !layout.isByHand(surface))
    }

    @Test(
        "a change of a button is dropped once the file trusts the button, unless the button was trusted at the change")
    func trustedSince() throws {
        let surface = LayoutSurface.gesture(.hold, button: "action")
        let trusting = SampleLayout.yaml.replacing(
            "hold: lamp", with: "hold: lamp, trusted: true", maxReplacements: 1)
        let kept = try stored("place bell buttons.action.hold")
        let before = try SampleLayout.layout(trusting, stored: kept)
        #expect(before.text(on: surface) == "lamp" && before.stored.isEmpty)
        #expect(before.findings == [.trustedSince(surface)])
        #expect(
            before.findings.first?.description
                == "buttons.action.hold is as the file says: it was changed by hand before the file trusted the button")
        // The file has the same control as the change, so that no change is lost.
        let agreed = trusting.replacing("hold: lamp", with: "hold: bell", maxReplacements: 1)
        #expect(try SampleLayout.layout(agreed, stored: kept).findings.isEmpty)

        var layout = try SampleLayout.layout(trusting)
        try layout.apply(try SampleLayout.change("place bell buttons.action.hold"))
        let trusted = layout.stored
        #expect(try SampleLayout.layout(trusting, stored: trusted).text(on: surface) == "bell")
        // The change also holds while the button is not trusted, but a change made in that time does not count later.
        var between = try SampleLayout.layout(stored: trusted)
        #expect(between.text(on: surface) == "bell")
        #expect(try SampleLayout.layout(trusting, stored: between.stored).text(on: surface) == "bell")
        try between.apply(try SampleLayout.change("place door buttons.action.hold"))
        #expect(try SampleLayout.layout(trusting, stored: between.stored).findings == [.trustedSince(surface)])
    }

    @Test("a change that the file has adopted is dropped without a finding")
    func exported() throws {
        let kept = try stored("place bell buttons.action.hold")
        let layout = try SampleLayout.layout(
            SampleLayout.yaml.replacing("hold: lamp", with: "hold: bell", maxReplacements: 1), stored: kept)
        #expect(layout.text(on: .gesture(.hold, button: "action")) == "bell")
        #expect(layout.findings.isEmpty)
        #expect(layout.stored.isEmpty, "from here on the file says it")
    }

    @Test("a button that is missing from the file for a while keeps its change")
    func absentSurface() throws {
        let kept = try stored("place bell buttons.action.hold")
        let without = SampleLayout.yaml.split(separator: "\n").filter { !$0.contains("  action:") }.joined(
            separator: "\n")
        let layout = try SampleLayout.layout(without, stored: kept)
        #expect(layout.findings.isEmpty)
        #expect(layout.panel == layout.file)
        #expect(try SampleLayout.layout(stored: kept).text(on: .gesture(.hold, button: "action")) == "bell")
    }

    @Test(
        "an unreadable stored text is dropped and causes a finding",
        arguments: [
            "", "x", "null", "[]", "{}", "{\"file\": []}", "{\"now\": [], \"file\": 1}", "{\"file\":[{}],\"now\":[]}",
            "{\"file\":[],\"now\":[{\"kind\":1}]}", "{\"file\":[],\"now\":[{\"kind\":\"a.b\",\"size\":\"huge\"}]}",
            "{\"file\":[],\"now\":[{\"kind\":\"no kind\"}]}",
            "{\"file\":[],\"now\":[{\"kind\":\"a.b\",\"configuration\":{\"a b\":1}}]}",
            // Two controls on a surface for one, and a size on a surface without sizes.
            "{\"file\":[],\"now\":[{\"kind\":\"a.b\"},{\"kind\":\"a.b\"}]}",
            "{\"file\":[],\"now\":[{\"kind\":\"a.b\",\"size\":\"small\"}]}", "\u{0}",
            String(repeating: "[", count: 100_000),
        ])
    func unreadable(text: String) throws {
        let layout = try SampleLayout.layout(stored: ["layout:lights.free": text])
        #expect(layout.findings == [.unreadable(.light("free"))])
        #expect(layout.panel == layout.file)
        #expect(layout.stored.isEmpty)
    }

    @Test("a stored text of a later version is read, and its unknown members are ignored")
    func more() throws {
        let text = #"{"file":[],"now":[{"kind":"org.example.test.bell","colour":"red"}],"by":"alice"}"#
        let layout = try SampleLayout.layout(stored: ["layout:lights.free": text])
        #expect(layout.text(on: .light("free")) == "bell")
    }

    @Test("the stored text has this format")
    func stored() throws {
        #expect(
            try stored("place bell lights.free") == [
                "layout:lights.free": #"{"file":[],"now":[{"kind":"org.example.test.bell"}]}"#
            ])
        #expect(try stored("move lights.lamp lights.lamp") == [:])
        #expect(
            LayoutText.text(
                of: SampleLayout.reference(SampleLayout.timer, ["b": .double(1), "a": .array([.double(2.5)])]))
                == #"{"configuration":{"a":[2.5],"b":1},"kind":"org.example.focus.timer"}"#)
        #expect(LayoutText.list(LayoutText.text(of: ["a", "\"b"])) == ["a", "\"b"])
        #expect(LayoutText.list("{") == nil)
    }
}
