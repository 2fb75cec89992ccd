import Configuration
import ControlModel
import Layout
import Testing

/// A change, and the expected contents of the surfaces that it affects.
struct ChangeCase: Sendable, CustomTestStringConvertible {
    var change: String
    var surfaces: [String: String]

    init(_ change: String, _ surfaces: [String: String]) {
        self.change = change
        self.surfaces = surfaces
    }

    var testDescription: String { change }

    private static let lock = "lamp, door, timer minutes=25 timer=work"
    private static let center = "lamp large, door small, timer small"

    static let all = [
        ChangeCase("place door buttons.side.hold", ["buttons.side.hold": "door"]),
        ChangeCase("place door buttons.action.hold", ["buttons.action.hold": "door"]),
        ChangeCase("place bell lights.free", ["lights.free": "bell", "lights.lamp": "lamp"]),
        ChangeCase("place bell lock_screen", ["lock_screen": "\(lock), bell"]),
        ChangeCase("place bell lock_screen.1", ["lock_screen": "bell, \(lock)"]),
        ChangeCase("place bell lock_screen.4", ["lock_screen": "\(lock), bell"]),
        ChangeCase("place lamp lock_screen.2", ["lock_screen": "lamp, \(lock)"]),
        ChangeCase("place bell control_center", ["control_center": "\(center), bell small"]),
        ChangeCase("place bell control_center.1 medium", ["control_center": "bell medium, \(center)"]),
        ChangeCase("move buttons.action.hold lights.free", ["buttons.action.hold": "", "lights.free": "lamp"]),
        ChangeCase(
            "move buttons.action.hold buttons.side.double_tap",
            ["buttons.action.hold": "door", "buttons.side.double_tap": "lamp"]),
        ChangeCase("move buttons.action.hold buttons.action.hold", ["buttons.action.hold": "lamp"]),
        ChangeCase(
            "move lock_screen.2 lights.lamp",
            ["lock_screen": "lamp, lamp, timer minutes=25 timer=work", "lights.lamp": "door"]),
        ChangeCase(
            "move control_center.1 buttons.side.double_tap",
            ["control_center": "door large, door small, timer small", "buttons.side.double_tap": "lamp"]),
        ChangeCase(
            "move control_center.1 lights.free",
            ["control_center": "door small, timer small", "lights.free": "lamp"]),
        ChangeCase("move lights.lamp control_center", ["control_center": "\(center), lamp small", "lights.lamp": ""]),
        ChangeCase(
            "move lock_screen.3 control_center.1",
            ["control_center": "timer minutes=25 timer=work small, \(center)", "lock_screen": "lamp, door"]),
        ChangeCase("move control_center.1 control_center.3", ["control_center": "door small, timer small, lamp large"]),
        ChangeCase("move control_center.3 control_center.1", ["control_center": "timer small, lamp large, door small"]),
        ChangeCase("move control_center.1 control_center", ["control_center": "door small, timer small, lamp large"]),
        ChangeCase("move control_center.2 control_center.2", ["control_center": center]),
        ChangeCase("resize control_center.2 medium", ["control_center": "lamp large, door medium, timer small"]),
        ChangeCase("remove buttons.action.hold", ["buttons.action.hold": ""]),
        ChangeCase("remove lock_screen.1", ["lock_screen": "door, timer minutes=25 timer=work"]),
        ChangeCase("configure lock_screen.3 rest", ["lock_screen": "lamp, door, timer timer=rest"]),
        ChangeCase(
            "configure control_center.3 rest", ["control_center": "lamp large, door small, timer timer=rest small"]),
        ChangeCase("reset lights.lamp", ["lights.lamp": "lamp"]),
        ChangeCase("reset", ["lights.lamp": "lamp"]),
    ]
}

@Suite("P4 Changes of a layout")
struct LayoutChangeTests {
    @Test("a change affects exactly the expected surfaces", arguments: ChangeCase.all)
    func change(_ test: ChangeCase) throws {
        let before = try SampleLayout.layout()
        var layout = before
        let place = try layout.apply(try SampleLayout.change(test.change))
        for surface in layout.surfaces {
            let text = layout.text(on: surface)
            #expect(text == test.surfaces[surface.description] ?? before.text(on: surface), "\(surface)")
            #expect(layout.isByHand(surface) == (text != before.text(on: surface)), "\(surface)")
        }
        // The returned place has an entry.
        if let place { _ = try layout.entry(at: place) }
        let undone = try #require(try? SampleLayout.change("reset"))
        try layout.apply(undone)
        #expect(layout == before)
    }

    @Test(
        "an impossible change is refused and changes nothing",
        arguments: [
            ("place bell lock_screen.5", "no place 'lock_screen.5'; did you mean 'lock_screen.4'?"),
            ("place bell buttons.back.hold", "no place 'buttons.back.hold'"),
            ("place bell lights.porch", "no place 'lights.porch'"),
            ("place bell lights.free large", "controls have no size at lights.free; they have one in control_center"),
            ("place bell lock_screen small", "controls have no size at lock_screen; they have one in control_center"),
            ("move lights.free lights.lamp", "no control is placed at lights.free"),
            ("move lock_screen lights.lamp", "no place 'lock_screen'; did you mean 'lock_screen.1'?"),
            ("move lock_screen.4 lights.lamp", "no place 'lock_screen.4'; did you mean 'lock_screen.3'?"),
            ("move lock_screen.1 lock_screen.4", "no place 'lock_screen.4'; did you mean 'lock_screen.3'?"),
            ("move lock_screen.1 control_center.5", "no place 'control_center.5'; did you mean 'control_center.4'?"),
            ("move lights.lamp lights.porch", "no place 'lights.porch'"),
            ("resize lock_screen.1 large", "controls have no size at lock_screen; they have one in control_center"),
            ("resize control_center.9 large", "no place 'control_center.9'; did you mean 'control_center.3'?"),
            ("remove lights.free", "no control is placed at lights.free"),
            ("remove control_center", "no place 'control_center'; did you mean 'control_center.1'?"),
            ("configure lights.free rest", "no control is placed at lights.free"),
            ("reset lights.porch", "no place 'lights.porch'"),
        ])
    func refusal(change: String, message: String) throws {
        let before = try SampleLayout.layout()
        var layout = before
        let error = #expect(throws: LayoutError.self) { try layout.apply(try SampleLayout.change(change)) }
        #expect(error?.description == message)
        #expect(layout == before)
    }

    @Test("P5 a fixed layout refuses every change and keeps the stored one")
    func fixed() throws {
        var editable = try SampleLayout.layout()
        try editable.apply(try SampleLayout.change("remove lights.lamp"))
        var layout = try SampleLayout.layout(SampleLayout.yaml + "layout: fixed\n", stored: editable.stored)
        #expect(layout.isFixed)
        #expect(layout.findings.isEmpty)
        #expect(layout.panel == layout.file)
        #expect(throws: LayoutError.fixed) { try layout.apply(try SampleLayout.change("reset")) }
        #expect(try SampleLayout.layout(stored: editable.stored).text(on: .light("lamp")) == "")
    }

    @Test("a change by hand fills a list up to its limit; a longer list from the file can still be reordered")
    func full() throws {
        var layout = try SampleLayout.layout()
        for _ in 3..<PanelLayout.longestList { try layout.apply(try SampleLayout.change("place bell lock_screen")) }
        #expect(throws: LayoutError.full(.lockScreen, limit: 64)) {
            try layout.apply(try SampleLayout.change("place bell lock_screen.1"))
        }
        #expect(throws: LayoutError.full(.lockScreen, limit: 64)) {
            try layout.apply(try SampleLayout.change("move lights.lamp lock_screen"))
        }
        let long = "lock_screen: [\(Array(repeating: "door", count: 70).joined(separator: ", ")), lamp]\n"
        let lines = SampleLayout.yaml.split(separator: "\n").map { $0.hasPrefix("lock_screen") ? Substring(long) : $0 }
        var longer = try SampleLayout.layout(lines.joined(separator: "\n"))
        try longer.apply(try SampleLayout.change("move lock_screen.71 lock_screen.1"))
        #expect(longer.entries(on: .lockScreen).count == 71)
        #expect(longer.text(on: .lockScreen).hasPrefix("lamp, door"))
    }

    @Test(
        "malformed text of a place is refused",
        arguments: [
            "", ".", "buttons", "buttons.action", "buttons.action.tap", "buttons.action.hold.1", "lights", "lights.a.b",
            "lock_screen.", "lock_screen.0", "lock_screen.-1", "lock_screen.+1", "lock_screen.1.1", "lock_screen.x",
            "lock_screen.99999999999999999999", "lockscreen", "Lights.lamp", "control_center.١",
        ])
    func noPlace(text: String) throws {
        #expect(LayoutPlace(text) == nil)
        #expect(throws: LayoutError.self) { try SampleLayout.layout().place(text) }
    }

    @Test("the refusal of a misspelled place names the nearest one")
    func nearest() throws {
        let layout = try SampleLayout.layout()
        for (text, nearest) in [
            ("buttons.acton.hold", "buttons.action.hold"), ("light.lamp", "lights.lamp"), ("lock_scren", "lock_screen"),
        ] {
            #expect(throws: LayoutError.noSuchPlace(text, nearest: nearest)) { try layout.place(text) }
        }
    }

    @Test("a place parses from its own text", arguments: ["buttons.a.long_hold", "lights.l", "lock_screen.12"])
    func texts(text: String) {
        #expect(LayoutPlace(text)?.description == text)
    }
}
