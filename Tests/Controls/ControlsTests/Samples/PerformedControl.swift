import Controls

/// The result of holding a control.
struct ControlOutcome: Sendable {
    /// The control after the action, with the provider's value, and with the failure if the action failed.
    let control: EvaluatedControl
    let actionError: (any Error)?
    let valueError: (any Error)?
    let performed: PerformedIntent?
    let request: IntentParameterRequest?
}

/// The reason why a surface does not perform a control.
enum ControlRefusal: Error, Hashable {
    case disabled(kind: String)
    case buttonHasNoState(kind: String)
    case incompleteConfiguration(kind: String, problems: [IntentParameterError])
}

extension EvaluatedControl {
    /// The same control, marked as stale. A preview stays a preview.
    func stale() -> EvaluatedControl {
        var copy = self
        if freshness == .fresh { copy.freshness = .stale }
        return copy
    }

    /// Performs the intent as a surface does, and returns when `perform()` has returned.
    ///
    /// - Parameter requested: The state to set; `nil` for the opposite of the shown state. `nil` for a button.
    @discardableResult
    func performAction(
        isOn requested: Bool? = nil, answers: [String: IntentValue] = [:]
    ) async throws -> PerformedIntent {
        if !configurationProblems.isEmpty {
            throw ControlRefusal.incompleteConfiguration(kind: kind, problems: configurationProblems)
        }
        if snapshot().isDisabled { throw ControlRefusal.disabled(kind: kind) }
        guard let isOn else {
            guard requested == nil else { throw ControlRefusal.buttonHasNoState(kind: kind) }
            return try await intent.perform(answers: answers)
        }
        return try await intent.perform(isOn: requested ?? !isOn, answers: answers)
    }
}

extension ResolvedControl {
    /// Performs the action of the control as shown, then loads the control, even if the action failed.
    func perform(
        _ shown: EvaluatedControl, isOn requested: Bool? = nil, answers: [String: IntentValue] = [:]
    ) async -> ControlOutcome {
        var performed: PerformedIntent?
        var actionError: (any Error)?
        do {
            performed = try await shown.performAction(isOn: requested, answers: answers)
        } catch {
            actionError = error
        }
        var valueError: (any Error)?
        var control = shown.stale()
        do {
            control = try await load(configuration: shown.configuration)
        } catch {
            valueError = error
        }
        control.failure = actionError.map(String.init(failure:))
        var request: IntentParameterRequest?
        if let actionError { request = await shown.intent.request(for: actionError, answers: answers) }
        return ControlOutcome(
            control: control, actionError: actionError, valueError: valueError, performed: performed, request: request)
    }
}
