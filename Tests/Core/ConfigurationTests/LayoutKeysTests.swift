import ControlModel
import Testing

@testable import Configuration

@Suite("The layout in a panel's file")
struct LayoutKeysTests {
    private func parse(_ text: String) throws -> PanelDescription {
        try PanelFile.parse(Array(text.utf8), file: "panel.yaml")
    }

    private let head = """
        name: N
        domain: org.n
        controls: {lamp: {toggle: {line: GPIO1}}, door: {button: {pulse: GPIO2, for: 1s}}}
        extensions: [{name: e, domain: org.e}]

        """

    @Test("P1, P2, P5 lists of controls, in each of their forms, become placements in their order")
    func lists() throws {
        let panel = try parse(
            head + """
                lock_screen: [lamp, org.n.door, {kind: org.e.timer, configuration: {timer: work}}]
                control_center:
                  - {control: lamp, size: large}
                  - {control: {kind: org.e.timer, configuration: {timer: rest}}, size: medium}
                  - {kind: org.e.timer, configuration: {timer: work}}
                  - {control: org.n.door}
                  - door
                layout: fixed
                """)
        let lamp = ControlReference(kind: "org.n.lamp")
        let door = ControlReference(kind: "org.n.door")
        let work = ControlReference(kind: "org.e.timer", configuration: ["timer": .string("work")])
        let rest = ControlReference(kind: "org.e.timer", configuration: ["timer": .string("rest")])
        #expect(panel.lockScreen == [lamp, door, work])
        #expect(
            panel.controlCenter == [
                ControlTile(lamp, size: .large), ControlTile(rest, size: .medium), ControlTile(work), ControlTile(door),
                ControlTile(door, size: .small),
            ])
        #expect(panel.layout == .fixed)
        #expect(
            panel.placements == [
                Placement(place: "lock_screen.1", reference: lamp), Placement(place: "lock_screen.2", reference: door),
                Placement(place: "lock_screen.3", reference: work),
                Placement(place: "control_center.1", reference: lamp),
                Placement(place: "control_center.2", reference: rest),
                Placement(place: "control_center.3", reference: work),
                Placement(place: "control_center.4", reference: door),
                Placement(place: "control_center.5", reference: door),
            ])
    }

    @Test("the key `clock: rtc` trusts a real-time clock; by default only a synchronized clock is trusted")
    func clock() throws {
        #expect(try parse(head).clock == .synchronized)
        #expect(try parse(head + "clock: synchronized\n").clock == .synchronized)
        #expect(try parse(head + "clock: rtc\n").clock == .rtc)
    }

    @Test("without its keys both lists are empty, and people may change them")
    func defaults() throws {
        for text in ["", "lock_screen: []\ncontrol_center: []\nlayout: editable\n"] {
            let panel = try parse(head + text)
            #expect(panel.lockScreen.isEmpty && panel.controlCenter.isEmpty && panel.placements.isEmpty)
            #expect(panel.layout == .editable)
        }
    }

    @Test("a button or light may be declared without a control", arguments: ["null", "~", "Null", "NULL"])
    func nothingPlaced(text: String) throws {
        let panel = try parse(
            head + """
                buttons: {a: {line: GPIO3, hold: \(text), hold_time: 2s, double_tap: lamp}, b: {line: GPIO4, long_hold: \(text)}}
                lights: {l: {line: GPIO5, shows: \(text)}}
                """)
        #expect(panel.buttons.map(\.hold) == [nil, nil])
        #expect(panel.lights.map(\.shows) == [nil])
        #expect(panel.placements.map(\.place) == ["buttons.a.double_tap"])
    }

    @Test(
        "a configuration that no file can express has a problem, which names the parameter",
        arguments: [
            (["a": .string("x\u{7}")], "a"), (["a": .double(.infinity)], "a"), (["a b": .int(1)], "a b"),
            (["a": .array([.array([])])], "a"), (["a": .string(String(repeating: "x", count: 1001))], "a"),
            (["": .int(1)], ""), (["a": .array([.string("\u{2028}")])], "a"),
        ] as [([String: IntentValue], String)])
    func configurationProblem(configuration: [String: IntentValue], parameter: String) {
        let reference = ControlReference(kind: "org.e.timer", configuration: configuration)
        #expect(reference.configurationProblem?.parameter == parameter)
    }

    @Test("a configuration that a file can express has no problem up to the size limits")
    func configurationLimits() {
        func problem(_ configuration: [String: IntentValue]) -> String? {
            ControlReference(kind: "org.e.timer", configuration: configuration).configurationProblem?.reason
        }
        let values: [String: IntentValue] = [
            "a": .null, "größe": .string("x\ny"), "_b": .array([.int(1), .null]), "c": .double(1.5), "d": .bool(true),
        ]
        #expect(problem(values) == nil)
        func many(_ count: Int, _ value: IntentValue) -> [String: IntentValue] {
            Dictionary(uniqueKeysWithValues: (0..<count).map { ("a\($0)", value) })
        }
        #expect(problem(many(64, .int(1))) == nil)
        #expect(problem(many(65, .int(1))) == "it has 65 parameters; expected at most 64")
        let text = IntentValue.string(String(repeating: "x", count: 1000))
        #expect(problem(many(17, text)) == "its names and values have more than 16384 bytes; shorten them")
    }

    @Test("the word `status` shows the panel on a light, unless a control has that key")
    func status() throws {
        func light(_ controls: String) throws -> LightDescription {
            let file = """
                name: T
                domain: org.example.t
                controls: {\(controls): {toggle: {line: A}}}
                lights: {l: {red: R, green: G, blue: B, active: low, shows: status}}

                """
            return try #require(try PanelFile.parse(Array(file.utf8), file: "p").lights.first)
        }
        let ofPanel = try light("lamp")
        #expect(ofPanel.showsPanel && ofPanel.shows == nil && ofPanel.output.hasColors)
        #expect(ofPanel.output.lines.map(\.name) == ["R", "G", "B"])
        #expect(ofPanel.output.lines.map(\.isActiveLow) == [true, true, true])
        let ofControl = try light("status")
        #expect(!ofControl.showsPanel && ofControl.shows == ControlReference(kind: "org.example.t.status"))
    }
}
