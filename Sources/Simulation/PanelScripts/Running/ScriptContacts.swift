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
        guard case .contact(let button, let move) = step.action else { return }
        var contact = contacts[button] ?? Contact(line: step.place.line, busyUntil: .zero)
        if let slip = slip(of: move, contact, at: begin) {
            throw ScriptError("button '\(button)' \(slip), since line \(contact.line)", at: step.place)
        }
        switch move {
        case .press: contact.isDown = true
        case .stick: (contact.isDown, contact.isStuck) = (true, true)
        case .release, .unstick: (contact.isDown, contact.isStuck) = (false, false)
        case .hold, .chatter: break
        }
        contact.line = step.place.line
        contact.busyUntil = end
        contacts[button] = contact
    }

    private func slip(of move: ScriptAction.ContactMove, _ contact: Contact, at begin: Duration) -> String? {
        if begin < contact.busyUntil { return "is moved until \(contact.busyUntil.text) by another step" }
        return switch move {
        case .press, .hold: contact.isStuck ? "is stuck" : contact.isDown ? "is already down" : nil
        case .stick: contact.isStuck ? "is stuck" : nil
        case .release: contact.isStuck ? "is stuck: 'unstick' opens it" : contact.isDown ? nil : "is already up"
        case .unstick: contact.isStuck ? nil : "is not stuck"
        case .chatter: nil
        }
    }
}
