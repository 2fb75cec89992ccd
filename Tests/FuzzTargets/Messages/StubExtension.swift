import ControlModel
import EventLoop
import LocalAPI

/// An extension that answers at once, with two toggles, one of them configurable.
@PanelActor
final class StubExtension: ExtensionService {
    private static let choices = ["work", "rest"].map { IntentChoice(value: .string($0), title: $0) }
    private static let parameters = [
        IntentParameterInfo(name: "timer", title: "Timer", type: .enumeration, isRequired: true, choices: choices),
        IntentParameterInfo(name: "minutes", title: "Minutes", type: .integer, value: .int(25)),
    ]

    var appeared: (@PanelActor () -> Void)?
    var vanished: (@PanelActor () -> Void)?

    private final class Question: ExtensionCall {
        private var answer: (@PanelActor () -> Void)?

        init(_ answer: @escaping @PanelActor () -> Void) {
            self.answer = answer
            Task { @PanelActor in
                let answer = self.answer
                self.answer = nil
                answer?()
            }
        }

        func cancel() { answer = nil }
    }

    func start() { _ = Question { [weak self] in self?.appeared?() } }

    func stop() {}

    func describe(
        in domain: String, _ completion: @escaping @PanelActor (Result<ExtensionDescription, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        let controls = ["timer", "lamp"].map { name in
            DescribedControl(
                kind: "org.example.focus.\(name)", displayName: name,
                parameters: name == "timer" ? Self.parameters : [],
                promptsForUserConfiguration: name == "timer", wantsPushTokens: true,
                preview: Self.evaluation("org.example.focus.\(name)", isOn: false))
        }
        return Question { completion(.success(ExtensionDescription(displayName: "Focus", controls: controls))) }
    }

    func snapshot(
        _ request: SnapshotRequest,
        _ completion: @escaping @PanelActor (Result<ControlEvaluation, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        Question { completion(.success(Self.evaluation(request.kind, isOn: false))) }
    }

    func perform(
        _ request: PerformRequest,
        _ completion: @escaping @PanelActor (Result<PerformReply, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        let evaluation = request.kind.map { Self.evaluation($0, isOn: request.isOn ?? false) }
        return Question { completion(.success(PerformReply(evaluation: evaluation))) }
    }

    func suggest(
        _ request: SuggestRequest,
        _ completion: @escaping @PanelActor (Result<[IntentChoice], ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        Question { completion(.success(Self.choices)) }
    }

    func pushTokensChanged(_ placements: [PlacedControl]) {}

    private static func evaluation(_ kind: String, isOn: Bool) -> ControlEvaluation {
        ControlEvaluation(
            control: ControlSnapshot(
                kind: kind, displayName: "Focus", template: .toggle(isOn: isOn), title: "Focus",
                valueText: isOn ? "On" : "Off", hint: "Hold to Focus", status: "Focused"),
            intent: IntentReference(type: "Toggle", title: "Toggle", parameters: parameters))
    }
}
