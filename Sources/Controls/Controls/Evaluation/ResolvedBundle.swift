/// The controls of a bundle, in the bundle's order, which is also the gallery's order.
@MainActor
public struct ResolvedBundle {
    /// The bundle's name, which is also the display name of controls without one.
    public nonisolated let name: String
    /// The bundle's controls, in order.
    public nonisolated let controls: [ResolvedControl]
    /// Controls whose kind is empty, malformed or that of an earlier one.
    public nonisolated let refused: [RefusedControl]
    /// The members that are not listed, for notes to the author.
    public nonisolated let unlisted: [UnlistedWidget]
    /// The shortcuts whose intents can be run by name.
    public nonisolated let shortcuts: [ResolvedShortcut]

    /// The intents of the controls, by the names that identify them in data.
    public nonisolated let intents: IntentRegistry

    /// Evaluates a bundle, with each control's preview value.
    ///
    /// - Parameter providers: The providers of the shortcuts of the bundle's program.
    public init<Bundle: WidgetBundle>(
        _ bundle: Bundle, name: String, shortcuts providers: [any AppShortcutsProvider.Type] = []
    ) {
        var listing = Listing(bundleType: String(describing: Bundle.self), name: name)
        listing.add(bundle.body)
        let problems = ControlKind.problems(of: listing.controls.map { ($0.control.kind, $0.place) })
        self.name = name
        controls = zip(listing.controls, problems).compactMap { $1 == nil ? $0.control : nil }
        refused = zip(listing.controls, problems).compactMap { listed, problem in
            problem.map { RefusedControl(kind: listed.control.kind, problem: $0) }
        }
        unlisted = listing.unlisted
        intents = listing.intents
        for control in controls where control.preview.configurationProblems.isEmpty {
            intents.declare(control.preview.intent.type)
        }
        shortcuts = providers.flatMap { $0.appShortcuts }.filter(\.intent.isDiscoverable)
            .map { ResolvedShortcut($0, application: name) }
        for shortcut in shortcuts { intents.declare(shortcut.intent.type) }
    }

    /// The control of this kind; `nil` if the bundle has none.
    public nonisolated subscript(kind: String) -> ResolvedControl? {
        controls.first { $0.kind == kind }
    }
}

/// Collects a bundle's members in order.
@MainActor
private struct Listing {
    let bundleType: String
    let name: String
    let intents = IntentRegistry()
    var position = 0
    var controls: [(control: ResolvedControl, place: String)] = []
    var unlisted: [UnlistedWidget] = []

    mutating func add(_ widget: any Widget) {
        if let group = widget as? WidgetGroup {
            for member in group.members { add(member) }
            return
        }
        position += 1
        let place = "\(type(of: widget)), widget \(position) of \(bundleType)"
        guard let control = widget as? any ControlWidget else {
            unlisted.append(.ordinaryWidget(place: place))
            return
        }
        guard let resolved = ResolvedControl(control, defaultName: name, intents: intents) else {
            unlisted.append(.emptyControl(place: place))
            return
        }
        controls.append((resolved, place))
    }
}

/// Operations that a host process offers to the panel. All arguments are names and values.
extension ResolvedBundle {
    /// The intents that can be listed and run by name, with their parameters' defaults.
    public nonisolated var discoverableIntents: [PerformableIntent] { intents.discoverable }

    /// The name that identifies an intent's type in data.
    public nonisolated func name(of intent: PerformableIntent) -> String {
        intents.name(of: intent.type)
    }

    /// - Throws: `UnknownIntent`; `IntentParameterError` if a parameter cannot have its value.
    public nonisolated func intent(
        named name: String, parameters: [String: IntentValue] = [:]
    ) throws -> PerformableIntent {
        guard let type = intents.type(named: name) else { throw UnknownIntent(name: name) }
        return try PerformableIntent(type, parameters: parameters)
    }

    /// Performs an intent given as data, then loads its control, even if the intent failed.
    ///
    /// - Parameters:
    ///   - values: The values of the intent's parameters at the evaluation of the control's body.
    ///   - answers: The values that the user gave when the intent asked for them.
    ///   - isOn: The requested state of a toggle; `nil` for a button, and for an intent that is run by name.
    ///   - kind: The control; `nil` for an intent that is run by name.
    ///   - configuration: The placement's values of the configuration's parameters.
    public func perform(
        intent name: String, values: [String: IntentValue], answers: [String: IntentValue] = [:], isOn: Bool? = nil,
        kind: String? = nil, configuration: [String: IntentValue] = [:]
    ) async -> IntentOutcome {
        var performed: PerformedIntent?
        var actionError: (any Error)?
        var request: IntentParameterRequest?
        do {
            let intent = try intent(named: name, parameters: values)
            do {
                performed = try await intent.perform(isOn: isOn, answers: answers)
                if let next = performed?.opensIntent { _ = intents.name(of: next.type) }
            } catch {
                actionError = error
                request = await intent.request(for: error, answers: answers)
            }
        } catch {
            actionError = error
        }
        var control: EvaluatedControl?
        var valueError: (any Error)?
        do {
            control = try await kind.flatMap { self[$0] }?.load(configuration: configuration)
        } catch {
            valueError = error
        }
        control?.failure = actionError.map(String.init(failure:))
        return IntentOutcome(
            actionError: actionError, performed: performed, request: request, control: control, valueError: valueError)
    }

    /// The possible values of a parameter of an intent.
    ///
    /// - Parameter values: The values of the parameters that the suggestions depend on.
    /// - Throws: `UnknownIntent`; `IntentParameterError.unknownParameter`; errors of a query or provider.
    public func suggestions(
        forParameter name: String, ofIntent intent: String, given values: [String: IntentValue] = [:]
    ) async throws -> [IntentChoice] {
        try await self.intent(named: intent).suggestions(forParameter: name, given: values)
    }

    /// Calls each push handler once, with all placements of the controls that use the handler.
    public func pushTokensDidChange(_ placements: [ControlInfo]) async {
        var told: Set<ObjectIdentifier> = []
        for handler in controls.compactMap(\.pushHandler) where told.insert(ObjectIdentifier(handler)).inserted {
            var resolved: [ControlInfo] = []
            for placement in placements {
                guard let control = self[placement.kind], control.pushHandler == handler else { continue }
                resolved.append(await placement.resolved(by: control.configurationIntent))
            }
            handler.init().pushTokensDidChange(controls: resolved)
        }
    }

    /// A placement with its configuration's entities, loaded by their queries.
    public func resolved(_ placement: ControlInfo) async -> ControlInfo {
        await placement.resolved(by: self[placement.kind]?.configurationIntent)
    }
}

/// A member of a bundle that a panel does not show.
public enum UnlistedWidget: Hashable, Sendable, CustomStringConvertible {
    /// An ordinary widget. A panel shows only controls.
    case ordinaryWidget(place: String)
    /// A control whose configuration or template is empty.
    case emptyControl(place: String)

    /// The reason why the member is not shown.
    public var description: String {
        switch self {
        case .ordinaryWidget(let place): "\(place) is not shown: a panel shows controls, and this widget is none"
        case .emptyControl(let place): "\(place) is not shown: it has no template"
        }
    }
}

/// A control of a bundle that no panel can show, because of its kind (C3).
public struct RefusedControl: Hashable, Sendable {
    /// The kind, as the source gives it.
    public let kind: String
    public let problem: ControlKindError
}
