import Controls
import LocalAPI

/// What a running panel has told so far.
struct WatchedPanel {
    /// How many happenings a picture has.
    static let remembered = 8

    private(set) var controls: [ListedControl] = []
    private(set) var extensions: [ExtensionStatus] = []
    private(set) var activities: [ActivityState] = []
    var faults: [String] { faultyParts.map(\.text) }
    /// What is broken, by its part: a part has at most one fault.
    private var faultyParts: [(part: String, text: String)] = []
    private(set) var hint: String?
    /// The control that waits for a PIN.
    private(set) var pending: String?
    private(set) var status: String?
    /// What people are asked to confirm, by the control that asks.
    private(set) var questions: [(name: String, text: String)] = []
    /// Whether all has been told that there is, so that what comes is news.
    private(set) var isReady = false
    /// The latest happenings, the last one last.
    private(set) var happenings: [String] = []

    /// Takes a notice.
    ///
    /// - Returns: what happened, in a line; `nil` where that is nothing to tell.
    mutating func note(_ notice: PanelNotice, at time: String) -> String? {
        let wasReady = isReady
        guard let text = apply(notice) else { return nil }
        let line = "\(time)  \(text)".onOneLine
        if wasReady {
            happenings.append(line)
            happenings.removeFirst(max(0, happenings.count - Self.remembered))
        }
        return line
    }

    private mutating func apply(_ notice: PanelNotice) -> String? {
        let name = notice.name ?? notice.control?.name ?? ""
        switch notice.event {
        case .control:
            guard let control = notice.control else { return nil }
            Self.put(control, in: &controls) { $0.name == control.name }
            return "\(control.name): \(control.stateText)"
        case .removed:
            controls.removeAll { $0.name == name }
            return "\(name) is gone"
        case .performing: return "\(name) performs"
        case .performed: return "\(name) performed"
        case .failed: return "\(name) failed: \(notice.text ?? "")"
        case .refused: return "\(name) is refused: \(notice.text ?? "")"
        case .hint:
            hint = notice.text
            return hint.map { "hint: \($0)" } ?? "no hint"
        case .status:
            status = notice.text
            return status.map { "status: \($0)" } ?? "no status"
        case .opened: return "\(name) opens \(notice.opens?.title ?? "")"
        case .confirmation:
            questions.removeAll { $0.name == name }
            guard let text = notice.text else { return "\(name) asks no more" }
            questions.append((name, text))
            return "\(name) asks: \(text)"
        case .pending:
            pending = notice.name
            return notice.name.map { "\($0) waits for a PIN" } ?? "nothing waits for a PIN"
        case .locked, .unlocked: return notice.event == .locked ? "the panel is locked" : "the panel is unlocked"
        case .wrongPIN: return "a wrong PIN at the panel"
        case .unlockRefused: return "a PIN was not taken: \(notice.text ?? "")"
        case .lockout: return notice.text.map { "lockout: \($0)" } ?? "no lockout"
        case .activity, .activityEnded: return applyActivity(notice)
        case .fault:
            guard let text = notice.text else { return nil }
            Self.put((name, text), in: &faultyParts) { $0.part == name }
            return "fault: \(text)"
        case .mended:
            faultyParts.removeAll { $0.part == name }
            return "mended: \(notice.text ?? "")"
        case .extension:
            guard let status = notice.extension else { return nil }
            Self.put(status, in: &extensions) { $0.name == status.name }
            return "extension \(status.name): \(status.state.rawValue)\(status.detail.map { ": \($0)" } ?? "")"
        case .reset:
            let happenings = happenings
            self = WatchedPanel()
            self.happenings = happenings
            return "the panel's file or layout has changed"
        case .ready:
            isReady = true
            return "ready: \(controls.count) control\(controls.count == 1 ? "" : "s")"
        }
    }

    private mutating func applyActivity(_ notice: PanelNotice) -> String? {
        if notice.event == .activityEnded {
            let title = activities.first { $0.id == notice.text }?.title ?? notice.text ?? ""
            activities.removeAll { $0.id == notice.text }
            return "activity ended: \(title)"
        }
        guard let activity = notice.activity else { return nil }
        Self.put(activity, in: &activities) { $0.id == activity.id }
        return "activity: \(activity.title)\(activity.subtitle.map { ", \($0)" } ?? "")"
    }

    private static func put<Item>(_ item: Item, in items: inout [Item], where isSame: (Item) -> Bool) {
        if let index = items.firstIndex(where: isSame) { items[index] = item } else { items.append(item) }
    }
}

extension WatchedPanel {
    /// The panel in lines for a terminal of this height: controls last to be left out, happenings first.
    ///
    /// - Parameter now: In seconds since 1970.
    func picture(now: Double, height: Int) -> [String] {
        // The cursor stands beneath the last line.
        let room = max(2, height - 1)
        var below: [String] = []
        if let hint { below.append("hint      \(hint)") }
        if let status { below.append("status    \(status)") }
        below += questions.map { "asks      \($0.name): \($0.text) (holdfast confirm \($0.name))" }
        below += activities.map { "activity  \($0.text(now: now))" }
        below += faults.map { "fault     \($0)" }
        below += extensions.filter { $0.state != .ready }
            .map { "extension \($0.name): \($0.state.rawValue)\($0.detail.map { ": \($0)" } ?? "")" }
        below = below.map(\.onOneLine)
        let above = Self.cut(ListedControl.table(controls), to: max(2, room - below.count))
        let shown = Self.cut(above + below, to: room)
        let left = room - shown.count - 1
        return left > 0 && !happenings.isEmpty ? shown + [""] + happenings.suffix(left) : shown
    }

    private static func cut(_ lines: [String], to count: Int) -> [String] {
        guard lines.count > count else { return lines }
        return lines.prefix(count - 1) + ["… and \(lines.count - count + 1) more"]
    }
}
