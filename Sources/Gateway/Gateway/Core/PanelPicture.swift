import ControlModel
import LocalAPI

/// The panel's present state, as notices: what a viewer who comes now has to know.
struct PanelPicture: Sendable {
    /// The part of the state that a notice replaces.
    private enum Part: Hashable, Sendable {
        case control(String), activity(String), fault(String), question(String), extensionState(String)
        case hint, status, pending, lock, lockout
    }

    private var parts: [Part: PanelNotice] = [:]
    /// The parts in the order in which they came.
    private var order: [Part] = []
    /// Whether the whole state has come.
    private(set) var isWhole = false

    /// The notices of the present state.
    var notices: [PanelNotice] { order.compactMap { parts[$0] } }

    /// The controls in the panel's order.
    var controls: [ListedControl] { notices.compactMap { $0.event == .control ? $0.control : nil } }

    /// Takes a notice into account.
    mutating func apply(_ notice: PanelNotice) {
        switch notice.event {
        case .reset: self = PanelPicture()
        case .ready: isWhole = true
        case .control: set(notice, as: .control(notice.name ?? ""))
        case .removed: clear(.control(notice.name ?? ""))
        case .activity: set(notice, as: .activity(notice.activity?.id ?? ""))
        case .activityEnded: clear(.activity(notice.text ?? ""))
        case .fault: set(notice, as: .fault(notice.text ?? ""))
        case .mended: clear(.fault(notice.text ?? ""))
        case .extension: set(notice, as: .extensionState(notice.name ?? ""))
        case .locked, .unlocked: set(notice, as: .lock)
        case .hint: setOrClear(notice, as: .hint, isOver: notice.text == nil)
        case .status: setOrClear(notice, as: .status, isOver: notice.text == nil)
        case .lockout: setOrClear(notice, as: .lockout, isOver: notice.text == nil)
        case .pending: setOrClear(notice, as: .pending, isOver: notice.name == nil)
        case .confirmation:
            setOrClear(notice, as: .question(notice.name ?? ""), isOver: notice.text == nil)
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
