import Configuration
import ControlModel
import LocalAPI

/// The intents that can be run by name.
extension PanelEngine {
    /// The intents that can be run by name (C28): those that controls of extensions perform now, or were followed by.
    public var intents: [ListedIntent] { intents(as: .authenticated) }

    /// The same for those who may not see what is private: which intent a control performs now may tell its state.
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
    /// The intent for a caller that runs it by name. The values of a placement stay with the placement, and the caller sets
    /// a toggle's `value`.
    fileprivate func byName(setsState: Bool) -> IntentReference {
        var intent = self
        intent.values = [:]
        if setsState, !parameters.contains(where: { $0.name == "value" }) {
            intent.parameters.append(IntentParameterInfo(name: "value", type: .boolean, isRequired: true))
        }
        return intent
    }
}
