import ControlModel
import Gestures
import Indicators
import LocalAPI

/// An event of a panel, in causal order, for logs, transcripts and surfaces.
///
/// Events refer to a control by its name: its kind, or `KIND@PLACE` if the kind is placed several times. Large payloads
/// are `indirect`, since each press copies events several times.
public enum PanelEvent: Sendable, Hashable {
    /// A button went down.
    case buttonPressed(String)
    /// A button came up; the duration of the press is measured by the kernel's time stamps.
    case buttonReleased(String, after: Duration)
    /// A gesture was recognised on a button.
    case gesture(ButtonGesture, button: String)
    /// A press was aborted, since edges were lost or the contact is broken. The press causes no gesture.
    case pressAborted(button: String)
    /// A hint is shown, and replaces the previous one.
    case hintShown(String)
    case hintEnded
    /// A status text is shown, and replaces the previous one.
    case statusShown(String)
    /// The status text has ended.
    case statusEnded
    /// A control has begun a performance that takes a while.
    case performing(kind: String)
    case performed(kind: String)
    /// A control failed to perform.
    case failed(kind: String, reason: String)
    /// A control was not performed at all.
    case refused(kind: String, reason: String)
    /// A control's snapshot has changed.
    indirect case controlChanged(ControlSnapshot, name: String)
    /// A control's value is unavailable and will be requested again (C44).
    case valueMissed(kind: String, reason: String)
    /// A control no longer exists.
    case controlRemoved(name: String)
    /// The user is asked to hold a control's button again (C24).
    case confirmationAsked(control: String, String)
    /// The question was answered, withdrawn or has expired.
    case confirmationEnded(control: String)
    /// A target opens (C22).
    indirect case opened(OpenTarget)
    /// An activity is shown, or has changed (C29).
    indirect case activityShown(ActivityState)
    indirect case activityEnded(ActivityState)
    /// An extension has appeared, disappeared or changed its description.
    indirect case extensionChanged(ExtensionStatus)
    /// An extension has reported a problem, or its end. The extension's own journal has it, too.
    indirect case extensionReported(ExtensionStatus)
    /// A light's frame has changed; a blinking light causes an event for each blink.
    case lightShown(name: String, LightFrame)
    /// A light has another look; `nil` is dark.
    case lightLookChanged(name: String, LightLook?, color: LampColor?)
    /// A light's dimmed hours have begun or ended. Without the right time, the light is bright.
    case lightDimmed(name: String, isDim: Bool)
    /// The panel's text display shows other rows, given as first shown. Movement on the display causes no event.
    case displayChanged(rows: [String])
    /// A held control waits for a PIN (A2).
    case pending(control: String)
    /// The control no longer waits for a PIN.
    case pendingEnded(control: String)
    case wrongPIN
    /// A PIN was not evaluated, for this reason.
    case unlockRefused(String)
    /// The pad takes no PINs after too many wrong ones.
    case lockoutBegan
    /// The pad takes PINs again.
    case lockoutEnded
    case locked
    /// A person has unlocked the panel at its own PIN pad.
    case unlocked
    /// A part of the panel has failed.
    indirect case faultBegan(PanelFault)
    /// The fault of a part has ended.
    indirect case faultEnded(PanelFault)
}
