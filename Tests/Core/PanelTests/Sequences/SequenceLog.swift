import ControlModel
import EventLoop
import Gestures
import Indicators
import LocalAPI
import MonotonicTime

@testable import Panel

/// The effects of a panel in their order, as text.
@PanelActor
final class SequenceLog {
    private struct Line {
        var time: MonotonicInstant
        var labels: [String]
        var text: String
        /// The number that an entry of the trail gets if it is written.
        var number: Int64?
    }

    /// The label of an entry of the trail, whose text is known once the trail has been read.
    private static let audit = "audit"

    private var start = MonotonicInstant(nanoseconds: 0)
    private var lines: [Line] = []

    /// Forgets all lines; time counts from `now`.
    func clear(at now: MonotonicInstant) {
        lines = []
        start = now
    }

    /// Adds an effect. Observers that receive the same event one after the other share a line.
    func add(_ label: String, _ text: String, at now: MonotonicInstant) {
        if let last = lines.last, last.text == text, last.time == now, !last.labels.contains(label) {
            lines[lines.count - 1].labels.append(label)
        } else {
            lines.append(Line(time: now, labels: [label], text: text))
        }
    }

    /// Adds an entry of the trail, whose text is read later.
    func addAudit(_ number: Int64, at now: MonotonicInstant) {
        lines.append(Line(time: now, labels: [Self.audit], text: "", number: number))
    }

    /// The sequence: milliseconds since the start, who received the effect, and the effect.
    ///
    /// - Parameter trail: The entries of the trail by their numbers. An entry "asked" that its outcome has replaced is missing.
    func text(trail: [Int64: String]) -> String {
        lines.enumerated().compactMap { index, line -> String? in
            var text = line.text
            if let number = line.number {
                // An entry that was only counted leaves its number to the next one.
                let isCounted =
                    lines[(index + 1)...].contains { $0.number == number } || number > (trail.keys.max() ?? 0)
                guard isCounted || trail[number] != nil else { return nil }
                text = isCounted ? "an entry that was only counted" : trail[number] ?? ""
            }
            let labels = line.labels == ["panel", "owner", "public"] ? "all" : line.labels.joined(separator: "+")
            let time = String(start.duration(to: line.time) / .milliseconds(1)).split(separator: ".")[0]
            return "\(pad(String(time), to: 6, atFront: true))  \(pad(labels, to: 12))  \(text)\n"
        }.joined()
    }

    private func pad(_ text: String, to width: Int, atFront: Bool = false) -> String {
        let blanks = String(repeating: " ", count: max(0, width - text.count))
        return atFront ? blanks + text : text + blanks
    }

    /// An event in a few words.
    static func text(of event: PanelEvent) -> String {
        switch event {
        case .controlChanged(let control, let name):
            let parts: [String?] = [
                control.isOn.map { $0 ? "on" : "off" }, control.valueText, control.isRunning ? "running" : nil,
                control.isDisabled ? "disabled" : nil, control.freshness == .fresh ? nil : control.freshness.rawValue,
                control.failure.map { "failure '\($0)'" }, control.isRedacted ? "redacted" : nil, "'\(control.hint)'",
            ]
            return "controlChanged \(name): \(parts.compactMap(\.self).joined(separator: ", "))"
        case .lightShown(let name, let frame): return "lightShown \(name) \(frame.isLit ? "lit" : "dark")"
        case .lightLookChanged(let name, let look, _):
            let pattern = look.map { "\($0.color), \($0.pattern.phases.count) phases" }
            return "lightLookChanged \(name) \(pattern ?? "dark")"
        case .opened(let target): return "opened \(target.title)"
        case .activityShown(let activity), .activityEnded(let activity): return "activity \(activity.title)"
        case .extensionChanged(let status): return "extension \(status.name) \(status.state)"
        case .gesture(let gesture, let button): return "gesture \(gesture.rawValue) of \(button)"
        case .faultBegan(let fault): return "faultBegan \(fault)"
        case .faultEnded(let fault): return "faultEnded \(fault)"
        default: return "\(event)"
        }
    }
}
