import ControlModel
import Panel

/// How often controls were performed and refused since it was last asked.
struct ScriptCounts {
    private var performed: [String: Int] = [:]
    private var refused: [String: Int] = [:]
    private var wakeupsBefore = 0
    /// What opened last since it was last asked.
    private(set) var opened: OpenTarget?

    mutating func note(_ event: PanelEvent) {
        switch event {
        case .performed(let kind): performed[kind, default: 0] += 1
        case .refused(let kind, reason: _): refused[kind, default: 0] += 1
        case .opened(let target): opened = target
        default: break
        }
    }

    func performed(_ control: ScriptControl) -> Int { control.names.reduce(0) { $0 + (performed[$1] ?? 0) } }
    func refused(_ control: ScriptControl) -> Int { control.names.reduce(0) { $0 + (refused[$1] ?? 0) } }
    func wakeups(_ total: Int) -> Int { total - wakeupsBefore }

    /// Counts anew what was asked.
    mutating func begin(_ expectation: ScriptExpectation, controls: ScriptControls, wakeups: Int) {
        switch expectation {
        case .performed(let control, _):
            for name in controls.named(control).flatMap(\.names) { performed[name] = nil }
        case .refused(let control, _):
            for name in controls.named(control).flatMap(\.names) { refused[name] = nil }
        case .open: opened = nil
        case .wakeups: wakeupsBefore = wakeups
        case .control, .light, .line, .hint, .status, .display, .fault, .activity, .confirmation, .place, .pending,
            .locked, .lockout:
            break
        }
    }
}
