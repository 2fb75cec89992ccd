import ControlModel

/// An event of a panel, or a part of its state, as `Watch` sends it.
public struct PanelNotice: Sendable, Hashable, Codable {
    /// The kinds of notice.
    public enum Event: String, Sendable, Hashable, Codable, CaseIterable {
        /// A control's appearance has changed, or is the current one when watching begins.
        case control
        /// A control no longer exists.
        case removed
        /// A gesture was recognised on the button `name`. `text` is the gesture: `tap`, `hold`, `double_tap`,
        /// `triple_tap` or `long_hold`.
        case gesture
        /// A control has begun to perform.
        case performing
        case performed
        /// A control failed; `text` says why.
        case failed
        /// A control was not performed at all; `text` says why.
        case refused
        /// `text` is shown as hint; without it, the hint is gone.
        case hint
        /// `text` is shown as status; without it, the status is gone.
        case status
        /// A held control waits for a PIN; without `name`, no control waits any more.
        case pending
        case wrongPIN
        /// The panel does not say whether a PIN was right; `text` gives the reason.
        case unlockRefused
        /// Too many PINs were wrong, and the pad accepts none; without `text`, it accepts PINs again.
        case lockout
        case locked
        /// A person has unlocked the panel at its own PIN pad.
        case unlocked
        /// A target opens: `opens`.
        case opened
        /// The panel asks people to hold again; `text` is the question. Without `text`, the question is gone.
        case confirmation
        /// An activity is shown or has changed.
        case activity
        /// The activity whose identity is `text` has ended.
        case activityEnded
        /// A part of the panel broke: `name` is the part, and `text` says which and why. A part's later fault takes the
        /// place of its earlier one, which then has no `mended` of its own.
        case fault
        /// A fault is fixed; `name` is its part, and `text` its description.
        case mended
        /// An extension's state has changed.
        case `extension`
        /// The panel's file has been read again, its layout has changed, the client's session has begun or ended, or the
        /// client was too far behind and lost notices. Earlier notices are void, and the whole state follows.
        case reset
        /// The whole state has been sent. Only events follow.
        case ready
    }

    public var event: Event
    /// The name of the control that the notice is about.
    public var name: String?
    public var control: ListedControl?
    public var text: String?
    public var opens: OpenTarget?
    public var activity: ActivityState?
    public var `extension`: ExtensionStatus?

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
