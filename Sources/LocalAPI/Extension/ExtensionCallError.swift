import EventLoop

/// The errors of `io.holdfast.Extension`: the reason why a call of the panel failed.
package enum ExtensionCallError: Error, Sendable, Hashable, CustomStringConvertible {
    case noSuchControl(kind: String)
    /// The bundle has no intent with this name, or the intent has no such parameter.
    case noSuchIntent(intent: String)
    /// The control's provider failed.
    case valueFailed(reason: String)

    /// The reason as a text.
    package var description: String {
        switch self {
        case .noSuchControl(let kind): "it has no control \(kind)"
        case .noSuchIntent(let intent): "it has no intent '\(intent)', or not with this parameter"
        case .valueFailed(let reason): reason
        }
    }
}

extension VarlinkCall<ExtensionInterface.Describe.Reply> {
    /// Sends a description in several replies. Each has one control or shortcut, because the size of a message is limited.
    package func stream(partsOf description: ExtensionDescription) {
        var part = 0
        stream {
            // At least one reply: an extension without controls also has a name.
            let (controls, shortcuts) = (description.controls, description.shortcuts)
            guard part < max(1, controls.count + shortcuts.count) else { return nil }
            var reply = ExtensionInterface.Describe.Reply(controls: Array(controls.dropFirst(part).prefix(1)))
            if shortcuts.indices.contains(part - controls.count) {
                reply.shortcuts = [shortcuts[part - controls.count]]
            }
            if part == 0 { (reply.displayName, reply.notes) = (description.displayName, description.notes) }
            part += 1
            return reply
        }
    }
}

extension VarlinkCall {
    /// Ends the call with an error of the interface.
    package func fail(_ error: ExtensionCallError) {
        switch error {
        case .noSuchControl(let kind): fail(ExtensionInterface.NoSuchControl(kind: kind))
        case .noSuchIntent(let intent): fail(ExtensionInterface.NoSuchIntent(intent: intent))
        case .valueFailed(let reason): fail(ExtensionInterface.ValueFailed(reason: reason))
        }
    }
}
