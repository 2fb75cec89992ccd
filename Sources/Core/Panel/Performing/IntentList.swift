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

    /// An intent under one of its names.
    struct Entry {
        var name: String
        let host: ExtensionHost
        let intent: IntentReference
        /// Whether the intent belongs to private controls alone: its words and its result may reveal what is private. A
        /// phrase names the intent for all, and does not make its words public.
        let isPrivate: Bool
    }

    /// Adds an intent that follows a performance.
    func add(_ intent: IntentReference, of host: ExtensionHost) {
        guard following[host.grant.name, default: [:]].count < Self.mostFollowers else { return }
        following[host.grant.name, default: [:]][intent.type] = intent
    }

    /// The list for an audience. The current intent of a control with a private state may reveal the state, and is left
    /// out. An intent of a control with a private label or value is listed without words.
    func intents(as viewpoint: Viewpoint) -> [ListedIntent] {
        let seesPrivate = gate.sees(viewpoint)
        return entries(seesPrivate).map { entry in
            let intent = entry.isPrivate && !seesPrivate ? entry.intent.withoutWords : entry.intent
            return ListedIntent(name: entry.name, source: entry.host.grant.name, intent: intent)
        }
    }

    /// The intent that an audience knows by this name; `nil` for none.
    func find(_ name: String, as viewpoint: Viewpoint) -> Entry? {
        entries(gate.sees(viewpoint)).first { $0.name == name }
    }

    /// Whether an intent belongs to private controls alone.
    func isPrivate(_ type: String, of host: ExtensionHost) -> Bool { privateTypes(of: host).contains(type) }

    private func privateTypes(of host: ExtensionHost) -> Set<String> {
        var (hidden, shown): (Set<String>, Set<String>) = ([], Set(following[host.grant.name, default: [:]].keys))
        for slot in controls.slots {
            guard let control = slot.extensionControl, control.host === host,
                let type = control.evaluation?.intent?.type
            else { continue }
            if slot.hasPrivateWords { hidden.insert(type) } else { shown.insert(type) }
        }
        return hidden.subtracting(shown)
    }

    private func entries(_ seesPrivate: Bool) -> [Entry] {
        var listed: [Entry] = []
        for host in controls.hosts {
            var names: Set<String> = []
            let privateTypes = privateTypes(of: host)
            func add(_ name: String, _ intent: IntentReference) {
                guard names.insert(name).inserted else { return }
                let isPrivate = privateTypes.contains(intent.type)
                listed.append(Entry(name: name, host: host, intent: intent, isPrivate: isPrivate))
            }
            for intent in intents(of: host, seesPrivate) { add(intent.type, intent) }
            for shortcut in host.shortcuts { add(shortcut.phrase, shortcut.intent) }
        }
        // Names that look alike are told apart by their source.
        let counts = Dictionary(grouping: listed, by: { ShownText.visible($0.name) }).mapValues(\.count)
        return listed.map { entry in
            guard counts[ShownText.visible(entry.name), default: 0] > 1 else { return entry }
            var entry = entry
            entry.name = "\(entry.host.grant.name)/\(entry.name)"
            return entry
        }
    }

    private func intents(of host: ExtensionHost, _ seesPrivate: Bool) -> [IntentReference] {
        var seen: Set<String> = []
        let named = host.shortcuts.map { $0.intent.byName(setsState: false) }
        return (performed(of: host, seesPrivate) + named).filter { $0.isDiscoverable && seen.insert($0.type).inserted }
    }

    /// The intents of an extension's controls, and those that followed them. If a public performance and a private control
    /// have the same intent, the words of the public one come first.
    private func performed(of host: ExtensionHost, _ seesPrivate: Bool) -> [IntentReference] {
        var (open, hidden): ([IntentReference], [IntentReference]) = ([], [])
        for slot in controls.slots {
            guard let control = slot.extensionControl, control.host === host, let evaluation = control.evaluation,
                let intent = evaluation.intent?.byName(setsState: evaluation.control.isOn != nil),
                seesPrivate || !slot.isStatePrivate
            else { continue }
            if seesPrivate || !slot.hasPrivateWords { open.append(intent) } else { hidden.append(intent) }
        }
        let following = following[host.grant.name, default: [:]].values.sorted { $0.type < $1.type }
            .map { $0.byName(setsState: false) }
        return open + following + hidden
    }
}

extension IntentReference {
    /// The intent with its names and types alone, for viewers who may not see private words.
    var withoutWords: IntentReference {
        IntentReference(
            type: type, title: type, parameters: parameters.map(\.withoutWords), authentication: authentication,
            isDiscoverable: isDiscoverable, opensBeforePerforming: opensBeforePerforming)
    }

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

extension IntentParameterInfo {
    /// The parameter with its name and type alone, for viewers who may not see private words.
    var withoutWords: IntentParameterInfo {
        IntentParameterInfo(name: name, type: type, isRequired: isRequired)
    }
}
