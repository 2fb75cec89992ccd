import Configuration
import Panel

/// How often controls were performed and refused since it was last asked.
struct ScriptCounts {
    private var performed: [String: Int] = [:]
    private var refused: [String: Int] = [:]
    private var wakeupsBefore = 0

    mutating func note(_ event: PanelEvent) {
        switch event {
        case .performed(let kind): performed[kind, default: 0] += 1
        case .refused(let kind, reason: _): refused[kind, default: 0] += 1
        default: break
        }
    }

    func performed(_ kind: String) -> Int { performed[kind] ?? 0 }
    func refused(_ kind: String) -> Int { refused[kind] ?? 0 }
    func wakeups(_ total: Int) -> Int { total - wakeupsBefore }

    /// Counts anew what was asked.
    mutating func begin(_ expectation: ScriptExpectation, panel: PanelDescription, wakeups: Int) {
        switch expectation {
        case .performed(let control, _): performed[panel.control(control)?.kind ?? control] = nil
        case .refused(let control, _): refused[panel.control(control)?.kind ?? control] = nil
        case .wakeups: wakeupsBefore = wakeups
        case .control, .light, .line, .hint, .status, .fault: break
        }
    }
}
