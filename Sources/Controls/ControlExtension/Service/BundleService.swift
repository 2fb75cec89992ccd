import CPreferences
import Controls
import LocalAPI

/// A bundle whose requests and results are data: snapshots of its controls, performances of their intents, and the
/// possible values of parameters.
@MainActor
package final class BundleService {
    /// The context of the bundle's code.
    package nonisolated let context: ExtensionContext
    /// The kinds of the controls by their source, in the gallery's order.
    package nonisolated let kinds: [String]
    /// The notes to the bundle's author.
    package nonisolated var notes: [String] {
        unlisted + LocalizedStrings.problems + AssetCatalogs.problems
    }
    /// Which controls are left out, and why.
    package nonisolated let refusals: [String]
    private nonisolated let unlisted: [String]
    private let bundle: ResolvedBundle
    private var panelKinds: PanelKinds { didSet { context.bundle.set(bundle, panelKinds) } }
    private var performances = RecentNames(capacity: 1024)

    private let previewLimit: Duration

    /// - Parameters:
    ///   - previewLimit: The time limit of a description for all queries: for entities of previews, and for defaults.
    package init(_ bundle: ResolvedBundle, context: ExtensionContext, previewLimit: Duration = .seconds(2)) {
        self.bundle = bundle
        self.context = context
        self.previewLimit = previewLimit
        kinds = bundle.controls.map(\.kind)
        unlisted = bundle.unlisted.map(\.description)
        refusals = bundle.refused.map { "left out: \($0.problem)" }
        panelKinds = PanelKinds(kinds, in: nil)
        context.bundle.set(bundle, panelKinds)
    }

    // MARK: Describing

    /// The description of the bundle and its controls.
    ///
    /// - Parameter domain: The domain that the panel grants the bundle; `nil` to give the kinds as the source does.
    package func describe(in domain: String?) async -> ExtensionDescription {
        let panelKinds = PanelKinds(kinds, in: domain)
        // Other clients than the panel ask without a domain.
        if domain != nil { self.panelKinds = panelKinds }
        var controls: [DescribedControl] = []
        // The panel waits for the whole description. A query that hangs must not use up its time for every control.
        let end = ContinuousClock.now + previewLimit
        for control in bundle.controls { controls.append(await describe(control, panelKinds, by: end)) }
        controls += bundle.refused.map {
            DescribedControl(
                kind: panelKinds.onPanel(ControlKind.shortened($0.kind)), displayName: bundle.name,
                problem: "\($0.problem)")
        }
        let shortcuts = await shortcuts()
        return ExtensionDescription(
            displayName: bundle.name, controls: controls, shortcuts: shortcuts.names, notes: notes + shortcuts.notes)
    }

    /// The most names of shortcuts. A panel would refuse the whole description of many more.
    private static let nameLimit = 1_000

    /// The names by which shortcuts run, and the reasons why names are left out.
    private func shortcuts() async -> (names: [DescribedShortcut], notes: [String]) {
        var names: [DescribedShortcut] = []
        var notes: [String] = []
        // The previews may have used up their time. The panel waits for both: C44 gives it 5 s.
        let end = ContinuousClock.now + previewLimit / 2
        for shortcut in bundle.shortcuts {
            for phrase in shortcut.phrases {
                switch await self.names(of: phrase, by: end) {
                case .success(let found):
                    var intent = reference(to: shortcut.intent)
                    for name in found {
                        intent.values = name.values
                        names.append(DescribedShortcut(phrase: name.phrase, intent: intent))
                    }
                case .failure(let error):
                    notes.append("left out: the phrase '\(phrase.pattern)': \(String(failure: error))")
                }
            }
        }
        if names.count > Self.nameLimit {
            notes.append(
                "left out: \(names.count - Self.nameLimit) phrases from '\(names[Self.nameLimit].phrase)' on; "
                    + "\(Self.nameLimit) are the most")
        }
        return (Array(names.prefix(Self.nameLimit)), notes)
    }

    private func names(
        of phrase: ResolvedShortcut.Phrase, by end: ContinuousClock.Instant
    ) async -> Result<[ResolvedShortcut.Name], any Error> {
        let names = { @Sendable [context] in
            await ExtensionContext.$hosted.withValue(context) {
                do {
                    return Result<_, any Error>.success(try await phrase.names())
                } catch {
                    return .failure(error)
                }
            }
        }
        guard phrase.hasParameter else { return await names() }
        let asked = await TimeLimit.first(within: max(end - .now, .zero), names)
        return asked ?? .failure(PhraseTimeout())
    }

    private struct PhraseTimeout: Error, CustomStringConvertible {
        var description: String { "its values were not there in time" }
    }

    private func describe(
        _ control: ResolvedControl, _ panelKinds: PanelKinds, by end: ContinuousClock.Instant
    ) async -> DescribedControl {
        let preview = await preview(of: control, by: end)
        let snapshot = preview.snapshot()
        let kind = panelKinds.onPanel(control.kind)
        return DescribedControl(
            kind: kind, displayName: snapshot.displayName,
            description: snapshot.controlDescription,
            parameters: await parameters(of: control, by: end),
            promptsForUserConfiguration: control.promptsForUserConfiguration, wantsPushTokens: control.wantsPushTokens,
            preview: preview.configurationProblems.isEmpty ? evaluation(of: preview, panelKinds) : nil,
            problem: kind == control.kind || ControlKind.isWellFormed(kind)
                ? nil : "the kind '\(ControlKind.shortened(control.kind))' is too long behind the domain")
    }

    /// Asks a query only if necessary, because a preview must be available at once. If the query fails or takes too
    /// long, there is no preview (C41).
    private func preview(of control: ResolvedControl, by end: ContinuousClock.Instant) async -> EvaluatedControl {
        let left = end - .now
        guard !control.preview.configurationProblems.isEmpty, left > .zero else { return control.preview }
        let asked = await TimeLimit.first(within: left) { [context] in
            await ExtensionContext.$hosted.withValue(context) { try? await control.preview() }
        }
        return asked.flatMap { $0 } ?? control.preview
    }

    /// Asks queries and providers for their defaults. Without an answer in time, the parameters have the declared ones.
    private func parameters(
        of control: ResolvedControl, by end: ContinuousClock.Instant
    ) async -> [IntentParameterInfo] {
        let declared = control.configurationParameters
        let left = end - .now
        guard left > .zero, declared.contains(where: { $0.value == nil && $0.suggestions != nil }) else {
            return declared
        }
        let asked = await TimeLimit.first(within: left) { [context] in
            await ExtensionContext.$hosted.withValue(context) { await control.describedParameters() }
        }
        return asked ?? declared
    }

    // MARK: Answering

    /// Evaluates a control's body with its provider's value.
    package func snapshot(_ request: SnapshotRequest) async throws(ExtensionCallError) -> ControlEvaluation {
        guard let control = control(request.kind) else { throw .noSuchControl(kind: request.kind) }
        return evaluation(
            of: try await attempt { try await control.load(configuration: request.configuration) }, panelKinds)
    }

    /// Performs an intent, then evaluates its control again. A second request with the same performance is refused.
    package func perform(_ request: PerformRequest) async throws(ExtensionCallError) -> PerformReply {
        if let kind = request.kind, control(kind) == nil { throw .noSuchControl(kind: kind) }
        guard let type = bundle.intents.type(named: request.intent) else {
            throw .noSuchIntent(intent: request.intent)
        }
        guard performances.insert(request.performance) else {
            return PerformReply(failure: "the performance '\(request.performance)' was asked for before")
        }
        if let capturing = context.capturing, type is any CameraCaptureIntent.Type {
            return await captured(request, type, by: capturing)
        }
        let (link, name) = (context.link, request.performance)
        let performance = _PerformanceContext(
            performance: name, confirm: { try await link.confirm(performance: name, dialog: $0) },
            progress: { link.progress(performance: name, completed: $0) })
        let outcome = await ExtensionContext.$hosted.withValue(context) {
            await _PerformanceContext.$current.withValue(performance) {
                await bundle.perform(
                    intent: request.intent, values: request.values, answers: request.answers, isOn: request.isOn,
                    kind: request.kind.map(panelKinds.inSource), configuration: request.configuration)
            }
        }
        return PerformReply(
            failure: outcome.actionError.map(String.init(failure:)), request: outcome.request,
            opens: outcome.performed?.target, next: outcome.performed?.opensIntent.map { reference(to: $0) },
            evaluation: outcome.control.map { evaluation(of: $0, panelKinds) },
            valueFailure: outcome.valueError.map(String.init(failure:)),
            returned: IntentReturn(dialog: outcome.performed?.dialog, value: outcome.performed?.value))
    }

    /// Performs an intent in a separate process (C30), then evaluates its control again in this process.
    private func captured(
        _ request: PerformRequest, _ type: any AppIntent.Type, by capturing: CapturingProgram
    ) async -> PerformReply {
        var intent = request
        // The other process may not have registered the type yet.
        intent.intent = IntentRegistry.fullName(of: type)
        (intent.kind, intent.configuration) = (nil, [:])
        var reply = await capturing.perform(intent)
        holdfast_read_preferences()
        guard let control = request.kind.flatMap(control) else { return reply }
        do {
            var loaded = try await ExtensionContext.$hosted.withValue(context) {
                try await control.load(configuration: request.configuration)
            }
            loaded.failure = reply.failure
            reply.evaluation = evaluation(of: loaded, panelKinds)
        } catch {
            reply.valueFailure = String(failure: error)
        }
        return reply
    }

    /// The possible values of a parameter of a control's configuration or of an intent.
    package func suggest(_ request: SuggestRequest) async throws(ExtensionCallError) -> [IntentChoice] {
        let (parameter, values) = (request.parameter, request.values ?? [:])
        if let kind = request.kind {
            guard let control = control(kind) else { throw .noSuchControl(kind: kind) }
            return try await attempt(intent: kind) {
                try await control.suggestions(forParameter: parameter, given: values)
            }
        }
        let intent = request.intent ?? ""
        return try await attempt(intent: intent) { [bundle] in
            try await bundle.suggestions(forParameter: parameter, ofIntent: intent, given: values)
        }
    }

    /// Passes the current placements to the push handlers (C45).
    package func pushTokensChanged(_ placements: [PlacedControl]) async {
        await ExtensionContext.$hosted.withValue(context) {
            await bundle.pushTokensDidChange(placements.map { ControlInfo(panelKinds.inSource($0)) })
        }
    }

    /// Runs the author's code in its context.
    ///
    /// - Parameter intent: The name for the error if the code reports an unknown intent or parameter.
    private func attempt<Value: Sendable>(
        intent: String = "", _ body: @MainActor () async throws -> Value
    ) async throws(ExtensionCallError) -> Value {
        do {
            return try await ExtensionContext.$hosted.withValue(context) { try await body() }
        } catch let error as IntentParameterError {
            if case .unknownParameter = error { throw .noSuchIntent(intent: intent) }
            throw .valueFailed(reason: String(failure: error))
        } catch is UnknownIntent {
            throw .noSuchIntent(intent: intent)
        } catch {
            throw .valueFailed(reason: String(failure: error))
        }
    }

    // MARK: As data

    /// The control of the kind that the panel names.
    private func control(_ kind: String) -> ResolvedControl? { bundle[panelKinds.inSource(kind)] }

    private func evaluation(of control: EvaluatedControl, _ panelKinds: PanelKinds) -> ControlEvaluation {
        let isComplete = control.configurationProblems.isEmpty
        func snapshot(isRunning: Bool) -> ControlSnapshot {
            var snapshot = control.snapshot(isRunning: isRunning)
            snapshot.kind = panelKinds.onPanel(snapshot.kind)
            return snapshot
        }
        return ControlEvaluation(
            control: snapshot(isRunning: false), running: snapshot(isRunning: true),
            intent: isComplete ? reference(to: control.intent, setsState: control.isOn != nil) : nil)
    }

    /// - Parameter setsState: Whether the system sets the intent's `value`. The reference then omits this parameter.
    private func reference(to intent: PerformableIntent, setsState: Bool = false) -> IntentReference {
        func isOthers(_ name: String) -> Bool { !(setsState && name == "value") }
        return IntentReference(
            type: bundle.name(of: intent), title: intent.title, description: intent.intentDescription,
            values: intent.parameterValues.filter { isOthers($0.key) },
            parameters: intent.declaredParameters.filter { isOthers($0.name) },
            authentication: intent.authenticationPolicy,
            isDiscoverable: intent.isDiscoverable, opensBeforePerforming: intent.openAppWhenRun, opens: intent.target)
    }
}

extension ControlInfo {
    init(_ placement: PlacedControl) {
        self.init(kind: placement.kind, configuration: placement.configuration, pushToken: placement.pushToken)
    }
}

/// The most recent names, to detect repetitions with bounded memory.
struct RecentNames {
    private let capacity: Int
    private var known: Set<String> = []
    /// The names in order of arrival.
    private var names: [String] = []

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// - Returns: Whether the name is new.
    mutating func insert(_ name: String) -> Bool {
        guard known.insert(name).inserted else { return false }
        names.append(name)
        if names.count > capacity { known.remove(names.removeFirst()) }
        return true
    }
}
