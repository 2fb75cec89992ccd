import EventLoop
import LocalAPI

/// A panel as the host of a bundle.
@PanelActor
final class FakeHost: HostService {
    private(set) var asked: [String] = []
    private var question: (@PanelActor (Bool) -> Void)?

    nonisolated init() {}

    func reload(kind: String?, for caller: HostCaller) -> Bool {
        asked.append("reload \(kind ?? "all") for \(caller)")
        return true
    }

    func update(kind: String, to values: [PlacedValue], for caller: HostCaller) -> Bool { true }

    func currentControls(for caller: HostCaller) -> [PlacedControl] { [] }

    func confirm(
        performance: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> any ExtensionCall {
        asked.append("confirm \(performance)")
        question = completion
        return Question(host: self)
    }

    /// Gives the people's answer to the oldest question.
    func answer(_ isConfirmed: Bool) {
        question?(isConfirmed)
        question = nil
    }

    func progress(of performance: String, _ completed: Double) {}

    func show(_ activity: ActivityState, for caller: HostCaller) -> Bool { true }

    func endActivity(id: String, for caller: HostCaller) {}

    func report(_ problem: String?, of name: String, for caller: HostCaller) {}

    @PanelActor
    private final class Question: ExtensionCall {
        private let host: FakeHost

        init(host: FakeHost) {
            self.host = host
        }

        func cancel() {
            host.asked.append("taken back")
            host.question = nil
        }
    }
}
