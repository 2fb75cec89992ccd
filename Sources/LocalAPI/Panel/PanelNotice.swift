import ControlModel

/// Something that happened on a panel, as `Watch` tells it.
public struct PanelNotice: Sendable, Hashable, Codable {
    /// The sorts of happenings.
    public enum Event: String, Sendable, Hashable, Codable, CaseIterable {
        /// What is shown of a control has changed, or is so when watching begins.
        case control
        /// A control is no longer there.
        case removed
        /// A control has begun to perform.
        case performing
        /// A control has performed.
        case performed
        /// A control failed; `text` says why.
        case failed
        /// A control was not performed at all; `text` says why.
        case refused
        /// `text` is shown as hint; without it, the hint is gone.
        case hint
        /// `text` is shown as status; without it, the status is gone.
        case status
        /// A control that was held waits for a PIN; without `name`, none does any more.
        case pending
        /// A PIN was wrong.
        case wrongPIN
        /// It is not told whether a PIN was right; `text` says why.
        case unlockRefused
        /// Too many PINs were wrong, and the pad takes none; without `text`, it does again.
        case lockout
        /// The panel is locked.
        case locked
        /// Somebody has unlocked the panel at its own PIN pad.
        case unlocked
        /// Something opens: `opens`.
        case opened
        /// People are asked to hold again; `text` is the question. Without it the question is gone.
        case confirmation
        /// An activity is shown or has changed.
        case activity
        /// The activity whose identity is `text` has ended.
        case activityEnded
        /// Something broke; `text` says what.
        case fault
        /// It is mended.
        case mended
        /// An extension has another state.
        case `extension`
        /// The panel's file has been read again, or its layout has changed: what was told before is no longer so, and
        /// all that there is follows.
        case reset
        /// All that there is has been told; from here on it is news.
        case ready
    }

    /// What happened.
    public var event: Event
    /// The name of the control that it happened to.
    public var name: String?
    /// The control.
    public var control: ListedControl?
    /// The words that belong to it.
    public var text: String?
    /// What opens.
    public var opens: OpenTarget?
    /// The activity.
    public var activity: ActivityState?
    /// The extension.
    public var `extension`: ExtensionStatus?

    /// A notice of its parts.
    public init(
        _ event: Event, name: String? = nil, control: ListedControl? = nil, text: String? = nil,
        opens: OpenTarget? = nil, activity: ActivityState? = nil, extension: ExtensionStatus? = nil
    ) {
        self.event = event
        self.name = name
        self.control = control
        self.text = text
        self.opens = opens
        self.activity = activity
        self.extension = `extension`
    }
}
