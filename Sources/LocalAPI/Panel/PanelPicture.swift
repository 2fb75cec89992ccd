import ControlModel

/// The panel's present state, reduced from its notices: what a viewer who comes now has to know.
///
/// Each notice of a part replaces the part's earlier one. A part is known by its name, such as a control's or a faulty part's,
/// and not by the text, which changes. The page reduces the same notices in `state.js`.
public struct PanelPicture: Sendable {
    /// The part of the state that a notice replaces.
    private enum Part: Hashable, Sendable {
        case control(String), activity(String), fault(String), question(String), extensionState(String)
        case hint, status, pending, lock, lockout
    }

    private var parts: [Part: PanelNotice] = [:]
    /// The parts in the order in which they came.
    private var order: [Part] = []
    /// Whether the whole state has come.
    public private(set) var isWhole = false

    public init() {}

    // MARK: Parts

    /// The notices of the present state, in the order in which the parts came.
    public var notices: [PanelNotice] { order.compactMap { parts[$0] } }

    /// The controls in the panel's order.
    public var controls: [ListedControl] { all(.control).compactMap(\.control) }

    /// The extensions in the file's order.
    public var extensions: [ExtensionStatus] { all(.extension).compactMap(\.extension) }

    /// The activities, the oldest first.
    public var activities: [ActivityState] { all(.activity).compactMap(\.activity) }

    /// The faults, the oldest part first.
    public var faults: [String] { all(.fault).compactMap(\.text) }

    /// The part of the fault that the panel's file cannot be used, or is not kept.
    public static let fileFault = "panel's file"

    /// Whether the panel runs the present text of its file.
    public var runsFile: Bool { parts[.fault(Self.fileFault)] == nil }

    /// The questions to confirm, by the control that asks.
    public var questions: [(name: String, text: String)] {
        all(.confirmation).map { ($0.name ?? "", $0.text ?? "") }
    }

    /// Whether the panel is locked; `nil` if the panel has no lock.
    public var isLocked: Bool? { parts[.lock].map { $0.event == .locked } }

    /// Why the PIN pad accepts no PIN; `nil` if it does.
    public var lockout: String? { parts[.lockout]?.text }

    /// The name of the control that waits for a PIN; `nil` for none.
    public var pending: String? { parts[.pending]?.name }

    /// The hint that is shown; `nil` for none.
    public var hint: String? { parts[.hint]?.text }

    /// The status that is shown; `nil` for none.
    public var status: String? { parts[.status]?.text }

    /// The control with this name; `nil` if the panel has none.
    public func control(_ name: String) -> ListedControl? { parts[.control(name)]?.control }

    /// The activity with this identity; `nil` if it has ended.
    public func activity(_ id: String) -> ActivityState? { parts[.activity(id)]?.activity }

    private func all(_ event: PanelNotice.Event) -> [PanelNotice] { notices.filter { $0.event == event } }

    // MARK: Notices

    /// Takes a notice into account.
    public mutating func apply(_ notice: PanelNotice) {
        let name = notice.name ?? notice.control?.name ?? notice.extension?.name ?? ""
        switch notice.event {
        case .reset: self = PanelPicture()
        case .ready: isWhole = true
        case .control: set(notice, as: .control(name))
        case .removed: clear(.control(name))
        case .activity: set(notice, as: .activity(notice.activity?.id ?? ""))
        case .activityEnded: clear(.activity(notice.text ?? ""))
        case .fault: set(notice, as: .fault(name))
        case .mended: clear(.fault(name))
        case .extension: set(notice, as: .extensionState(name))
        case .locked, .unlocked: set(notice, as: .lock)
        case .hint: setOrClear(notice, as: .hint, isOver: notice.text == nil)
        case .status: setOrClear(notice, as: .status, isOver: notice.text == nil)
        case .lockout: setOrClear(notice, as: .lockout, isOver: notice.text == nil)
        case .pending: setOrClear(notice, as: .pending, isOver: notice.name == nil)
        case .confirmation: setOrClear(notice, as: .question(name), isOver: notice.text == nil)
        case .gesture, .performing, .performed, .failed, .refused, .wrongPIN, .unlockRefused, .opened: break
        }
    }

    private mutating func set(_ notice: PanelNotice, as part: Part) {
        if parts.updateValue(notice, forKey: part) == nil { order.append(part) }
    }

    private mutating func clear(_ part: Part) {
        if parts.removeValue(forKey: part) != nil { order.removeAll { $0 == part } }
    }

    private mutating func setOrClear(_ notice: PanelNotice, as part: Part, isOver: Bool) {
        if isOver { clear(part) } else { set(notice, as: part) }
    }
}
