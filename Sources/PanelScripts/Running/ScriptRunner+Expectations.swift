import Configuration
import Controls
import Indicators
import Panel

/// What is so, held against what is expected.
extension ScriptRunner {
    /// What was found where the expectation does not hold; `nil` where it does.
    func mismatch(_ expectation: ScriptExpectation) throws(WorldError) -> String? {
        guard let engine else { return "a panel that does not run" }
        switch expectation {
        case .control(let control, let state):
            guard let snapshot = engine.snapshot(of: control) else { return "no such control" }
            return snapshot.isIn(state) ? nil : snapshot.words
        case .light(let name, let isOn, let isBlinking):
            guard let light = engine.light(name) else { return "no such light" }
            let blinks = light.look.map { !$0.pattern.isSteady } ?? false
            let isSo = isBlinking ? blinks == isOn : light.isLit == isOn
            return isSo ? nil : (light.isLit ? "on" : "off") + (blinks ? " blinking" : "")
        case .line(let name, let isActive):
            guard let line = panel.line(name) else { return "no such line" }
            let level = try world.isActive(line)
            return level == isActive ? nil : level ? "active" : "inactive"
        case .hint(let hint):
            return engine.hint == hint ? nil : engine.hint.map { "\"\($0)\"" } ?? "no hint"
        case .status(let status):
            return engine.status == status ? nil : engine.status.map { "\"\($0)\"" } ?? "no status"
        case .performed(let control, let count):
            let found = counts.performed(panel.control(control)?.kind ?? control)
            return found == count ? nil : "\(found)"
        case .refused(let control, let count):
            let found = counts.refused(panel.control(control)?.kind ?? control)
            return found == count ? nil : "\(found)"
        case .fault(nil):
            return engine.faults.isEmpty ? nil : engine.faults.map { "\"\($0)\"" }.joined(separator: ", ")
        case .fault(.some(let words)):
            if engine.faults.contains(where: { $0.description.contains(words) }) { return nil }
            return engine.faults.isEmpty ? "no fault" : engine.faults.map { "\"\($0)\"" }.joined(separator: ", ")
        case .wakeups(let most):
            let found = counts.wakeups(wakeups)
            return found <= most ? nil : "\(found)"
        }
    }
}

extension ControlSnapshot {
    fileprivate func isIn(_ state: ScriptExpectation.ControlState) -> Bool {
        switch state {
        case .on: isOn == true
        case .off: isOn == false
        case .running: isRunning
        case .stale: freshness == .stale
        case .failed: failure != nil
        case .disabled: isDisabled
        case .value(let text): valueText == text
        }
    }
}

extension PanelDescription {
    /// The line of this name, as the panel uses it.
    fileprivate func line(_ name: String) -> LineDescription? {
        let outputs = controls.map { control in
            switch control.action {
            case .toggleLine(let line), .pulse(let line, duration: _): line
            }
        }
        return (outputs + buttons.map(\.line) + lights.map(\.line)).first { $0.name == name }
    }
}

extension ScriptExpectation {
    /// The expectation as it stands in a script.
    var text: String {
        switch self {
        case .control(let control, .value(let text)): "control \(control) value \"\(text)\""
        case .control(let control, let state): "control \(control) \(state)"
        case .light(let light, let isOn, let isBlinking):
            "light \(light) \(isOn ? "on" : "off")\(isBlinking ? " blinking" : "")"
        case .line(let line, let isActive): "line \(line) \(isActive ? "active" : "inactive")"
        case .hint(let hint): hint.map { "hint \"\($0)\"" } ?? "no hint"
        case .status(let status): status.map { "status \"\($0)\"" } ?? "no status"
        case .performed(let control, let count): "performed \(control) \(count)"
        case .refused(let control, let count): "refused \(control) \(count)"
        case .fault(let words): words.map { "fault \"\($0)\"" } ?? "no fault"
        case .wakeups(let most): "wakeups at most \(most)"
        }
    }
}
