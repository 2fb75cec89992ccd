import Configuration
import ControlModel
import LocalAPI

/// What is shown of a control to those who may not see what is private.
extension ControlSlot {
    /// Whether its state is private.
    var isStatePrivate: Bool { snapshot.privacy.state }

    /// What is shown of it.
    ///
    /// - Parameter seesPrivate: Whether it is for those who may see what is private.
    func shown(_ seesPrivate: Bool) -> ControlSnapshot { seesPrivate ? snapshot : redacted }

    /// Why it failed or was refused, for those who may not see what is private: the words may be about its state.
    func redacted(reason: String) -> String { isStatePrivate ? Self.privateReason : reason }

    /// What is told of a reason that may be about a private state.
    static let privateReason = "the reason is private"

    /// What it asks, for those who may not see what is private.
    func redacted(question: String) -> String { isStatePrivate ? Self.usualQuestion : question }

    /// What is asked where an intent has no words of its own.
    static let usualQuestion = "Hold again to confirm"

    /// What a snapshot is for those who may not see what is private.
    func redaction(of snapshot: ControlSnapshot) -> ControlSnapshot {
        guard let declaration else {
            return snapshot.redacted(rest: extensionControl?.rest)
        }
        var plain = declaration
        (plain.valueOn, plain.valueOff, plain.sensor) = (nil, nil, nil)
        let rest = ControlSnapshot(
            plain, isOn: snapshot.isOn.map { _ in false }, isRunning: false)
        let hint = snapshot.isOn.map { ControlSnapshot(plain, isOn: $0, isRunning: false).hint }
        var redacted = snapshot.redacted(rest: rest, plainHint: hint)
        if snapshot.privacy.label {
            // People call it by its title, so that the name goes with that (C4).
            (redacted.displayName, redacted.title) = (panelName, panelName)
            redacted.hint =
                ControlHint.button(displayName: panelName, opensView: declaration.action.opensView).text
        }
        if declaration.action == .show { redacted.hint = redacted.wordsOfWhatShows }
        return redacted
    }
}

extension ExtensionControl {
    /// The control by its preview value, which knows no state.
    fileprivate var rest: ControlSnapshot? { host.described(reference.kind)?.preview?.control }
}
