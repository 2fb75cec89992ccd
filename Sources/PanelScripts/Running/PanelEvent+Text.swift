import Configuration
import Controls
import Panel

extension PanelEvent {
    /// The event as a transcript's line; `nil` for what would only repeat another line.
    func text(on panel: PanelDescription) -> String? {
        func name(_ kind: String) -> String { panel.control(kind)?.key ?? kind }
        switch self {
        case .buttonPressed(let button): return "\(button) down"
        case .buttonReleased(let button): return "\(button) up"
        case .gesture(let gesture, let button): return "\(button) \(gesture.words)"
        case .pressAborted(let button): return "\(button) press given up"
        case .hintShown(let hint): return "hint \"\(hint)\""
        case .hintEnded: return "no hint"
        case .statusShown(let status): return "status \"\(status)\""
        case .statusEnded: return "no status"
        case .performing(let kind): return "performing \(name(kind))"
        case .performed(let kind): return "performed \(name(kind))"
        case .failed(let kind, let reason): return "failed \(name(kind)): \(reason)"
        case .refused(let kind, let reason): return "refused \(name(kind)): \(reason)"
        case .controlChanged(let snapshot): return "control \(name(snapshot.kind)) \(snapshot.words)"
        case .lightChanged(let light, let isLit): return "light \(light) \(isLit ? "on" : "off")"
        case .faultBegan(let fault): return "fault \(fault)"
        case .faultEnded(let fault): return "mended \(fault.part)"
        }
    }
}

extension ControlSnapshot {
    /// What a transcript says of the control.
    var words: String {
        var words: [String] = []
        if let valueText { words.append(valueText) }
        if isRunning { words.append("running") }
        if freshness == .stale { words.append("stale") }
        if failure != nil { words.append("failed") }
        return words.isEmpty ? "idle" : words.joined(separator: ", ")
    }
}
