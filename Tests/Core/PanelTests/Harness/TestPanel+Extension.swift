import ControlModel
import EventLoop
import LocalAPI

@testable import Panel

/// A panel with an extension that the test controls.
extension TestPanel {
    /// A panel with the extension `fake`, which has these kinds of controls. Timers have a parameter.
    static func extended(
        kinds: [String] = [FakeExtension.lamp, FakeExtension.timer], developerMode: Bool = false
    ) throws -> TestPanel {
        let fake = FakeExtension(kinds: kinds)
        for index in kinds.indices where kinds[index] == FakeExtension.timer {
            fake.description.controls[index].parameters = [IntentParameterInfo(name: "timer")]
        }
        return try TestPanel(
            SamplePanel.extended, extensions: ["focus": fake], developerMode: developerMode, fake: fake)
    }

    /// The extension's lamp as the panel shows it.
    var shown: ControlSnapshot? { engine.snapshot(of: FakeExtension.lamp) }

    /// The number of calls of the lamp's provider.
    var runs: Int { fake.snapshots.lazy.filter { $0.kind == FakeExtension.lamp }.count }
}

extension PerformanceList {
    /// Answers a control's question.
    ///
    /// - Returns: why the answer is not accepted, as far as that is known at once.
    @discardableResult
    func answer(_ control: String, isConfirmed: Bool, by requester: Requester) -> String? {
        var reason: String?
        answer(control, isConfirmed: isConfirmed, by: requester) { reason = $0 }
        return reason
    }
}
