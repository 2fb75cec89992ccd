import Configuration
import ControlModel
import Foundation
import LocalAPI
import MonotonicTime
import Panel
import Testing

@testable import PanelScripts
@testable import SimulatedPanel

/// The notation of times in a transcript.
struct TranscriptTests {
    @Test(
        "a time in a transcript has its fixed form",
        arguments: [
            (.zero, "00:00:00.000"), (.microseconds(999), "00:00:00.000"), (.milliseconds(1), "00:00:00.001"),
            (.milliseconds(3_599_999), "00:59:59.999"), (.seconds(86_399), "23:59:59.000"),
            (.seconds(86_400), "1d 00:00:00.000"), (.seconds(3_660 * 86_400), "3660d 00:00:00.000"),
        ] as [(Duration, String)])
    func stamp(time: Duration, text: String) {
        #expect(Transcript.stamp(time) == text)
    }

    @Test("the dimming of a light, and its end, each have a line")
    func dimming() {
        #expect(PanelEvent.lightDimmed(name: "lamp", isDim: true).text(keys: [:]) == "light lamp dim")
        #expect(PanelEvent.lightDimmed(name: "lamp", isDim: false).text(keys: [:]) == "light lamp bright")
    }

    @Test("C22 C24 C29 E2 events of extensions' controls have their lines")
    func events() throws {
        let panel = try Fixtures.panel()
        let keys = Dictionary(uniqueKeysWithValues: panel.controls.map { ($0.kind, $0.key) })
        func text(_ event: PanelEvent) -> String? { event.text(keys: keys) }
        let json = #"{"type": "View", "typeName": "View", "value": "history", "title": "All Visitors"}"#
        let target = try JSONDecoder().decode(OpenTarget.self, from: Data(json.utf8))
        #expect(text(.opened(target)) == "open history \"All Visitors\"")
        let timer = "org.example.focus.timer@buttons.work.hold"
        #expect(text(.performed(kind: timer)) == "performed \(timer)")
        #expect(text(.confirmationAsked(control: timer, "Stop?")) == "confirmation \(timer): \"Stop?\"")
        #expect(text(.confirmationEnded(control: "org.example.test.door")) == "no confirmation door")
        #expect(text(.pending(control: "org.example.test.door")) == "pending door")
        #expect(text(.pendingEnded(control: timer)) == "pending \(timer) no more")
        #expect(text(.unlockRefused("not now")) == "PIN not taken: not now")
        var activity = ActivityState(id: "1", title: "Focus", ends: 1_704_067_200)
        #expect(text(.activityShown(activity)) == "activity \"Focus\"")
        activity.subtitle = "Work"
        #expect(text(.activityShown(activity)) == "activity \"Focus\", \"Work\"")
        #expect(text(.activityEnded(activity)) == "no activity \"Focus\"")
        var status = ExtensionStatus(name: "focus", domain: "org.example.focus", state: .ready, controls: 1)
        #expect(text(.extensionChanged(status)) == "extension focus ready, 1 control")
        status.controls = 2
        status.detail = "a widget is not shown"
        #expect(text(.extensionChanged(status)) == "extension focus ready, 2 controls: a widget is not shown")
        status.state = .failing
        #expect(text(.extensionChanged(status)) == "extension focus failing: a widget is not shown")
    }
}
