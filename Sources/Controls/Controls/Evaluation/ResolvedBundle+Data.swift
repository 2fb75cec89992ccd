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
