import Configuration
import ControlModel
import GPIO
import Indicators
import LocalAPI
import MonotonicTime
import Panel

/// Compares the panel's current state with expectations.
extension ScriptRunner {
    /// The actual state if the expectation does not hold; `nil` if it holds.
    ///
    /// While the panel does not run (its power is cut, or it could not start), it shows nothing: lights are off, and
    /// there is no hint, status, question or activity. The states of controls and faults are then unknown.
    func mismatch(_ expectation: ScriptExpectation) -> String? {
        switch expectation {
        case .control(let control, let state):
            guard engine != nil else { return Self.noPanel }
            guard let snapshot = snapshot(of: control) else { return "no such control" }
            if case .pending = state { return mismatch(ofPending: control) }
            return snapshot.isIn(state) ? nil : snapshot.words
        case .light(let name, let state, let rhythm):
            return mismatch(ofLight: name, state, rhythm)
        case .line(let name, let isActive):
            return mismatch(ofLine: name, isActive: isActive)
        case .hint(let hint):
            return engine?.hint == hint ? nil : engine?.hint.map { "\"\($0)\"" } ?? "no hint"
        case .status(let status):
            return engine?.status == status ? nil : engine?.status.map { "\"\($0)\"" } ?? "no status"
        case .display(let row):
            let rows = engine?.displaySink?.shown?.texts ?? []
            return rows.contains(row.withoutBlanksAtEnd) ? nil : rows.isEmpty ? "nothing" : rows.asDisplay
        case .performed(let control, let count):
            let found = controls.named(control).reduce(0) { $0 + counts.performed($1) }
            return found == count ? nil : "\(found)"
        case .refused(let control, let count):
            let found = controls.named(control).reduce(0) { $0 + counts.refused($1) }
            return found == count ? nil : "\(found)"
        case .fault(let words):
            return mismatch(ofFault: words)
        case .open(let target):
            guard let opened = counts.opened else { return "nothing that opened" }
            let isSo = opened.title == target || opened.value.description == target
            return isSo ? nil : "\(opened.value) \"\(opened.title)\""
        case .activity(let title):
            return mismatch(ofActivity: title)
        case .confirmation(let question):
            return engine?.confirmation == question
                ? nil : engine?.confirmation.map { "\"\($0)\"" } ?? "no confirmation"
        case .pending(let control): return mismatch(ofPending: control)
        case .locked(let isLocked):
            guard let engine else { return Self.noPanel }
            return engine.isUnlocked != isLocked ? nil : isLocked ? "unlocked" : "locked"
        case .lockout(let left):
            // Whole seconds, rounded up, as the panel shows them.
            let found = engine?.lockout.map { Duration.seconds(($0 + .nanoseconds(999_999_999)).components.seconds) }
            return found == left ? nil : found.map { "lockout \($0.text)" } ?? "no lockout"
        case .place(let place, let control):
            let found = placed(at: place)
            return found == control.map { panel.control($0)?.kind ?? $0 } ? nil : found ?? "nothing"
        case .wakeups(let most):
            let found = counts.wakeups(wakeups)
            return found <= most ? nil : "\(found)"
        }
    }

    private static let noPanel = "a panel that is not running"

    private func mismatch(
        ofLight name: String, _ state: ScriptExpectation.LightState, _ rhythm: ScriptExpectation.LightRhythm?
    ) -> String? {
        let light = engine?.light(name)
        let isLit = light?.isLit ?? false
        let found = light?.look.flatMap(\.pattern.rhythm)
        // A blinking light keeps its colour during dark phases.
        let isSeen = isLit || rhythm == .blinking || rhythm == .pulsing
        let isDim = isLit && engine.map { $0.dimming(of: name) < 1 } ?? false
        let hasRhythm = rhythm == nil || (rhythm == .dim ? isDim : rhythm == found)
        let isSo =
            switch state {
            case .off: !isLit
            case .on: isSeen && hasRhythm
            case .color(let color): isSeen && light?.color == color && hasRhythm
            }
        let words = isLit || found != nil ? light?.color?.rawValue ?? "on" : "off"
        return isSo ? nil : words + (found.map { " " + $0.rawValue } ?? "") + (isDim ? " dim" : "")
    }

    private func mismatch(ofLine name: String, isActive: Bool) -> String? {
        guard let line = panel.allLines.first(where: { $0.name == name }) else { return "no such line" }
        do throws(GPIOError) {
            let level = try world.isActive(line)
            return level == isActive ? nil : level ? "active" : "inactive"
        } catch {
            return error.description
        }
    }

    private func mismatch(ofPending control: String?) -> String? {
        let found = engine?.pendingControl
        let isSo = control.map { controls.named($0).contains { $0.names.contains(found ?? "") } } ?? (found == nil)
        return isSo ? nil : found.map { "pending \($0)" } ?? "nothing pending"
    }

    private func snapshot(of control: String) -> ControlSnapshot? {
        controls.named(control).lazy.flatMap(\.names).compactMap { self.engine?.snapshot(of: $0) }.first
    }

    private func mismatch(ofActivity title: String?) -> String? {
        let titles = engine?.activities.map(\.title) ?? []
        if title.map(titles.contains) ?? titles.isEmpty { return nil }
        return titles.isEmpty ? "no activity" : titles.map { "\"\($0)\"" }.joined(separator: ", ")
    }

    private func mismatch(ofFault words: String?) -> String? {
        guard let faults = engine?.faults else { return Self.noPanel }
        let isSo = words.map { words in faults.contains { $0.description.contains(words) } } ?? faults.isEmpty
        if isSo { return nil }
        return faults.isEmpty ? "no fault" : faults.map { "\"\($0)\"" }.joined(separator: ", ")
    }
}

extension ControlSnapshot {
    fileprivate func isIn(_ state: ScriptExpectation.ControlState) -> Bool {
        switch state {
        case .on: isOn == true && !isRedacted
        case .off: isOn == false && !isRedacted
        case .running: isRunning
        case .stale: freshness == .stale
        case .failed: failure != nil
        case .disabled: isDisabled
        case .redacted: isRedacted
        // The caller has handled this state.
        case .pending: false
        case .value(let text): valueText == text
        }
    }
}

extension LightPattern {
    fileprivate var rhythm: ScriptExpectation.LightRhythm? {
        isSteady ? nil : isGradual ? .pulsing : .blinking
    }
}

/// Counts performances, refusals and wakeups since the last expectation of each kind.
struct ScriptCounts {
    private var performed: [String: Int] = [:]
    private var refused: [String: Int] = [:]
    private var wakeupsBefore = 0
    /// The last target that opened since the last `expect open`.
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

    /// Resets the count that the expectation concerns.
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

/// The result of a script's run.
public struct ScriptOutcome: Sendable, Hashable {
    /// An expectation that did not hold.
    public struct Failure: Sendable, Hashable, CustomStringConvertible {
        /// The expectation's line in the script.
        public var place: ScriptPlace
        /// The expected state, in the script's words.
        public var expected: String
        /// The actual state.
        public var found: String

        public var description: String { "\(place): expected \(expected), found \(found)" }
    }

    /// The expectations that did not hold, in the script's order.
    public var failures: [Failure]

    /// The number of expectations that were checked.
    public var expectations: Int
}
