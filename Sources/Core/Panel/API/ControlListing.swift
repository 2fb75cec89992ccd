import Configuration
import ControlModel
import EventLoop
import LocalAPI
import MonotonicTime
import Store

/// Lists the panel's controls for clients, as far as each client may see them.
@PanelActor
struct ControlListing {
    let gate: AccessGate
    let intents: IntentList
    let limits: TimeLimits
    let scheduler: any Scheduler

    private var controls: ControlSet { gate.controls }

    /// The controls' names in the gallery's order: first the panel's own, then each extension's in the order of its
    /// bundle.
    var names: [String] {
        var names: [String] = []
        var ofHosts: [ObjectIdentifier: [ControlSlot]] = [:]
        for slot in controls.slots {
            if let control = slot.extensionControl {
                ofHosts[ObjectIdentifier(control.host), default: []].append(slot)
            } else {
                names.append(slot.name)
            }
        }
        for host in controls.hosts {
            let slots = ofHosts[ObjectIdentifier(host), default: []]
            // Only numbers are sorted: moving a thousand names takes too long.
            let order = slots.indices.map { (position: host.position(of: slots[$0].kind) ?? .max, index: $0) }
            names += order.sorted { ($0.position, $0.index) < ($1.position, $1.index) }.map { slots[$0.index].name }
        }
        return names
    }

    /// A control as it appears on a surface, which reloads a value older than `duration` (C42: appearance reloads).
    func appear(_ control: String, freshFor duration: Duration, as viewpoint: Viewpoint = .anybody) -> ListedControl? {
        guard let slot = controls[control] else { return nil }
        if slot.isPlaced || slot.declaration != nil {
            for control in slot.remotes { control.reload(ifOlderThan: duration) }
        }
        return listed(slot, as: viewpoint)
    }

    /// A control without a reload. Every snapshot for clients passes through this function.
    func listed(_ control: String, as viewpoint: Viewpoint = .anybody) -> ListedControl? {
        controls[control].map { listed($0, as: viewpoint) }
    }

    private func listed(_ slot: ControlSlot, as viewpoint: Viewpoint) -> ListedControl {
        let snapshot = slot.shown(gate.sees(viewpoint))
        var listed = ListedControl(name: slot.name, places: slot.places, snapshot: snapshot)
        listed.authentication = gate.shownAuthentication(of: slot)
        listed.takesCommands = slot.declaration?.remote == .allowed ? true : nil
        listed.confirmation = slot.run?.confirmation.map {
            gate.sees(viewpoint) ? $0.text : slot.redacted(question: $0.text)
        }
        if let control = slot.extensionControl {
            listed.source = control.host.grant.name
            let parameters = control.host.described(slot.kind)?.parameters ?? []
            let hasWords = snapshot.isRedacted && snapshot.privacy.hasWords
            listed.configuration = hasWords ? [:] : slot.reference.configuration
            listed.parameters = hasWords ? parameters.map(\.withoutWords) : parameters
            listed.intent = snapshot.isRedacted ? control.evaluation?.intent?.withoutWords : control.evaluation?.intent
        }
        // The time of the last value is often the time of the last change, which a private state must not reveal.
        guard !(snapshot.isRedacted && slot.isStatePrivate) else {
            listed.intent = nil
            return listed
        }
        listed.age = (slot.readout ?? (slot.sensor == nil ? slot.carrier : nil))?.valueTime.map {
            $0.duration(to: scheduler.now).seconds
        }
        return listed
    }

    /// The last 200 states of a control, the oldest first.
    ///
    /// The states are kept in memory only.
    ///
    /// - Parameter viewpoint: the audience; viewers who may not see private content get the redacted states.
    /// - Returns: `nil` for an unknown control, and for a private state that the viewer may not see.
    func changes(of control: String, as viewpoint: Viewpoint = .panel) -> [ControlChange]? {
        controls[control]?.changes.list(gate.sees(viewpoint))
    }

    /// The changes as sent to clients.
    func listedChanges(of control: String, as viewpoint: Viewpoint) -> [ListedChange]? {
        changes(of: control, as: viewpoint)?.map { change in
            let time = controls.memory.wallTime(of: change.time)
            return ListedChange(
                time: Double(time.milliseconds) / 1_000, isSynchronized: time.isSynchronized, isOn: change.isOn,
                valueText: change.valueText)
        }
    }

    /// Requests the possible values of a parameter, of a control's configuration or of an intent run by name.
    ///
    /// - Parameters:
    ///   - values: the values of the parameters that the suggestions depend on.
    ///   - completion: receives the choices; it is called before the return if the extension is absent.
    /// - Returns: the call; `nil` if the control or intent does not exist.
    func suggest(
        control: String?, intent: String?, parameter: String, values: [String: IntentValue]?, as viewpoint: Viewpoint,
        completion: @escaping ExtensionCompletion<[IntentChoice]>
    ) -> (any ExtensionCall)? {
        let host: ExtensionHost
        let request: SuggestRequest
        let seesPrivate = gate.sees(viewpoint)
        func refuse() -> any ExtensionCall {
            completion(.failure(.refused(reason: "its values to choose from are private: it needs a PIN")))
            return LimitedCall()
        }
        if let control, let slot = controls.all(control).first, let placed = slot.extensionControl {
            if slot.snapshot.privacy.hasWords, !seesPrivate { return refuse() }
            host = placed.host
            request = SuggestRequest(kind: placed.reference.kind, parameter: parameter, values: values)
        } else if let intent, let found = intents.find(intent, as: viewpoint) {
            if found.isPrivate, !seesPrivate { return refuse() }
            host = found.host
            request = SuggestRequest(intent: found.intent.type, parameter: parameter, values: values)
        } else {
            return nil
        }
        guard host.isReady else {
            completion(.failure(.refused(reason: host.absence)))
            return LimitedCall()
        }
        return LimitedCall.begin(limit: limits.value, scheduler: scheduler) { result in
            completion(
                result.map { ShownText.choices($0) }.mapError { .refused(reason: host.words(for: $0)) })
        } ask: {
            host.service?.suggest(request, $0)
        }
    }
}
