/// The controls of a bundle, listed in its order, which is the gallery's.
@MainActor
public struct ResolvedBundle {
    /// The bundle's name: the display name of controls without one.
    public nonisolated let name: String
    /// The controls.
    public nonisolated let controls: [ResolvedControl]
    /// The members that are not listed, for a note to their author.
    public nonisolated let unlisted: [UnlistedWidget]

    /// The intents of the controls, by the names that stand for them as data.
    public nonisolated let intents: IntentRegistry

    /// Evaluates a bundle, with each control's preview value.
    ///
    /// - Throws: `InvalidBundle` where a kind is empty, malformed or given twice.
    public init<Bundle: WidgetBundle>(_ bundle: Bundle, name: String) throws(InvalidBundle) {
        var listing = Listing(bundleType: String(describing: Bundle.self), name: name)
        listing.add(bundle.body)
        let problems = ControlKind.problems(of: listing.kinds)
        guard problems.isEmpty else { throw InvalidBundle(problems: problems) }
        self.name = name
        controls = listing.controls
        unlisted = listing.unlisted
        intents = listing.intents
        for control in controls where control.preview.configurationProblems.isEmpty {
            intents.declare(control.preview.intent.type)
        }
    }

    /// The control of this kind.
    public nonisolated subscript(kind: String) -> ResolvedControl? {
        controls.first { $0.kind == kind }
    }
}

/// Walks through a bundle's members.
@MainActor
private struct Listing {
    let bundleType: String
    let name: String
    let intents = IntentRegistry()
    var position = 0
    var controls: [ResolvedControl] = []
    var kinds: [(kind: String, place: String)] = []
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
        controls.append(resolved)
        kinds.append((resolved.kind, place))
    }
}

/// What a process that hosts a bundle does for whoever shows its controls: all of it by names and values.
extension ResolvedBundle {
    /// Each intent that can be listed and run by name, its parameters having their defaults.
    public nonisolated var discoverableIntents: [PerformableIntent] { intents.discoverable }

    /// The name that stands for an intent's type as data.
    public nonisolated func name(of intent: PerformableIntent) -> String {
        intents.name(of: intent.type)
    }

    /// An intent given as data.
    ///
    /// - Throws: `UnknownIntent`; `IntentParameterError` where a value is none that its parameter can have.
    public nonisolated func intent(
        named name: String, parameters: [String: IntentValue] = [:]
    ) throws -> PerformableIntent {
        guard let type = intents.type(named: name) else { throw UnknownIntent(name: name) }
        return try PerformableIntent(type: type, parameters: parameters)
    }

    /// Performs an intent given as data, then loads the control that it is of, whether it failed or not.
    ///
    /// - Parameters:
    ///   - name: The intent's name.
    ///   - values: The values that its parameters had when the control's body was evaluated.
    ///   - answers: The values that people gave where it asked for them.
    ///   - isOn: The state that a toggle is to go to; `nil` for a button, and for an intent that is run by name.
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

    /// The values to choose from for a parameter of a control's configuration.
    ///
    /// - Throws: `IntentParameterError.unknownParameter`; `ControlActionError.noTemplate` where there is no such
    ///   control; what a query or provider throws.
    public func suggestions(forParameter name: String, ofControl kind: String) async throws -> [IntentChoice] {
        guard let control = self[kind] else { throw ControlActionError.noTemplate(kind: kind) }
        return try await control.suggestions(forParameter: name)
    }

    /// The values to choose from for a parameter of an intent.
    ///
    /// - Throws: `UnknownIntent`; `IntentParameterError.unknownParameter`; what a query or provider throws.
    public func suggestions(forParameter name: String, ofIntent intent: String) async throws -> [IntentChoice] {
        try await self.intent(named: intent).suggestions(forParameter: name)
    }

    /// Tells each push handler once of all placements of the controls whose handler it is.
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

    /// A placement with its configuration's entities, asked of their queries.
    public func resolved(_ placement: ControlInfo) async -> ControlInfo {
        await placement.resolved(by: self[placement.kind]?.configurationIntent)
    }
}

/// A member of a bundle that a panel does not show.
public enum UnlistedWidget: Hashable, Sendable {
    /// A widget that is no control; a panel has no place for it.
    case ordinaryWidget(place: String)
    /// A control whose configuration or template is the empty one.
    case emptyControl(place: String)
}

extension UnlistedWidget: CustomStringConvertible {
    /// A note in words.
    public var description: String {
        switch self {
        case .ordinaryWidget(let place): "\(place) is not shown: a panel shows controls, and this widget is none"
        case .emptyControl(let place): "\(place) is not shown: it has no template"
        }
    }
}

/// A bundle that is refused, with everything that is wrong with it.
public struct InvalidBundle: Error, Hashable, Sendable {
    /// The kinds that are refused; never empty.
    public let problems: [ControlKindError]
}

extension InvalidBundle: CustomStringConvertible {
    /// The problems, one a line.
    public var description: String {
        problems.map(\.description).joined(separator: "\n")
    }
}
