import Configuration
import ControlModel
import LocalAPI

/// The redacted form of a control, for viewers who may not see private content.
extension ControlSlot {
    var isStatePrivate: Bool { snapshot.privacy.state }

    /// The snapshot for a viewer.
    ///
    /// - Parameter seesPrivate: whether the viewer may see private content.
    func shown(_ seesPrivate: Bool) -> ControlSnapshot { seesPrivate ? snapshot : redacted }

    /// The reason of a failure or refusal, for viewers who may not see private content: the words may be about the
    /// state.
    func redacted(reason: String) -> String { isStatePrivate ? Self.privateReason : reason }

    /// The text shown instead of a reason that may be about a private state.
    static let privateReason = "the reason is private"

    /// The control's question, for viewers who may not see private content.
    func redacted(question: String) -> String { isStatePrivate ? Self.usualQuestion : question }

    /// The question of an intent without words of its own.
    static let usualQuestion = "Hold again to confirm"

    /// The form of `snapshot` for viewers who may not see private content.
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
            // Users refer to a control by its title, so redacting the label redacts the name too (C4: `displayName`).
            (redacted.displayName, redacted.title) = (panelName, panelName)
            redacted.hint =
                ControlHint.button(displayName: panelName, opensView: declaration.action.opensView).text
        }
        if declaration.action == .show { redacted.hint = redacted.wordsOfWhatShows }
        return redacted
    }
}

extension ExtensionControl {
    /// The control with its preview value, which contains no state.
    fileprivate var rest: ControlSnapshot? { host.described(reference.kind)?.preview?.control }
}
