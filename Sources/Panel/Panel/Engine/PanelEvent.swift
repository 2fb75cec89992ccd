import ControlModel
import Gestures
import Indicators
import LocalAPI

/// Something that happened on a panel, in the order in which it happened; for logs, transcripts and surfaces.
///
/// A control is called by its name: its kind, or `KIND@PLACE` where there are several of the kind. What is large is beside it,
/// since an event is handed on several times at each press.
public enum PanelEvent: Sendable, Hashable {
    /// A button went down.
    case buttonPressed(String)
    /// A button came up, so long after it went down, by the kernel's stamps.
    case buttonReleased(String, after: Duration)
    /// A gesture was recognised on a button.
    case gesture(ButtonGesture, button: String)
    /// A press was given up: edges were lost, or the contact is broken. No gesture comes of it.
    case pressAborted(button: String)
    /// A hint is shown, in place of any other.
    case hintShown(String)
    /// The hint is gone.
    case hintEnded
    /// A control's status text is shown, in place of any other.
    case statusShown(String)
    /// The status text is gone.
    case statusEnded
    /// A control has begun to perform and will take a while.
    case performing(kind: String)
    /// A control has performed.
    case performed(kind: String)
    /// A control failed to perform.
    case failed(kind: String, reason: String)
    /// A control was not performed at all.
    case refused(kind: String, reason: String)
    /// What is shown of a control has changed.
    indirect case controlChanged(ControlSnapshot, name: String)
    /// A control's value could not be had (C44); it is asked for again.
    case valueMissed(kind: String, reason: String)
    /// A control is not there any more.
    case controlRemoved(name: String)
    /// People are asked to hold a control's button again (C24).
    case confirmationAsked(control: String, String)
    /// They have, or have not.
    case confirmationEnded(control: String)
    /// Something opens (C22).
    indirect case opened(OpenTarget)
    /// An activity is shown, or has changed (C29).
    indirect case activityShown(ActivityState)
    /// An activity has ended.
    indirect case activityEnded(ActivityState)
    /// An extension has come or gone, or has another description.
    indirect case extensionChanged(ExtensionStatus)
    /// A light shows something else, as often as it blinks.
    case lightShown(name: String, LightFrame)
    /// A light has another look; `nil` is dark.
    case lightLookChanged(name: String, LightLook?, color: LampColor?)
    /// The hours have begun, or are over, in which a light is dimmer; or nobody knows the time any more, and it is bright.
    case lightDimmed(name: String, isDim: Bool)
    /// The panel's text display says something else; the rows as they are seen at first. What moves on it is no event.
    case displayChanged(rows: [String])
    /// A control that was held waits for a PIN (A2).
    case pending(control: String)
    /// It waits no more.
    case pendingEnded(control: String)
    /// A PIN was wrong.
    case wrongPIN
    /// It is not told whether a PIN was right.
    case unlockRefused(String)
    /// Too many PINs were wrong: the pad takes none.
    case lockoutBegan
    /// The pad takes PINs again.
    case lockoutEnded
    /// The panel is locked.
    case locked
    /// Somebody has unlocked the panel at its own PIN pad.
    case unlocked
    /// Something broke.
    indirect case faultBegan(PanelFault)
    /// It is mended.
    indirect case faultEnded(PanelFault)
}
