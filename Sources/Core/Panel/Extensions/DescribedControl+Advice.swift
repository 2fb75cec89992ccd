import Configuration
import ControlModel
import LocalAPI

extension ExtensionDescription {
    /// Suggestions for the extension's author about its controls. Only the state in each control's preview is examined.
    public var advice: [String] {
        AdvisedControl.notes(on: controls.compactMap { AdvisedControl($0) }).map(\.message)
    }
}

extension AdvisedControl {
    /// The advice input for an extension's control; `nil` without a preview.
    init?(_ control: DescribedControl) {
        guard let preview = control.preview else { return nil }
        let snapshot = preview.control
        self.init(
            name: control.kind, title: control.displayName, isToggle: snapshot.isOn != nil,
            isDisabled: snapshot.isDisabled,
            hints: snapshot.ownHint.map { [$0] } ?? [], status: snapshot.status,
            isGuarded: preview.intent.map { $0.authentication != .alwaysAllowed },
            isRedacted: snapshot.privacy.state)
    }
}

extension ControlSnapshot {
    /// The author's words behind "Hold to"; `nil` for a hint made from the name, or in another language.
    fileprivate var ownHint: String? {
        let start = "Hold to "
        let made: [ControlHint] = [
            .toggle(isOn: false, displayName: displayName), .toggle(isOn: true, displayName: displayName),
            .button(displayName: displayName, opensView: true),
        ]
        guard hint.hasPrefix(start), !made.map(\.text).contains(hint) else { return nil }
        return String(hint.dropFirst(start.count))
    }
}
