import ControlModel
import LocalAPI
import ProgramSupport

/// The state of a running panel, from its notices so far.
struct WatchedPanel {
    /// The number of events in a picture.
    static let remembered = 8

    private var state = PanelPicture()
    var activities: [ActivityState] { state.activities }
    /// Whether the panel has sent its complete state. Later notices are events.
    var isReady: Bool { state.isWhole }
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
        let lockWords = state.isLocked.map { $0 ? "locked, " : "unlocked, " } ?? ""
        let faultCount = state.faults.count
        let faultWords = faultCount == 0 ? "no faults" : counted(faultCount, "fault")
        return "\(lockWords)\(faultWords), \(counted(state.controls.count, "control"))"
    }

    /// Faults, extensions with problems, a lockout, waiting controls and questions, the most urgent first; empty if
    /// there are none.
    private var warnings: [String] {
        state.faults.map { "fault: \($0)" } + state.extensions.filter(\.isTrouble).map(\.text)
            + [state.lockout.map { "lockout: \($0)" }, state.pending.map { "\($0) waits for a PIN" }].compactMap(\.self)
            + state.questions.map { "\($0.name) asks: \($0.text) (holdfast confirm \($0.name))" }
    }

    private var overview: [String] {
        ["ready: \(headline)"] + warnings + activities.map { "activity: \($0.words)" }
            + [state.hint.map { "hint: \($0)" }, state.status.map { "status: \($0)" }].compactMap(\.self)
            + state.controls.map { "\($0.name): \($0.stateText)" }
    }

    /// The controls that differ in state or place since the panel's file or layout changed.
    private var changes: [String] {
        let controls = state.controls
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
        let (control, activity) = (state.control(name), notice.text.flatMap(state.activity))
        if notice.event == .reset, isReady { before = state.controls }
        state.apply(notice)
        switch notice.event {
        case .control: return notice.control.flatMap { Self.change(from: control, to: $0) }
        case .removed: return "\(name) is gone"
        case .gesture: return "button \(name): \((notice.text ?? "").replacing("_", with: " "))"
        case .performing: return "\(name) performs"
        case .performed: return "\(name) performed"
        case .failed: return "\(name) failed: \(notice.text ?? "")"
        case .refused: return "\(name) is refused: \(notice.text ?? "")"
        // The end of a hint or status is not an event.
        case .hint: return notice.text.map { "hint: \($0)" }
        case .status: return notice.text.map { "status: \($0)" }
        case .opened: return "\(name) opens \(notice.opens?.title ?? "")"
        case .confirmation: return notice.text.map { "\(name) asks: \($0)" } ?? "\(name) asks no more"
        case .pending: return notice.name.map { "\($0) waits for a PIN" } ?? "nothing waits for a PIN"
        case .locked: return "the panel is locked"
        case .unlocked: return "the panel is unlocked"
        case .wrongPIN: return "a wrong PIN at the panel"
        case .unlockRefused: return "a PIN was not taken: \(notice.text ?? "")"
        case .lockout: return notice.text.map { "lockout: \($0)" } ?? "no lockout"
        case .activity: return notice.activity.map { "activity: \($0.words)" }
        case .activityEnded: return "activity ended: \(activity?.title ?? notice.text ?? "")"
        case .fault: return notice.text.map { "fault: \($0)" }
        case .mended: return "mended: \(notice.text ?? "")"
        case .extension: return notice.extension?.text
        case .reset: return "the panel sends its state again"
        case .ready: return nil
        }
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
        if let hint = state.hint { below.append("hint      \(hint)") }
        if let status = state.status { below.append("status    \(status)") }
        below += activities.map { "activity  \($0.text(now: now))" }
        below = below.map(\.onOneLine)
        let above = Self.cut([headline] + warnings.map(\.onOneLine), to: max(2, room / 2))
        let controls = state.controls
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
