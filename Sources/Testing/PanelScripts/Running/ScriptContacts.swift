import MonotonicTime

/// Follows the buttons' contacts through a script, and reports impossible steps as errors of the script.
///
/// One step at a time moves a contact. A contact that is down is released before it is pressed again. A stuck contact
/// opens only by `unstick`.
struct ScriptContacts {
    private struct Contact {
        var isDown = false
        var isStuck = false
        /// The line of the step that moved the contact last, and the end of that step.
        var line: Int
        var busyUntil: Duration
    }

    private var contacts: [String: Contact] = [:]

    /// Follows one step. Steps are given in the script's order, which is the order of their starts.
    mutating func take(_ step: ScriptStep, from begin: Duration, to end: Duration) throws(ScriptError) {
        guard let button = step.action.movedButton else { return }
        var contact = contacts[button] ?? Contact(line: step.place.line, busyUntil: .zero)
        if let slip = slip(of: step.action, contact, at: begin) {
            throw ScriptError("button '\(button)' \(slip), since line \(contact.line)", at: step.place)
        }
        switch step.action {
        case .press: contact.isDown = true
        case .stick:
            contact.isDown = true
            contact.isStuck = true
        case .release, .unstick:
            contact.isDown = false
            contact.isStuck = false
        default: break
        }
        contact.line = step.place.line
        contact.busyUntil = end
        contacts[button] = contact
    }

    private func slip(of action: ScriptAction, _ contact: Contact, at begin: Duration) -> String? {
        if begin < contact.busyUntil { return "is moved until \(contact.busyUntil.text) by another step" }
        switch action {
        case .press, .tap, .hold:
            return contact.isStuck ? "is stuck" : contact.isDown ? "is down already" : nil
        case .stick:
            return contact.isStuck ? "is stuck" : nil
        case .release:
            return contact.isStuck ? "is stuck: 'unstick' opens it" : contact.isDown ? nil : "is up already"
        case .unstick:
            return contact.isStuck ? nil : "is not stuck"
        default:
            return nil
        }
    }
}

extension ScriptAction {
    /// The button whose contact the step moves; `nil` if it moves none.
    fileprivate var movedButton: String? {
        switch self {
        case .press(let button), .release(let button), .tap(let button), .hold(let button, _),
            .chatter(let button, _, every: _), .stick(let button), .unstick(let button):
            button
        case .unplug, .replug, .drop, .sense, .fail, .delay, .set, .setValue, .reload, .push, .extension, .layout,
            .restart, .show,
            .crash, .advance, .clock, .seed, .expect, .keys, .chord, .unlock, .lock:
            nil
        }
    }
}
