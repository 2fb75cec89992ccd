import Configuration
import ControlModel
import LocalAPI

/// The list of intents that can be run by name.
extension PanelEngine {
    /// The intents that can be run by name (C28: discoverable ones). They are the intents of the extensions' controls
    /// and the intents that followed them.
    public var intents: [ListedIntent] { intents(as: .authenticated) }

    /// The same list for an audience. The current intent of a private control may reveal its state.
    func intents(as viewpoint: Viewpoint) -> [ListedIntent] {
        var listed: [ListedIntent] = []
        for host in hosts {
            for intent in intents(of: host, sees(viewpoint)) {
                listed.append(ListedIntent(name: intent.type, source: host.grant.name, intent: intent))
            }
        }
        let counts = Dictionary(grouping: listed, by: \.name).mapValues(\.count)
        return listed.map { intent in
            guard counts[intent.name, default: 0] > 1 else { return intent }
            return ListedIntent(name: "\(intent.source)/\(intent.name)", source: intent.source, intent: intent.intent)
        }
    }

    func intents(of host: ExtensionHost, _ seesPrivate: Bool) -> [IntentReference] {
        var seen: Set<String> = []
        let shown = controls.slots.compactMap { slot -> IntentReference? in
            guard let control = slot.extensionControl, control.host === host, let evaluation = control.evaluation,
                seesPrivate || !slot.isStatePrivate
            else { return nil }
            return evaluation.intent?.byName(setsState: evaluation.control.isOn != nil)
        }
        let following = followingIntents[host.grant.name, default: [:]].values.sorted { $0.type < $1.type }
            .map { $0.byName(setsState: false) }
        return (shown + following).filter { $0.isDiscoverable && seen.insert($0.type).inserted }
    }
}

extension IntentReference {
    /// The intent as run by name: without the placement's values, and with a toggle's `value` as a parameter.
    fileprivate func byName(setsState: Bool) -> IntentReference {
        var intent = self
        intent.values = [:]
        if setsState, !parameters.contains(where: { $0.name == "value" }) {
            intent.parameters.append(IntentParameterInfo(name: "value", type: .boolean, isRequired: true))
        }
        return intent
    }
}
