import ControlModel
import LocalAPI
import Testing

@testable import holdfast

/// `holdfast monitor` turns a panel's notices into lines.
@Suite
struct WatchedPanelTests {
    private static func control(_ name: String, _ value: String, at places: [String] = []) -> PanelNotice {
        let snapshot = ControlSnapshot(
            kind: name, displayName: name, template: .button, title: name, valueText: value, hint: "")
        return PanelNotice(.control, control: ListedControl(name: name, places: places, snapshot: snapshot))
    }

    /// A panel whose complete state has been sent.
    private static func panel(_ notices: PanelNotice...) -> WatchedPanel {
        var panel = WatchedPanel()
        for notice in notices { #expect(panel.note(notice, at: "12:00:00").isEmpty) }
        _ = panel.note(PanelNotice(.ready), at: "12:00:00")
        return panel
    }

    @Test("the first lines are the lock and the faults, once the state is complete")
    func overview() {
        var panel = WatchedPanel()
        for notice in [
            PanelNotice(.locked), Self.control("lamp", "Off"),
            PanelNotice(.fault, name: "line", text: "GPIO17 is busy"),
        ] {
            #expect(panel.note(notice, at: "12:00:00") == [])
        }
        #expect(
            panel.note(PanelNotice(.ready), at: "12:00:01") == [
                "12:00:01  ready: locked, 1 fault, 1 control", "12:00:01  fault: GPIO17 is busy", "12:00:01  lamp: Off",
            ])
    }

    @Test("a change of a value names the value before")
    func change() {
        var panel = Self.panel(Self.control("lamp", "Off"))
        #expect(panel.note(Self.control("lamp", "On"), at: "12:00:02") == ["12:00:02  lamp: On, before Off"])
        #expect(panel.note(Self.control("lamp", "On"), at: "12:00:03") == [])
    }

    @Test("after the panel's file has changed, the lines name controls that are new, moved and gone")
    func reset() {
        var panel = Self.panel(Self.control("lamp", "Off", at: ["lights.one"]), Self.control("fan", "Off"))
        _ = panel.note(PanelNotice(.reset), at: "12:00:04")
        for notice in [Self.control("lamp", "Off", at: ["lights.two"]), Self.control("bell", "-")] {
            #expect(panel.note(notice, at: "12:00:04") == [])
        }
        #expect(
            panel.note(PanelNotice(.ready), at: "12:00:05") == [
                "12:00:05  ready: no faults, 2 controls", "12:00:05  fan is gone",
                "12:00:05  lamp is at lights.two, before at lights.one", "12:00:05  bell is new, placed nowhere: -",
            ])
    }

    @Test("a fault that takes the place of its part's earlier one is one fault, and its end leaves none")
    func replacedFault() {
        var panel = Self.panel()
        let part = "extension 'focus'"
        for words in ["does not answer", "has gone"] {
            let notice = PanelNotice(.fault, name: part, text: "\(part): \(words)")
            #expect(panel.note(notice, at: "12:00:06") == ["12:00:06  fault: \(part): \(words)"])
        }
        #expect(panel.picture(now: 0, height: 24).prefix(2) == ["1 fault, 0 controls", "fault: \(part): has gone"])
        _ = panel.note(PanelNotice(.mended, name: part, text: "\(part): has gone"), at: "12:00:07")
        #expect(panel.picture(now: 0, height: 24).first == "no faults, 0 controls")
    }

    @Test("a picture fits the terminal, and keeps faults rather than events", arguments: [3, 5, 8, 24])
    func picture(height: Int) {
        var panel = Self.panel(Self.control("lamp", "Off"), Self.control("fan", "Off"), Self.control("bell", "-"))
        _ = panel.note(PanelNotice(.fault, name: "line", text: "GPIO17 is busy"), at: "12:00:06")
        for _ in 0..<20 { _ = panel.note(PanelNotice(.performed, name: "bell"), at: "12:00:07") }
        let lines = panel.picture(now: 0, height: height)
        #expect(lines.count <= height - 1)
        #expect(lines.first == "1 fault, 3 controls")
        #expect(height < 5 || lines.contains("fault: GPIO17 is busy"))
    }
}
