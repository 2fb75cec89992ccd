import GPIO
import Gestures
import Indicators
import Keypads
import LocalAPI

/// A fault of one part of a panel, while the rest works.
public struct PanelFault: Sendable, Hashable, CustomStringConvertible {
    /// The faulty part; a part has at most one fault.
    public enum Part: Sendable, Hashable, CustomStringConvertible {
        /// A push button, by name.
        case button(String)
        /// A PIN pad, by its name; empty for the only one without a name.
        case keypad(String)
        /// The lock: people and their PINs.
        case lock
        /// A control's line, by the control's kind.
        case control(String)
        /// The value or state that another process reads for a control, by the control's kind.
        case value(String)
        /// The interlock of a control, by the control's kind.
        case interlock(String)
        /// A light, by name.
        case light(String)
        /// The text display.
        case display
        /// The buzzer or the sound program.
        case sound
        /// An extension, by name.
        case `extension`(String)
        /// The store of states, people and the audit trail.
        case store
        case file

        public var description: String {
            switch self {
            case .button(let name): "button '\(name)'"
            case .keypad(let name): name.isEmpty ? "keypad" : "keypad '\(name)'"
            case .lock: "lock"
            case .control(let kind): "control '\(kind)'"
            case .value(let kind): "value of control '\(kind)'"
            case .interlock(let kind): "interlock of '\(kind)'"
            case .light(let name): "light '\(name)'"
            case .display: "display"
            case .sound: "sound"
            case .extension(let name): "extension '\(name)'"
            case .store: "what the panel keeps"
            case .file: PanelPicture.fileFault
            }
        }
    }

    public enum Cause: Sendable, Hashable {
        /// The contact is stuck, chatters or hums; the button is ignored until it has been open for a second.
        case contact(ContactFault)
        /// The line cannot be used.
        case line(GPIOError)
        /// The PIN pad cannot be used.
        case keypad(KeypadError)
        /// No PIN can unlock the panel, for this reason.
        case lock(String)
        /// A control stays on together with the named controls, which exclude it. The panel tries again unless only a
        /// person with a PIN may turn the control off.
        case interlock(String, beside: [String], isTriedAgain: Bool)
        /// The LED cannot be used.
        case led(LEDError)
        /// The display cannot be used.
        case display(DisplayError)
        /// The store cannot be read or written, for this reason.
        case store(String)
        /// The extension does not work properly, for this reason.
        case `extension`(String)
        /// The panel runs the last good text instead of the file's present one, for this reason.
        case file(String)
        /// The program, the file or the topic of a control's value gives none, for this reason.
        case value(String)
    }

    public var part: Part

    public var cause: Cause

    /// Whether the fault reveals a private state; only viewers who may see private states receive it (A3).
    public var isPrivate: Bool

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
            case .contact(.hum):
                "the contact opens and closes with the mains: shield or shorten its wires, or set 'release_time' if it is "
                    + "fed by alternating current; it is left out until it has been quiet for a while"
            case .line(let error): error.description
            case .led(let error): error.description
            case .display(let error): error.description
            case .keypad(let error): error.description
            case .interlock(let control, let others, let isTriedAgain):
                "'\(control)' stays on beside \(others.map { "'\($0)'" }.joined(separator: ", ")): "
                    + (isTriedAgain
                        ? "it could not be turned off; the panel tries again"
                        : "turning it off needs a PIN, and nobody has asked for it")
            case .extension(let words), .value(let words), .file(let words), .store(let words), .lock(let words): words
            }
        return "\(part): \(words)"
    }
}

extension PanelFault.Cause {
    /// The cause for an error of a light.
    init(_ error: LightError) {
        switch error {
        case .line(let error): self = .line(error)
        case .led(let error): self = .led(error)
        }
    }
}
