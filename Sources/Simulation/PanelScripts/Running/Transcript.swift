import Configuration
import ControlModel
import Gestures
import Indicators
import LocalAPI
import MonotonicTime
import Panel

/// The transcript of a script's run: lines with the time since the start and an event.
struct Transcript {
    private let write: @Sendable (String) -> Void
    /// The keys of the file's controls, by their kinds.
    private let keys: [String: String]
    /// The last line about each light.
    private var lightTexts: [String: String] = [:]

    init(of panel: PanelDescription, write: @escaping @Sendable (String) -> Void) {
        self.write = write
        keys = Dictionary(panel.controls.map { ($0.kind, $0.key) }) { first, _ in first }
    }

    /// The panel starts, with dark lights.
    mutating func begin(_ panel: PanelDescription) {
        lightTexts = Dictionary(uniqueKeysWithValues: panel.lights.map { ($0.name, "light \($0.name) off") })
    }

    mutating func add(_ event: PanelEvent, at time: Duration) {
        guard let text = event.text(keys: keys) else { return }
        if case .lightLookChanged(let light, _, color: _) = event {
            // Different looks may have the same text, such as dark and off.
            guard text != lightTexts.updateValue(text, forKey: light) else { return }
        }
        add(text, at: time)
    }

    func add(_ text: String, at time: Duration) {
        write("\(Self.stamp(time))  \(text)")
    }

    /// `HH:MM:SS.mmm`, after the number of days if there are any. Fractions of a millisecond are cut off.
    static func stamp(_ time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        let days = seconds / 86_400
        let clock = [seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }
        let stamp = clock.joined(separator: ":") + "." + padded(attoseconds / 1_000_000_000_000_000, 3)
        return days > 0 ? "\(days)d \(stamp)" : stamp
    }

    private static func padded(_ number: Int64, _ width: Int) -> String {
        let digits = String(number)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}

extension PanelEvent {
    /// The event as a line of the transcript; `nil` for a light's frame, because a blinking light has many.
    ///
    /// - Parameter keys: The keys of the file's controls, by their kinds.
    func text(keys: [String: String]) -> String? {
        func name(_ kind: String) -> String { keys[kind] ?? kind }
        return switch self {
        case .buttonPressed(let button): "\(button) down"
        case .buttonReleased(let button, let duration): "\(button) up after \(duration.text)"
        case .gesture(let gesture, let button): "\(button) \(gesture.words)"
        case .pressAborted(let button): "\(button) press given up"
        case .hintShown(let hint): "hint \"\(hint)\""
        case .hintEnded: "no hint"
        case .statusShown(let status): "status \"\(status)\""
        case .statusEnded: "no status"
        case .performing(let kind): "performing \(name(kind))"
        case .performed(let kind): "performed \(name(kind))"
        case .failed(let kind, let reason): "failed \(name(kind)): \(reason)"
        case .refused(let kind, let reason): "refused \(name(kind)): \(reason)"
        case .controlChanged(let snapshot, let control): "control \(name(control)) \(snapshot.words)"
        case .valueMissed(let control, let reason): "no value of \(name(control)): \(reason)"
        case .controlRemoved(let control): "control \(name(control)) gone"
        case .lightShown: nil
        case .lightLookChanged(let light, let look, let color): Self.text(ofLight: light, look, color)
        case .lightDimmed(let light, let isDim): "light \(light) \(isDim ? "dim" : "bright")"
        case .displayChanged(let rows): "display \(rows.asDisplay)"
        case .pending(let control): "pending \(name(control))"
        case .pendingEnded(let control): "pending \(name(control)) no more"
        case .wrongPIN: "wrong PIN"
        case .unlockRefused(let reason): "PIN not taken: \(reason)"
        case .lockoutBegan: "lockout"
        case .lockoutEnded: "no lockout"
        case .locked: "locked"
        case .unlocked: "unlocked"
        case .faultBegan(let fault): "fault \(fault)"
        case .faultEnded(let fault): "mended \(fault.part)"
        case .opened(let target): "open \(target.value) \"\(target.title)\""
        case .confirmationAsked(let control, let question): "confirmation \(name(control)): \"\(question)\""
        case .confirmationEnded(let control): "no confirmation \(name(control))"
        case .activityShown(let activity): "activity \(activity.words)"
        case .activityEnded(let activity): "no activity \"\(activity.title)\""
        case .extensionChanged(let status), .extensionReported(let status): "extension \(status.name) \(status.words)"
        }
    }

    private static func text(ofLight light: String, _ look: LightLook?, _ color: LampColor?) -> String {
        let words = look?.pattern.words ?? "off"
        guard let color, words != "off" else { return "light \(light) \(words)" }
        return "light \(light) \(color)" + (words == "on" ? "" : " \(words)")
    }
}

extension ControlSnapshot {
    /// The control's state in the words of a transcript.
    var words: String {
        var words: [String] = []
        if isRedacted { words.append("redacted") }
        if let valueText { words.append(valueText) }
        if isRunning { words.append("running") }
        if freshness == .stale { words.append("stale") }
        if failure != nil { words.append("failed") }
        return words.isEmpty ? "idle" : words.joined(separator: ", ")
    }
}

extension ActivityState {
    /// The activity in the words of a transcript, without its times: they are wall-clock times, which a script does not
    /// have.
    fileprivate var words: String {
        "\"\(title)\"" + (subtitle.map { ", \"\($0)\"" } ?? "")
    }
}

extension ExtensionStatus {
    /// The extension's state in the words of a transcript.
    fileprivate var words: String {
        let count = "\(controls) control\(controls == 1 ? "" : "s")"
        return state.rawValue + (state == .ready ? ", \(count)" : "") + (detail.map { ": \($0)" } ?? "")
    }
}

extension [String] {
    /// The rows of a display in the form of a transcript.
    var asDisplay: String { map { "\"\($0)\"" }.joined(separator: " | ") }
}

extension String {
    /// A row of a display, without its trailing blanks.
    var withoutBlanksAtEnd: String {
        var row = self
        while row.last == " " { row.removeLast() }
        return row
    }
}

extension LightPattern {
    /// The light's pattern in the words of a transcript.
    fileprivate var words: String {
        isSteady ? name : (isGradual ? "pulsing: " : "blinking: ") + name
    }
}

extension ButtonGesture {
    /// The gesture in the words of a transcript.
    var words: String {
        switch self {
        case .tap: "tap"
        case .hold: "hold"
        case .doubleTap: "double tap"
        case .tripleTap: "triple tap"
        case .longHold: "long hold"
        }
    }
}
