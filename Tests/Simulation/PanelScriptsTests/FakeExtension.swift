import ControlModel
import EventLoop
import Foundation
import LocalAPI
import PanelScripts
import SimulatedPanel

/// An extension in the test's process. `timer` is a toggle for each configuration, `visitors` is a button that opens a
/// target, and `door` asks for confirmation and then shows an activity. The answers come from another thread, as a real
/// extension's do.
@PanelActor
final class FakeExtension: ExtensionService, ScriptedExtension, OutstandingWork {
    static let domain = "org.example.focus"

    /// The script's changes to the extension.
    private(set) var changes: [String] = []
    /// The running timers, by their configuration.
    var running: Set<[String: IntentValue]> = []
    /// Called after each answer.
    var answered: (@PanelActor () -> Void)?
    /// The panel as the extension's host.
    var host: (@PanelActor () -> (any HostService)?)?

    var appeared: (@PanelActor () -> Void)?
    var vanished: (@PanelActor () -> Void)?

    private var isThere = true
    private var isHanging = false
    private var isStarted = false
    private var calls: [ObjectIdentifier: FakeCall] = [:]
    private var waiters: [@PanelActor () -> Void] = []
    private var outstanding = 0

    // MARK: ScriptedExtension

    func starts() {
        changes.append("starts")
        isHanging = false
        isThere = true
        appear()
    }

    func crashes() {
        changes.append("crashes")
        guard isThere else { return }
        isThere = false
        let lost = calls.values
        calls = [:]
        for call in lost { call.lose() }
        vanished?()
    }

    func hangs() {
        changes.append("hangs")
        isHanging = true
    }

    // MARK: OutstandingWork

    var hasOutstandingWork: Bool { outstanding > 0 }

    func whenIdle(_ body: @escaping @PanelActor () -> Void) {
        if outstanding == 0 { body() } else { waiters.append(body) }
    }

    // MARK: ExtensionService

    func start() {
        isStarted = true
        appear()
    }

    func stop() {
        isStarted = false
        calls = [:]
    }

    func describe(
        in domain: String, _ completion: @escaping @PanelActor (Result<ExtensionDescription, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        answer(completion) {
            let timer = DescribedControl(
                kind: Self.domain + ".timer", displayName: "Timer",
                parameters: Self.decoded(#"[{"name": "timer", "value": "work"}]"#) ?? [],
                preview: Self.timer(isOn: false))
            let visitors = DescribedControl(
                kind: Self.domain + ".visitors", displayName: "Visitors", preview: Self.visitors)
            let door = DescribedControl(kind: Self.domain + ".door", displayName: "Door", preview: Self.door)
            return ExtensionDescription(displayName: "Focus", controls: [timer, visitors, door])
        }
    }

    func snapshot(
        _ request: SnapshotRequest,
        _ completion: @escaping @PanelActor (Result<ControlEvaluation, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        answer(completion) { self.evaluation(of: request.kind, request.configuration) }
    }

    func perform(
        _ request: PerformRequest,
        _ completion: @escaping @PanelActor (Result<PerformReply, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        if request.intent == "OpenDoor" { return openDoor(request, completion) }
        return answer(completion) {
            guard let isOn = request.isOn else {
                return PerformReply(opens: Self.history, evaluation: Self.visitors)
            }
            if isOn { self.running.insert(request.configuration) } else { self.running.remove(request.configuration) }
            return PerformReply(evaluation: Self.timer(isOn: isOn))
        }
    }

    func suggest(
        _ request: SuggestRequest,
        _ completion: @escaping @PanelActor (Result<[IntentChoice], ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        answer(completion) { [] }
    }

    func pushTokensChanged(_ placements: [PlacedControl]) {}

    // MARK: Answering

    private func evaluation(of kind: String, _ configuration: [String: IntentValue]) -> ControlEvaluation {
        switch kind {
        case Self.domain + ".visitors": Self.visitors
        case Self.domain + ".door": Self.door
        default: Self.timer(isOn: running.contains(configuration))
        }
    }

    private static func timer(isOn: Bool) -> ControlEvaluation {
        ControlEvaluation(
            control: ControlSnapshot(
                kind: domain + ".timer", displayName: "Timer", template: .toggle(isOn: isOn), title: "Timer",
                valueText: isOn ? "Running" : "Stopped", hint: isOn ? "Hold to Stop" : "Hold to Start"),
            intent: IntentReference(type: "ToggleTimer", title: "Toggle the Timer"))
    }

    private static let visitors = ControlEvaluation(
        control: ControlSnapshot(
            kind: domain + ".visitors", displayName: "Visitors", template: .button, title: "Visitors",
            hint: "Hold to Open Visitors"),
        intent: IntentReference(type: "OpenVisitors", title: "Open Visitors"))

    private static let door = ControlEvaluation(
        control: ControlSnapshot(
            kind: domain + ".door", displayName: "Door", template: .button, title: "Door", hint: "Hold for 'Door'"),
        intent: IntentReference(type: "OpenDoor", title: "Open the Door"))

    private static let history: OpenTarget? = decoded(
        #"{"type": "View", "typeName": "View", "value": "history", "title": "All Visitors"}"#)

    /// Decodes JSON, because values from a socket contain only the decoded members.
    private static func decoded<Value: Decodable>(_ json: String) -> Value? {
        try? JSONDecoder().decode(Value.self, from: Data(json.utf8))
    }

    private func openDoor(
        _ request: PerformRequest, _ completion: @escaping @PanelActor (Result<PerformReply, ExtensionFailure>) -> Void
    ) -> any ExtensionCall {
        let call = FakeCall { completion(.failure(.lost)) }
        let identity = ObjectIdentifier(call)
        calls[identity] = call
        work {
            guard let host = self.host?() else { return }
            _ = host.confirm(performance: request.performance, dialog: "Open the door?") { isConfirmed in
                guard self.calls.removeValue(forKey: identity)?.isCancelled == false else { return }
                if isConfirmed { _ = host.show(ActivityState(id: "door", title: "Door Open"), for: .hosted("focus")) }
                completion(.success(PerformReply(failure: isConfirmed ? nil : "not confirmed", evaluation: Self.door)))
            }
        }
        return call
    }

    private func appear() {
        guard isThere, isStarted else { return }
        work { if self.isThere, self.isStarted { self.appeared?() } }
    }

    private func answer<Value: Sendable>(
        _ completion: @escaping @PanelActor (Result<Value, ExtensionFailure>) -> Void,
        _ value: @escaping @PanelActor () -> Value
    ) -> any ExtensionCall {
        let call = FakeCall { completion(.failure(.lost)) }
        let identity = ObjectIdentifier(call)
        calls[identity] = call
        guard isThere else {
            work {
                if self.calls.removeValue(forKey: identity)?.isCancelled == false {
                    completion(.failure(.absent(reason: "it has crashed")))
                }
            }
            return call
        }
        if isHanging { return call }
        work {
            // A call that was lost meanwhile has been answered already.
            guard self.calls.removeValue(forKey: identity)?.isCancelled == false else { return }
            completion(.success(value()))
            self.answered?()
        }
        return call
    }

    /// Runs `body` on the loop from another thread, once the loop is at rest. The loop does not know of the pending work.
    func work(_ body: @escaping @PanelActor () -> Void) {
        outstanding += 1
        Task.detached {
            await EventLoop.panel.settle()
            await self.finish(body)
        }
    }

    private func finish(_ body: @PanelActor () -> Void) {
        body()
        outstanding -= 1
        guard outstanding == 0 else { return }
        let idle = waiters
        waiters = []
        for waiter in idle { waiter() }
    }
}

/// A call of the fake extension.
@PanelActor
private final class FakeCall: ExtensionCall {
    private(set) var isCancelled = false
    private let lost: @PanelActor () -> Void

    init(lost: @escaping @PanelActor () -> Void) {
        self.lost = lost
    }

    func cancel() { isCancelled = true }
    func lose() { if !isCancelled { lost() } }
}
