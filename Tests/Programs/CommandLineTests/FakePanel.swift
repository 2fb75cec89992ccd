import ControlModel
import EventLoop
import Foundation
import LocalAPI

/// A panel for the commands: constant answers, over a socket in its own folder.
@PanelActor
final class FakePanel {
    private let server: VarlinkServer
    private let folder: TemporaryFolder
    private var watchers: [VarlinkCall<PanelInterface.Watch.Reply>] = []
    private var displays: [VarlinkCall<PanelInterface.Display.Reply>] = []
    private var logs: [VarlinkCall<PanelInterface.Log.Reply>] = []

    nonisolated let path: String

    /// The recorded requests.
    private(set) var calls: [String] = []

    init(
        controls: [ListedControl] = FakePanel.controls, status: PanelStatus = FakePanel.status,
        people: [ListedPerson] = FakePanel.people
    ) throws {
        folder = try TemporaryFolder()
        path = folder.path + "/panel"
        let recorder = Recorder()
        server = VarlinkServer(
            product: "Fake", version: "1",
            interfaces: [
                VarlinkInterface(
                    name: PanelInterface.name, description: HoldfastInterfaces.panel,
                    methods: Self.methods(controls, status, recorder) + Self.layoutMethods(recorder)
                        + Self.lockMethods(recorder, people) + Self.logMethods(recorder))
            ])
        try server.listen(path: path, mode: 0o600)
        recorder.panel = self
    }

    deinit {
        let server = server
        Task { @PanelActor in server.stop() }
    }

    /// Closes the connections and the socket.
    func stop() {
        server.stop()
    }

    /// Sends a notice to all watchers.
    func tell(_ notice: PanelNotice) {
        for watcher in watchers { watcher.push(.init(notice: notice)) }
    }

    /// Sends an answer to all followers of the audit trail.
    func write(_ reply: PanelInterface.Log.Reply) {
        for log in logs { log.push(reply) }
    }

    /// Changes the text of the display.
    func show(_ rows: [String]) {
        for display in displays { display.push(.init(columns: 16, rows: rows)) }
    }

    private static func showDisplay(
        _ wish: PanelInterface.Display.Parameters, _ call: VarlinkCall<PanelInterface.Display.Reply>,
        _ recorder: Recorder
    ) {
        let rows = ["Hallway", "Tea \u{1B}[2J 4:59"]
        let frame = PanelInterface.Display.Reply(columns: wish.columns ?? 16, rows: Array(rows.prefix(wish.rows ?? 2)))
        guard call.wantsMore else { return call.reply(frame) }
        call.push(frame)
        recorder.panel?.displays.append(call)
        recorder.note("display")
    }

    /// Passes the methods' requests to the panel, which is made after the methods.
    @PanelActor
    final class Recorder {
        fileprivate weak var panel: FakePanel?

        func note(_ call: String) {
            panel?.calls.append(call)
        }

        func keep(_ call: VarlinkCall<PanelInterface.Log.Reply>) {
            panel?.logs.append(call)
        }
    }

    private static func methods(
        _ controls: [ListedControl], _ status: PanelStatus, _ recorder: Recorder
    ) -> [VarlinkMethod] {
        [
            .method(PanelInterface.List.self, streams: true) {
                var rest = controls[...]
                $1.stream { rest.popFirst().map { .init(control: $0) } }
            },
            .method(PanelInterface.Show.self) { parameters, call in
                guard let control = controls.first(where: { $0.name == parameters.control }) else {
                    return call.fail(PanelInterface.NoSuchControl(control: parameters.control, nearest: "lamp"))
                }
                call.reply(.init(control: control))
            },
            .method(PanelInterface.Perform.self) { parameters, call in
                recorder.note("perform \(text(parameters.control, parameters.isOn, parameters.parameters))")
                perform(parameters, controls, call, recorder)
            },
            .method(PanelInterface.Confirm.self) { parameters, call in
                recorder.note("confirm \(parameters.control) \(parameters.confirmed)")
                call.reply(NoParameters())
            },
            .method(PanelInterface.Reload.self) { parameters, call in
                recorder.note("reload \(parameters.control ?? "all")")
                call.reply(NoParameters())
            },
            .method(PanelInterface.Intents.self, streams: true) {
                var rest = intents[...]
                $1.stream { rest.popFirst().map { .init(intent: $0) } }
            },
            .method(PanelInterface.Lights.self, streams: true) {
                var rest = lights[...]
                $1.stream { rest.popFirst().map { .init(light: $0) } }
            },
            .method(PanelInterface.TestLights.self, streams: true) { parameters, call in
                guard parameters.light != "none" else {
                    return call.fail(PanelInterface.Refused(reason: "no light 'none'; there are: lamp"))
                }
                call.push(.init(meaning: parameters.meaning ?? "off", words: "for \(parameters.seconds ?? 0) s"))
                call.reply(.init(meaning: nil, words: parameters.meaning == "hold" ? "a press" : nil))
            },
            .method(PanelInterface.Display.self) { showDisplay($0, $1, recorder) },
            .method(PanelInterface.Run.self) { parameters, call in
                guard parameters.intent == intents[0].name else {
                    return call.fail(PanelInterface.NoSuchIntent(intent: parameters.intent))
                }
                recorder.note("run \(text(parameters.intent, nil, parameters.parameters))")
                call.reply(
                    PerformedControl(
                        opens: target, returned: IntentReturn(dialog: "5 min\u{1B}[31m to go", value: .int(5))))
            },
            .method(PanelInterface.Status.self) { $1.reply(status) },
            .method(PanelInterface.Watch.self, streams: true) {
                for control in controls {
                    $1.push(.init(notice: PanelNotice(.control, name: control.name, control: control)))
                }
                $1.push(.init(notice: PanelNotice(.ready)))
                recorder.panel?.watchers.append($1)
                recorder.note("watch")
            },
        ]
    }

    private static func perform(
        _ parameters: PanelInterface.Perform.Parameters, _ controls: [ListedControl],
        _ call: VarlinkCall<PerformedControl>, _ recorder: Recorder
    ) {
        switch parameters.control {
        case "lamp":
            var control = controls[0]
            let isOn = parameters.isOn ?? true
            control.snapshot.template = .toggle(isOn: isOn)
            control.snapshot.valueText = isOn ? "On" : "Off"
            call.reply(PerformedControl(control: control))
        case "timer": call.reply(PerformedControl(failure: "Timer is missing", request: request))
        case "door": call.fail(PanelInterface.Refused(reason: "it performs already"))
        case "oven": call.reply(PerformedControl(failure: "the oven is \u{1B}[31mhot\u{1B}[0m"))
        case "reset":
            call.push(PerformedControl(confirmation: "Really \u{1B}[31mreset?"))
            call.reply(PerformedControl(control: controls[0]))
        case "twice":
            call.fail(
                PanelInterface.NoSuchControl(
                    control: "twice", problem: "'twice' is placed 2 times: twice@lights.a, twice@lights.b; name one"))
        case "vanish": recorder.panel?.stop()
        default: call.fail(PanelInterface.NoSuchControl(control: parameters.control, nearest: "lamp"))
        }
    }

    static func text(_ name: String, _ isOn: Bool?, _ values: [String: IntentValue]?) -> String {
        let values = (values ?? [:]).sorted { $0.key < $1.key }.map { "\($0.key): \(debugText($0.value))" }
        return ([name] + (isOn.map { ["isOn: \($0)"] } ?? []) + values).joined(separator: ", ")
    }

    /// A value and its type as text.
    private static func debugText(_ value: IntentValue) -> String {
        switch value {
        case .null: "null"
        case .bool(let value): "bool \(value)"
        case .int(let value): "int \(value)"
        case .double(let value): "double \(value)"
        case .string(let value): "text \(value)"
        case .array(let values): "[\(values.map(debugText).joined(separator: ", "))]"
        }
    }
}
