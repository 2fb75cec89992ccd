import ControlModel
import LocalAPI
import ProgramSupport

/// The state of a running panel, from its notices so far.
struct WatchedPanel {
    /// The number of events in a picture.
    static let remembered = 8

    private(set) var controls: [ListedControl] = []
    private(set) var extensions: [ExtensionStatus] = []
    private(set) var activities: [ActivityState] = []
    var faults: [String] { faultyParts.map(\.text) }
    /// The faults, by the faulty part. A part has at most one fault.
    private var faultyParts: [(part: String, text: String)] = []
    private(set) var hint: String?
    /// Whether the panel is locked; `nil` if the panel has no lock.
    private(set) var isLocked: Bool?
    /// Why the PIN pad accepts no PIN; `nil` if it does.
    private(set) var lockout: String?
    /// The control that waits for a PIN.
    private(set) var pending: String?
    private(set) var status: String?
    /// The questions to confirm, by the control that asks.
    private(set) var questions: [(name: String, text: String)] = []
    /// Whether the panel has sent its complete state. Later notices are events.
    private(set) var isReady = false
    /// The controls before the panel's file or layout changed; `nil` once the panel has sent all new controls.
    private var before: [ListedControl]?
    /// The latest events, the newest at the end.
    private(set) var happenings: [String] = []

    /// Applies a notice.
    ///
    /// - Returns: The changes, a line each. There are none until the panel has sent its complete state. The first
    ///   lines are then the lock and the faults.
    mutating func note(_ notice: PanelNotice, at time: String) -> [String] {
        let (wasReady, isFirst) = (isReady, before == nil)
        let text = apply(notice)
        let texts: [String]
        switch (wasReady, isReady) {
        case (true, _): texts = [text].compactMap(\.self)
        case (false, true): texts = isFirst ? overview : changes
        case (false, false): texts = []
        }
        if isReady { before = nil }
        let lines = texts.map { "\(time)  \($0)".onOneLine }
        // The overview at the beginning is not an event.
        if wasReady || !isFirst {
            happenings += lines
            happenings.removeFirst(max(0, happenings.count - Self.remembered))
        }
        return lines
    }

    // MARK: At the beginning

    /// The state of the lock, and the numbers of faults and controls.
    private var headline: String {
        let lockWords = isLocked.map { $0 ? "locked, " : "unlocked, " } ?? ""
        let faultWords = faultyParts.isEmpty ? "no faults" : counted(faultyParts.count, "fault")
        return "\(lockWords)\(faultWords), \(counted(controls.count, "control"))"
    }

    /// Faults, extensions with problems, a lockout, waiting controls and questions, the most urgent first; empty if
    /// there are none.
    private var warnings: [String] {
        faults.map { "fault: \($0)" } + extensions.filter(\.isTrouble).map(\.text)
            + [lockout.map { "lockout: \($0)" }, pending.map { "\($0) waits for a PIN" }].compactMap(\.self)
            + questions.map { "\($0.name) asks: \($0.text) (holdfast confirm \($0.name))" }
    }

    private var overview: [String] {
        ["ready: \(headline)"] + warnings + activities.map { "activity: \($0.words)" }
            + [hint.map { "hint: \($0)" }, status.map { "status: \($0)" }].compactMap(\.self)
            + controls.map { "\($0.name): \($0.stateText)" }
    }

    /// The controls that differ in state or place since the panel's file or layout changed.
    private var changes: [String] {
        let before = Dictionary((before ?? []).map { ($0.name, $0) }) { first, _ in first }
        let names = Set(controls.map(\.name))
        let gone = (self.before ?? []).filter { !names.contains($0.name) }.map { "\($0.name) is gone" }
        let changed = controls.flatMap { control -> [String] in
            guard let old = before[control.name] else {
                return ["\(control.name) is new, \(control.placeText): \(control.stateText)"]
            }
            let move =
                old.places == control.places
                ? nil : "\(control.name) is \(control.placeText), before \(old.placeText)"
            return [move, Self.change(from: old, to: control)].compactMap(\.self)
        }
        return ["ready: \(headline)"] + warnings + gone + changed
    }

    /// `lamp: On, before Off`; `nil` if the change is not visible to people.
    private static func change(from old: ListedControl?, to new: ListedControl) -> String? {
        guard let old else { return "\(new.name): \(new.stateText)" }
        var words: [String] = []
        if old.stateText != new.stateText { words.append("\(new.stateText), before \(old.stateText)") }
        if old.snapshot.title != new.snapshot.title {
            words.append("its title is '\(new.snapshot.title)', before '\(old.snapshot.title)'")
        }
        return words.isEmpty ? nil : "\(new.name): \(words.joined(separator: "; "))"
    }

    // MARK: Notices

    private mutating func apply(_ notice: PanelNotice) -> String? {
        let name = notice.name ?? notice.control?.name ?? ""
        switch notice.event {
        case .control:
            guard let control = notice.control else { return nil }
            let old = controls.first { $0.name == control.name }
            Self.put(control, in: &controls) { $0.name == control.name }
            return Self.change(from: old, to: control)
        case .removed:
            controls.removeAll { $0.name == name }
            return "\(name) is gone"
        case .gesture: return "button \(name): \((notice.text ?? "").replacing("_", with: " "))"
        case .performing: return "\(name) performs"
        case .performed: return "\(name) performed"
        case .failed: return "\(name) failed: \(notice.text ?? "")"
        case .refused: return "\(name) is refused: \(notice.text ?? "")"
        // The end of a hint or status is not an event.
        case .hint:
            hint = notice.text
            return hint.map { "hint: \($0)" }
        case .status:
            status = notice.text
            return status.map { "status: \($0)" }
        case .opened: return "\(name) opens \(notice.opens?.title ?? "")"
        case .confirmation:
            questions.removeAll { $0.name == name }
            guard let text = notice.text else { return "\(name) asks no more" }
            questions.append((name, text))
            return "\(name) asks: \(text)"
        case .pending:
            pending = notice.name
            return notice.name.map { "\($0) waits for a PIN" } ?? "nothing waits for a PIN"
        case .locked, .unlocked:
            isLocked = notice.event == .locked
            return isLocked == true ? "the panel is locked" : "the panel is unlocked"
        case .wrongPIN: return "a wrong PIN at the panel"
        case .unlockRefused: return "a PIN was not taken: \(notice.text ?? "")"
        case .lockout:
            lockout = notice.text
            return notice.text.map { "lockout: \($0)" } ?? "no lockout"
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
            return status.text
        case .reset:
            let (known, happenings) = (isReady ? controls : before, happenings)
            self = WatchedPanel()
            (self.before, self.happenings) = (known, happenings)
            return "the panel sends its state again"
        case .ready:
            isReady = true
            return nil
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
        return "activity: \(activity.words)"
    }

    private static func put<Item>(_ item: Item, in items: inout [Item], where isSame: (Item) -> Bool) {
        if let index = items.firstIndex(where: isSame) { items[index] = item } else { items.append(item) }
    }

    // MARK: The picture

    /// The panel in lines for a terminal of this height: first the lock and the faults, then controls, then events.
    /// If there is no room, events are left out first, then controls.
    ///
    /// - Parameter now: In seconds since 1970.
    func picture(now: Double, height: Int) -> [String] {
        // The cursor needs the line below the last one.
        let room = max(2, height - 1)
        var below: [String] = []
        if let hint { below.append("hint      \(hint)") }
        if let status { below.append("status    \(status)") }
        below += activities.map { "activity  \($0.text(now: now))" }
        below = below.map(\.onOneLine)
        let above = Self.cut([headline] + warnings.map(\.onOneLine), to: max(2, room / 2))
        let table = ListedControl.table(controls)
        let middle = Self.cut(table, to: max(2, room - above.count - below.count))
        let shown = Self.cut(above + (controls.isEmpty ? [] : middle) + below, to: room)
        return shown + happenings.suffix(max(0, room - shown.count))
    }

    private static func cut(_ lines: [String], to count: Int) -> [String] {
        guard lines.count > count else { return lines }
        return lines.prefix(count - 1) + ["… and \(lines.count - count + 1) more"]
    }
}

extension ListedControl {
    /// `at buttons.action.hold, lights.lamp`
    fileprivate var placeText: String { places.isEmpty ? "placed nowhere" : "at \(places.joined(separator: ", "))" }
}

extension ExtensionStatus {
    fileprivate var text: String { "extension \(words(isVerbose: false))" }
}

extension ActivityState {
    fileprivate var words: String { "\(title)\(subtitle.map { ", \($0)" } ?? "")" }
}
