import Configuration
import ControlModel
import EventLoop
import Indicators
import LocalAPI

/// Lists the lights for clients, each with the reasons of what it shows.
@PanelActor
struct LightListing {
    let lights: PanelLights
    let gate: AccessGate
    let faults: FaultList

    private var controls: ControlSet { gate.controls }

    /// The current look of each light and its reason, in the file's order.
    func list(as viewpoint: Viewpoint) -> [ListedLight] {
        let seesPrivate = gate.sees(viewpoint)
        return lights.slots.map { slot in
            let shown = lights.control(on: slot)
            // While the panel is unlocked, the light of a private control shows its state only to people in front of
            // the panel.
            let isHidden = shown?.isStatePrivate == true && !seesPrivate
            return ListedLight(
                name: slot.description.name, shows: slot.description.showsPanel ? Self.panelWord : shown?.name,
                isLit: slot.light.isLit && !isHidden, color: isHidden ? nil : slot.light.color?.rawValue,
                layers: slot.light.layers.filter { !isHidden || $0.0 != .state }.map { layer, look in
                    ListedLight.Layer(
                        name: layer.name, pattern: look.pattern.name, color: look.color,
                        reason: reason(for: layer, look, of: slot, shown, seesPrivate))
                })
        }
    }

    private static let panelWord = "status"
    /// The most faults that the reason of a light's fault layer lists.
    private static let fewFaults = 10

    private func reason(
        for layer: LightLayer, _ look: LightLook, of slot: LightSlot, _ shown: ControlSlot?, _ seesPrivate: Bool
    ) -> String {
        let title = shown.map { "'\($0.shown(seesPrivate).title)'" }
        switch layer {
        case .fault:
            let words = faultWords(of: slot, shown, seesPrivate)
            let more = words.count - Self.fewFaults
            return (words.prefix(Self.fewFaults) + (more > 0 ? ["and \(more) more"] : [])).joined(separator: "; ")
        case .test: return "somebody tests the lights"
        case .lockout, .entry, .prompt: return words(for: look)
        case .holdProgress: return "a button is held"
        case .question:
            let asking = controls.slots.first { $0.run?.confirmation != nil && (shown == nil || $0 === shown) }
            let question = asking?.run?.confirmation?.text
            return question.flatMap { seesPrivate ? $0 : asking?.redacted(question: $0) } ?? "hold again to confirm"
        case .momentary:
            return (title ?? "a control") + (look.pattern == .failed ? " was not performed" : " has performed")
        case .state:
            guard let title, let snapshot = shown?.shown(seesPrivate) else {
                return look.pattern == .steady(false) ? "nothing is shown" : words(for: look)
            }
            if let text = snapshot.valueText, !text.isEmpty { return "\(title): \(text)" }
            return "\(title) \(snapshot.isRunning ? "runs" : "rests")"
        }
    }

    private func words(for look: LightLook) -> String {
        LightMeaning.allCases.first { $0.look() == look }?.words ?? look.pattern.name
    }

    private func faultWords(of slot: LightSlot, _ shown: ControlSlot?, _ seesPrivate: Bool) -> [String] {
        guard let shown else {
            return faults.all(seesPrivate: Viewpoint.anybody.sees(gate.isUnlocked)).map(\.description)
        }
        return (shown.isStale ? ["the state of '\(shown.shown(seesPrivate).title)' is not known"] : [])
            + lights.brokenButtons(of: shown).map(\.description)
    }
}

extension LightLayer {
    /// The layer's name in the API.
    fileprivate var name: String {
        switch self {
        case .state: "state"
        case .momentary: "momentary"
        case .question: "question"
        case .holdProgress: "hold"
        case .prompt: "prompt"
        case .entry: "entry"
        case .lockout: "lockout"
        case .fault: "fault"
        case .test: "test"
        }
    }
}
