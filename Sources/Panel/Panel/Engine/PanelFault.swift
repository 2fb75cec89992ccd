import GPIO
import Gestures
import Indicators
import Keypads

/// Something on a panel that is broken, while the rest goes on.
public struct PanelFault: Sendable, Hashable, CustomStringConvertible {
    /// The part that is broken. A part has at most one fault.
    public enum Part: Sendable, Hashable, CustomStringConvertible {
        /// A push button, by name.
        case button(String)
        /// A PIN pad, by its name; empty for the only one without a name.
        case keypad(String)
        /// Who may unlock the panel.
        case lock
        /// A control's line, by the control's kind.
        case control(String)
        /// The interlock of a control, by the control's kind.
        case interlock(String)
        /// A light, by name.
        case light(String)
        /// The text display.
        case display
        /// What is heard.
        case sound
        /// An extension, by name.
        case `extension`(String)
        /// What outlasts the panel.
        case store

        public var description: String {
            switch self {
            case .button(let name): "button '\(name)'"
            case .keypad(let name): name.isEmpty ? "keypad" : "keypad '\(name)'"
            case .lock: "lock"
            case .control(let kind): "control '\(kind)'"
            case .interlock(let kind): "interlock of '\(kind)'"
            case .light(let name): "light '\(name)'"
            case .display: "display"
            case .sound: "sound"
            case .extension(let name): "extension '\(name)'"
            case .store: "what the panel keeps"
            }
        }
    }

    /// What is wrong with it.
    public enum Cause: Sendable, Hashable {
        /// The contact is stuck or chatters; the button is left out until it has been open for a second.
        case contact(ContactFault)
        /// The line cannot be used.
        case line(GPIOError)
        /// The PIN pad cannot be used.
        case keypad(KeypadError)
        /// Nobody can unlock the panel, for this reason.
        case lock(String)
        /// A control stays on beside others that exclude it, by their names. The panel tries again unless only a person with a
        /// PIN may turn the control off.
        case interlock(String, beside: [String], isTriedAgain: Bool)
        /// The LED cannot be used.
        case led(LEDError)
        /// The display cannot be used.
        case display(DisplayError)
        /// It cannot be read or written, in these words.
        case store(String)
        /// The extension does not do as it should, in these words.
        case `extension`(String)
    }

    /// The part that is broken.
    public var part: Part

    /// What is wrong with it.
    public var cause: Cause

    /// Whether it tells a private state: only those are told who may see that (A3).
    public var isPrivate: Bool

    /// A fault of its parts.
    public init(part: Part, cause: Cause, isPrivate: Bool = false) {
        self.part = part
        self.cause = cause
        self.isPrivate = isPrivate
    }

    public var description: String {
        let words =
            switch cause {
            case .contact(.stuck): "the contact is stuck; it is left out until it has been open for a while"
            case .contact(.chatter): "the contact chatters; it is left out until it has been quiet for a while"
            case .line(let error): error.description
            case .led(let error): error.description
            case .display(let error): error.description
            case .keypad(let error): error.description
            case .interlock(let control, let others, let isTriedAgain):
                "'\(control)' stays on beside \(others.map { "'\($0)'" }.joined(separator: ", ")): "
                    + (isTriedAgain
                        ? "it could not be turned off; the panel tries again"
                        : "to turn it off needs a PIN, and nobody has asked for that")
            case .extension(let words), .store(let words), .lock(let words): words
            }
        return "\(part): \(words)"
    }
}

extension PanelFault.Cause {
    /// Why a light does not show what it should.
    init(_ error: LightError) {
        switch error {
        case .line(let error): self = .line(error)
        case .led(let error): self = .led(error)
        }
    }
}
