import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// Lists, performs and reloads controls for clients, and runs intents by their names.
@PanelActor
struct ControlService {
    let panel: PanelService
    let notices: NoticeService

    /// The highest age of a value when a surface that shows it appears (C42: appearance reloads).
    static let freshFor = Duration.seconds(5)

    /// The methods of `io.holdfast.Panel`.
    var methods: [VarlinkMethod] {
        [
            .method(PanelInterface.List.self, streams: true) { list($1) },
            .method(PanelInterface.Show.self, show),
            .method(PanelInterface.Changes.self, streams: true, listChanges),
            .method(PanelInterface.Perform.self, panel.inTime(perform)),
            .method(PanelInterface.Confirm.self, panel.inTime(confirm)),
            .method(PanelInterface.Reload.self, reload),
            .method(PanelInterface.PushToken.self, findPushToken),
            .method(PanelInterface.Push.self, push),
            .method(PanelInterface.Intents.self, streams: true) { listIntents($1) },
            .method(PanelInterface.Run.self, panel.inTime(run)),
            .method(PanelInterface.Suggest.self, suggest),
        ]
    }

    // MARK: Controls

    private func list(_ call: VarlinkCall<PanelInterface.List.Reply>) {
        // The names at the time of the call; the client reads the controls at its own pace.
        var names = (panel.engine?.lists.controls.names ?? [])[...]
        let viewpoint = panel.viewpoint(of: call)
        call.stream {
            while let name = names.popFirst() {
                // The control may have been removed meanwhile.
                let control = panel.engine?.lists.controls.appear(name, freshFor: Self.freshFor, as: viewpoint())
                if let control { return .init(control: control) }
            }
            return nil
        }
    }

    private func show(
        _ parameters: PanelInterface.Show.Parameters, _ call: VarlinkCall<PanelInterface.Show.Reply>
    ) {
        let listing = panel.engine?.lists.controls
        let viewpoint = panel.viewpoint(of: call)()
        guard let control = listing?.appear(parameters.control, freshFor: Self.freshFor, as: viewpoint) else {
            return call.fail(panel.noSuchControl(parameters.control))
        }
        // If the parameters make the reply too long, the control is sent without them.
        var short = control
        short.parameters = []
        short.intent = nil
        call.reply(.init(control: control), shorter: .init(control: short))
    }

    private func listChanges(
        _ parameters: PanelInterface.Changes.Parameters, _ call: VarlinkCall<PanelInterface.Changes.Reply>
    ) {
        let name = parameters.control
        guard let engine = panel.engine, engine.controls[name] != nil else {
            return call.fail(panel.noSuchControl(name))
        }
        guard var changes = engine.lists.controls.listedChanges(of: name, as: panel.viewpoint(of: call)())?[...] else {
            return panel.refuse(call, "its state is private: it needs a PIN", lacksAuthority: true)
        }
        call.stream { changes.popFirst().map { .init(change: $0) } }
    }

    private func perform(_ parameters: PanelInterface.Perform.Parameters, _ call: VarlinkCall<PerformedControl>) {
        let name = parameters.control
        var requester = panel.requester(of: call)
        if parameters.fromBroker == true {
            if let slot = panel.engine?.controls[name], slot.declaration?.remote != .allowed {
                return call.refuse("it takes no commands of a broker; its control has no 'remote: allowed'")
            }
            // A PIN that was given on the connection is not the broker's.
            requester = .program(session: nil, actor: .broker)
        }
        let viewpoint = panel.viewpoint(of: call)
        if call.wantsMore, let control = panel.engine?.controls[name]?.name {
            notices.forwardQuestions(of: control, to: call, as: viewpoint)
        }
        let isThere = panel.engine?.executor.performFresh(
            name, isOn: parameters.isOn, answers: parameters.parameters ?? [:], by: requester,
            requestedAt: parameters.requestedAt
        ) { outcome in
            notices.endQuestions(to: call)
            guard !outcome.isRefused else { return panel.refuse(call, outcome) }
            let control = panel.engine?.lists.controls.listed(name, as: viewpoint())
            // If the control makes the reply too long, the outcome is sent without it.
            call.reply(PerformedControl(outcome, control), shorter: PerformedControl(brief: outcome))
        }
        if isThere != true { call.fail(panel.noSuchControl(name)) }
    }

    private func confirm(_ parameters: PanelInterface.Confirm.Parameters, _ call: VarlinkCall<NoParameters>) {
        guard let engine = panel.engine, engine.snapshot(of: parameters.control) != nil else {
            return call.fail(panel.noSuchControl(parameters.control))
        }
        engine.executor.performances.answer(
            parameters.control, isConfirmed: parameters.confirmed, by: panel.requester(of: call)
        ) { reason in
            if let reason {
                call.refuse(reason)
            } else {
                call.reply(NoParameters())
            }
        }
    }

    private func reload(_ parameters: PanelInterface.Reload.Parameters, _ call: VarlinkCall<NoParameters>) {
        if let control = parameters.control {
            guard panel.engine?.reload(control) == true else { return call.fail(panel.noSuchControl(control)) }
        } else {
            panel.engine?.reloadAll()
        }
        call.reply(NoParameters())
    }

    private func findPushToken(
        _ parameters: PanelInterface.PushToken.Parameters, _ call: VarlinkCall<PanelInterface.PushToken.Reply>
    ) {
        guard let engine = panel.engine, let slot = engine.controls[parameters.control] else {
            return call.fail(panel.noSuchControl(parameters.control))
        }
        guard let token = engine.roster.pushToken(of: slot) else {
            return call.refuse("its value is the panel's own, or it has no place: nothing can be pushed")
        }
        let topic = engine.controls.description.topicRoot.map { "\($0)/push/\(token)" }
        call.reply(.init(token: token, topic: topic))
    }

    private func push(_ parameters: PanelInterface.Push.Parameters, _ call: VarlinkCall<NoParameters>) {
        guard panel.engine?.roster.push(parameters.token) == true else {
            return call.refuse("no placement has this push token")
        }
        call.reply(NoParameters())
    }

    // MARK: Intents

    private func listIntents(_ call: VarlinkCall<PanelInterface.Intents.Reply>) {
        var intents = (panel.engine?.lists.intents.intents(as: panel.viewpoint(of: call)()) ?? [])[...]
        call.stream { intents.popFirst().map { .init(intent: $0) } }
    }

    private func run(_ parameters: PanelInterface.Run.Parameters, _ call: VarlinkCall<PerformedControl>) {
        let isThere = panel.engine?.executor.intents.run(
            intent: parameters.intent, parameters: parameters.parameters ?? [:], by: panel.requester(of: call),
            requestedAt: parameters.requestedAt
        ) { outcome in
            if outcome.isRefused {
                panel.refuse(call, outcome)
            } else {
                call.reply(PerformedControl(outcome), shorter: PerformedControl(brief: outcome))
            }
        }
        guard isThere != true else { return }
        let names = panel.engine?.lists.intents.intents(as: panel.viewpoint(of: call)()).map(\.name) ?? []
        call.fail(
            PanelInterface.NoSuchIntent(
                intent: parameters.intent, nearest: NearestWord.to(parameters.intent, among: names)))
    }

    private func suggest(
        _ parameters: PanelInterface.Suggest.Parameters, _ call: VarlinkCall<PanelInterface.Suggest.Reply>
    ) {
        let question = panel.engine?.lists.controls.suggest(
            control: parameters.control, intent: parameters.intent, parameter: parameters.parameter,
            values: parameters.values, as: panel.viewpoint(of: call)()
        ) { result in
            switch result {
            case .success(let choices):
                call.reply(
                    .init(choices: choices), shorter: .init(choices: Array(choices.prefix(PanelService.fewChoices))))
            case .failure(let failure): call.refuse(ShownText.line(failure.description))
            }
        }
        if let question {
            call.ended = { question.cancel() }
        } else {
            call.fail(VarlinkService.InvalidParameter(parameter: "parameter"))
        }
    }
}
