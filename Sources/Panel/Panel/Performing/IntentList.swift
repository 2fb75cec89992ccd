import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// The intents that can be run by name (C28: discoverable ones). They are the intents of the extensions' controls and
/// shortcuts, and the intents that followed them. Each phrase of a shortcut is another name of its intent.
@PanelActor
final class IntentList {
    /// The most followers of an extension that the list keeps, so that an extension cannot fill the memory with names.
    private static let mostFollowers = 100

    private let gate: AccessGate
    /// The intents that followed a performance, by their extension's name.
    private var following: [String: [String: IntentReference]] = [:]

    init(_ gate: AccessGate) {
        self.gate = gate
    }

    private var controls: ControlSet { gate.controls }

    /// Adds an intent that follows a performance.
    func add(_ intent: IntentReference, of host: ExtensionHost) {
        guard following[host.grant.name, default: [:]].count < Self.mostFollowers else { return }
        following[host.grant.name, default: [:]][intent.type] = intent
    }

    /// The list for an audience. The current intent of a private control may reveal its state.
    func intents(as viewpoint: Viewpoint) -> [ListedIntent] {
        var listed: [ListedIntent] = []
        for host in controls.hosts {
            var names: Set<String> = []
            for intent in intents(of: host, gate.sees(viewpoint)) where names.insert(intent.type).inserted {
                listed.append(ListedIntent(name: intent.type, source: host.grant.name, intent: intent))
            }
            for shortcut in host.shortcuts where names.insert(shortcut.phrase).inserted {
                listed.append(ListedIntent(name: shortcut.phrase, source: host.grant.name, intent: shortcut.intent))
            }
        }
        // Names that look alike are told apart by their source.
        let counts = Dictionary(grouping: listed, by: { ShownText.visible($0.name) }).mapValues(\.count)
        return listed.map { intent in
            guard counts[ShownText.visible(intent.name), default: 0] > 1 else { return intent }
            return ListedIntent(name: "\(intent.source)/\(intent.name)", source: intent.source, intent: intent.intent)
        }
    }

    /// Whether an intent belongs to private controls alone: its result may reveal their state. A phrase names the intent
    /// for all, and does not make the state public.
    func isPrivate(_ type: String, of host: ExtensionHost) -> Bool {
        let isSeen = { [self] seesPrivate in performed(of: host, seesPrivate).contains { $0.type == type } }
        return isSeen(true) && !isSeen(false)
    }

    private func intents(of host: ExtensionHost, _ seesPrivate: Bool) -> [IntentReference] {
        var seen: Set<String> = []
        let named = host.shortcuts.map { $0.intent.byName(setsState: false) }
        return (performed(of: host, seesPrivate) + named).filter { $0.isDiscoverable && seen.insert($0.type).inserted }
    }

    /// The intents of an extension's controls, and those that followed them.
    private func performed(of host: ExtensionHost, _ seesPrivate: Bool) -> [IntentReference] {
        let shown = controls.slots.compactMap { slot -> IntentReference? in
            guard let control = slot.extensionControl, control.host === host, let evaluation = control.evaluation,
                seesPrivate || !slot.isStatePrivate
            else { return nil }
            return evaluation.intent?.byName(setsState: evaluation.control.isOn != nil)
        }
        let following = following[host.grant.name, default: [:]].values.sorted { $0.type < $1.type }
            .map { $0.byName(setsState: false) }
        return shown + following
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
