import Configuration
import ControlModel
import EventLoop
import Glibc
import LocalAPI
import MonotonicTime

/// The API of a running panel: `io.holdfast.Panel` for clients, `io.holdfast.Host` for extensions.
///
/// A `PanelService` outlives its engines: reloading the panel's file replaces the engine.
@PanelActor
public final class PanelService {
    /// The engine that answers; `nil` while none runs.
    public var engine: PanelEngine? {
        didSet { if engine !== oldValue { engineChanged() } }
    }

    /// The editor of the panel's layout; `nil` if the layout cannot be changed.
    public var editor: LayoutEditor?

    /// The IDs of the users who administer the panel: root, and the user that the panel runs as.
    var administrators: Set<UInt32> = [0, geteuid()]

    private var watchers: [ObjectIdentifier: Watcher] = [:]
    /// The clients that wait for a performance and receive its question, by their calls.
    private var performers: [ObjectIdentifier: Performer] = [:]
    /// The clients that watch the text display, by their calls.
    var displayWatchers: [ObjectIdentifier: DisplayWatcher] = [:]
    private var observers: [Int] = []
    private weak var observed: PanelEngine?

    /// The highest age of a value when a surface that shows it appears (C42 d: appearance reloads).
    private static let freshFor = Duration.seconds(5)
    /// The most choices in a reply whose full list is too long for a message.
    private static let fewChoices = 50
    /// The most faults in a reply whose full list is too long for a message.
    private static let fewFaults = 50
    /// The most controls sent to a watcher in one turn of the loop.
    private static let portion = 16

    /// A client that receives all notices.
    private final class Watcher {
        let tell: @PanelActor (PanelNotice) -> Void
        /// The current audience of the notices.
        let viewpoint: @PanelActor () -> Viewpoint
        /// How many times the full state was sent again; a newer round ends the sending of an older one.
        var round = 0

        init(viewpoint: @escaping @PanelActor () -> Viewpoint, tell: @escaping @PanelActor (PanelNotice) -> Void) {
            self.viewpoint = viewpoint
            self.tell = tell
        }
    }

    /// A client that waits for a control's performance.
    private struct Performer {
        let control: String
        let viewpoint: @PanelActor () -> Viewpoint
        let ask: @PanelActor (String) -> Void
    }

    /// A service without an engine.
    public init() {}

    /// The interface `io.holdfast.Host`.
    public var hostInterface: VarlinkInterface { HostInterface.interface(over: self) }

    /// The interface `io.holdfast.Panel`.
    public var panelInterface: VarlinkInterface {
        VarlinkInterface(
            name: PanelInterface.name, description: HoldfastInterfaces.panel,
            methods: [
                .method(PanelInterface.List.self, streams: true) { [weak self] _, call in self?.list(call) },
                .method(PanelInterface.Show.self) { [weak self] in self?.show($0, $1) },
                .method(PanelInterface.Watch.self, streams: true) { [weak self] _, call in self?.watch(call) },
                .method(PanelInterface.Perform.self) { [weak self] in self?.perform($0, $1) },
                .method(PanelInterface.Confirm.self) { [weak self] in self?.confirm($0, $1) },
                .method(PanelInterface.Reload.self) { [weak self] in self?.reload($0, $1) },
                .method(PanelInterface.Intents.self, streams: true) { [weak self] _, call in self?.listIntents(call) },
                .method(PanelInterface.Run.self) { [weak self] in self?.run($0, $1) },
                .method(PanelInterface.Suggest.self) { [weak self] in self?.suggest($0, $1) },
                .method(PanelInterface.Lights.self, streams: true) { [weak self] _, call in self?.listLights(call) },
                .method(PanelInterface.Status.self) { [weak self] _, call in self?.status(call) },
                lightTestMethod,
                displayMethod,
            ] + layoutMethods + lockMethods + logMethods + backupMethods)
    }

    // MARK: Queries

    private func list(_ call: VarlinkCall<PanelInterface.List.Reply>) {
        // The names at the time of the call; the client reads the controls at its own pace.
        var names = (engine?.lists.controls.names ?? [])[...]
        let viewpoint = viewpoint(of: call)
        call.stream { [weak self] in
            while let name = names.popFirst() {
                // The control may have been removed meanwhile.
                let control = self?.engine?.lists.controls.appear(name, freshFor: Self.freshFor, as: viewpoint())
                if let control { return .init(control: control) }
            }
            return nil
        }
    }

    private func show(
        _ parameters: PanelInterface.Show.Parameters, _ call: VarlinkCall<PanelInterface.Show.Reply>
    ) {
        let viewpoint = viewpoint(of: call)()
        guard let engine,
            let control = engine.lists.controls.appear(parameters.control, freshFor: Self.freshFor, as: viewpoint)
        else {
            call.fail(noSuchControl(parameters.control))
            return
        }
        // If the parameters make the reply too long, the control is sent without them.
        var short = control
        short.parameters = []
        short.intent = nil
        call.reply(.init(control: control), shorter: .init(control: short))
    }

    private func status(_ call: VarlinkCall<PanelStatus>) {
        guard
            let status = engine?.panelStatus(
                as: viewpoint(of: call)(), isAdministrator: isAdministrator(call))
        else {
            call.fail(PanelInterface.Refused(reason: "the panel is being read again"))
            return
        }
        // If the faults make the reply too long, the status lists only some of them.
        var short = status
        let more = status.faults.count - Self.fewFaults
        if more > 0 { short.faults = status.faults.prefix(Self.fewFaults) + ["and \(more) more"] }
        call.reply(status, shorter: short)
    }

    private func watch(_ call: VarlinkCall<PanelInterface.Watch.Reply>) {
        let key = ObjectIdentifier(call)
        watchers[key] = Watcher(viewpoint: viewpoint(of: call)) { notice in call.push(.init(notice: notice)) }
        call.ended = { [weak self] in self?.watchers[key] = nil }
        guard let engine else { return }
        tellAll(watchers[key], round: 0, engine.lists.controls.names[...], of: engine)
    }

    /// Sends a watcher the full state, a few controls in each turn of the loop.
    private func tellAll(_ watcher: Watcher?, round: Int, _ names: ArraySlice<String>, of engine: PanelEngine) {
        guard let watcher, watcher.round == round, engine === self.engine else { return }
        let viewpoint = watcher.viewpoint()
        for name in names.prefix(Self.portion) {
            guard let control = engine.lists.controls.appear(name, freshFor: Self.freshFor, as: viewpoint) else {
                continue
            }
            watcher.tell(PanelNotice(.control, name: control.name, control: control))
        }
        let rest = names.dropFirst(Self.portion)
        guard rest.isEmpty else {
            let timer = engine.scheduler.makeTimer { [weak self, weak watcher] in
                self?.tellAll(watcher, round: round, rest, of: engine)
            }
            timer.arm(at: engine.scheduler.now)
            return
        }
        for notice in engine.desk.notices { watcher.tell(notice) }
        for status in engine.extensions {
            watcher.tell(PanelNotice(.extension, name: status.name, extension: status))
        }
        for activity in engine.activities(as: viewpoint) { watcher.tell(PanelNotice(.activity, activity: activity)) }
        for fault in engine.faults(as: viewpoint) {
            watcher.tell(PanelNotice(.fault, name: fault.part.description, text: fault.description))
        }
        if let hint = engine.surfaces.displays.hint(as: viewpoint) { watcher.tell(PanelNotice(.hint, text: hint)) }
        if let status = engine.surfaces.displays.status(as: viewpoint) {
            watcher.tell(PanelNotice(.status, text: status))
        }
        for question in engine.executor.questions.waiting(as: viewpoint) {
            watcher.tell(PanelNotice(.confirmation, name: question.control, text: question.text))
        }
        watcher.tell(PanelNotice(.ready))
    }

    private func engineChanged() {
        for observer in observers { observed?.removeObserver(observer) }
        observers = [Viewpoint.authenticated, .anybody].compactMap { viewpoint in
            engine?.observe(as: viewpoint) { [weak self] in self?.note($0, as: viewpoint) }
        }
        observed = engine
        tellAnew()
        displayPanelChanged()
    }

    /// Sends the full state to all watchers again.
    func tellAnew() {
        guard let engine else { return }
        for watcher in watchers.values {
            watcher.round += 1
            watcher.tell(PanelNotice(.reset))
        }
        for watcher in watchers.values {
            tellAll(watcher, round: watcher.round, engine.lists.controls.names[...], of: engine)
        }
    }

    /// Sends an event to the watchers of this viewpoint.
    private func note(_ event: PanelEvent, as viewpoint: Viewpoint) {
        guard !watchers.isEmpty || !performers.isEmpty else { return }
        if case .confirmationAsked(let control, let question) = event {
            for performer in performers.values where performer.control == control && performer.viewpoint() == viewpoint
            {
                performer.ask(question)
            }
        }
        let watchers = watchers.values.filter { $0.viewpoint() == viewpoint }
        guard !watchers.isEmpty, let engine, let notice = PanelNotice(event, on: engine, as: viewpoint) else { return }
        for watcher in watchers { watcher.tell(notice) }
    }

    /// Returns the current audience of a call's replies: clients in general, until a person gives a PIN on the same
    /// connection.
    func viewpoint(of call: VarlinkCall<some Encodable & Sendable>) -> @PanelActor () -> Viewpoint {
        let session = call.session
        return { (session.value as? APISession)?.person != nil ? .authenticated : .anybody }
    }

    /// Whether the caller administers the panel.
    func isAdministrator(_ call: VarlinkCall<some Encodable & Sendable>) -> Bool {
        AccessPolicy.mayAdminister(call.peer.user, administrators: administrators)
    }

    // MARK: Actions

    private func perform(_ parameters: PanelInterface.Perform.Parameters, _ call: VarlinkCall<PerformedControl>) {
        let name = parameters.control
        let key = ObjectIdentifier(call)
        let viewpoint = viewpoint(of: call)
        if call.wantsMore, let control = engine?.controls[name]?.name {
            performers[key] = Performer(control: control, viewpoint: viewpoint) {
                call.push(PerformedControl(confirmation: $0))
            }
            call.ended = { [weak self] in self?.performers[key] = nil }
        }
        let isThere = engine?.freshPerformer.perform(
            name, isOn: parameters.isOn, answers: parameters.parameters ?? [:], by: requester(of: call)
        ) { [weak self] outcome in
            self?.performers[key] = nil
            guard !outcome.isRefused else { return call.fail(PanelInterface.Refused(reason: outcome.failure ?? "")) }
            let control = self?.engine?.lists.controls.listed(name, as: viewpoint())
            // The reason of a failure may reveal the state, and so may the question and the opened target.
            guard control?.snapshot.isRedacted != true else {
                return call.reply(
                    PerformedControl(
                        failure: outcome.failure.map {
                            self?.engine?.lists.controls.redacted(reason: $0, of: name) ?? $0
                        },
                        control: control))
            }
            // If the control makes the reply too long, the outcome is sent without it.
            call.reply(PerformedControl(outcome, control), shorter: PerformedControl(brief: outcome))
        }
        if isThere != true { call.fail(noSuchControl(name)) }
    }

    private func confirm(_ parameters: PanelInterface.Confirm.Parameters, _ call: VarlinkCall<NoParameters>) {
        guard let engine, engine.snapshot(of: parameters.control) != nil else {
            call.fail(noSuchControl(parameters.control))
            return
        }
        engine.executor.questions.confirm(
            parameters.control, isConfirmed: parameters.confirmed, by: requester(of: call)
        ) { reason in
            if let reason {
                call.fail(PanelInterface.Refused(reason: reason))
            } else {
                call.reply(NoParameters())
            }
        }
    }

    private func reload(_ parameters: PanelInterface.Reload.Parameters, _ call: VarlinkCall<NoParameters>) {
        guard let control = parameters.control else {
            engine?.reloadAll()
            call.reply(NoParameters())
            return
        }
        if engine?.reload(control) == true {
            call.reply(NoParameters())
        } else {
            call.fail(noSuchControl(control))
        }
    }

    private func listLights(_ call: VarlinkCall<PanelInterface.Lights.Reply>) {
        var lights = (engine?.lists.lights.list(as: viewpoint(of: call)()) ?? [])[...]
        call.stream { lights.popFirst().map { .init(light: $0) } }
    }

    private func listIntents(_ call: VarlinkCall<PanelInterface.Intents.Reply>) {
        var intents = (engine?.lists.intents.intents(as: viewpoint(of: call)()) ?? [])[...]
        call.stream { intents.popFirst().map { .init(intent: $0) } }
    }

    private func run(_ parameters: PanelInterface.Run.Parameters, _ call: VarlinkCall<PerformedControl>) {
        let isThere = engine?.executor.intents.run(
            intent: parameters.intent, parameters: parameters.parameters ?? [:], by: requester(of: call)
        ) { outcome in
            if outcome.isRefused {
                call.fail(PanelInterface.Refused(reason: outcome.failure ?? ""))
            } else {
                call.reply(PerformedControl(outcome), shorter: PerformedControl(brief: outcome))
            }
        }
        guard isThere != true else { return }
        let names = engine?.lists.intents.intents(as: viewpoint(of: call)()).map(\.name) ?? []
        call.fail(
            PanelInterface.NoSuchIntent(
                intent: parameters.intent, nearest: NearestWord.to(parameters.intent, among: names)))
    }

    private func suggest(
        _ parameters: PanelInterface.Suggest.Parameters, _ call: VarlinkCall<PanelInterface.Suggest.Reply>
    ) {
        let question = engine?.lists.controls.suggest(
            control: parameters.control, intent: parameters.intent, parameter: parameters.parameter,
            as: viewpoint(of: call)()
        ) { result in
            switch result {
            case .success(let choices):
                call.reply(.init(choices: choices), shorter: .init(choices: Array(choices.prefix(Self.fewChoices))))
            case .failure(let failure): call.fail(PanelInterface.Refused(reason: ShownText.line(failure.description)))
            }
        }
        if let question {
            call.ended = { question.cancel() }
        } else {
            call.fail(VarlinkService.InvalidParameter(parameter: "parameter"))
        }
    }

    private func requester(of call: VarlinkCall<some Encodable & Sendable>) -> Requester {
        .program(isUnlocked: viewpoint(of: call)() == .authenticated, actor: actor(of: call))
    }

    func noSuchControl(_ name: String) -> PanelInterface.NoSuchControl {
        guard let controls = engine?.controls else { return PanelInterface.NoSuchControl(control: name) }
        let several = controls.all(name)
        guard several.isEmpty else {
            // The full list of a thousand names would not fit into a message.
            let names = several.prefix(Self.fewChoices).map(\.name) + (several.count > Self.fewChoices ? ["…"] : [])
            return PanelInterface.NoSuchControl(
                control: name,
                problem: "'\(name)' is placed \(several.count) times: \(names.joined(separator: ", ")); name one")
        }
        return PanelInterface.NoSuchControl(control: name, nearest: controls.nearest(to: name))
    }
}

extension PanelService: HostService {
    public func reload(kind: String?, for caller: HostCaller) -> Bool {
        engine?.services.reload(kind: kind, for: caller) ?? false
    }

    public func currentControls(for caller: HostCaller) -> [PlacedControl] {
        engine?.services.currentControls(for: caller) ?? []
    }

    public func confirm(
        performance: String, dialog: String?, completion: @escaping @PanelActor (Bool) -> Void
    ) -> any ExtensionCall {
        if let engine {
            return engine.services.confirm(performance: performance, dialog: dialog, completion: completion)
        }
        completion(false)
        return NoCall()
    }

    public func show(_ activity: ActivityState, for caller: HostCaller) -> Bool {
        engine?.services.show(activity, for: caller) ?? false
    }

    public func endActivity(id: String, for caller: HostCaller) {
        engine?.services.endActivity(id: id, for: caller)
    }
}
