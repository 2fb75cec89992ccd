import Configuration
import ControlModel
import LocalAPI

extension ExtensionDescription {
    /// What could be better for people about the extension's controls, as far as their previews tell: a state of each.
    public var advice: [String] {
        AdvisedControl.notes(on: controls.compactMap { AdvisedControl($0) }).map(\.message)
    }
}

extension AdvisedControl {
    /// A control of an extension; `nil` where there is no preview of it.
    init?(_ control: DescribedControl) {
        guard let preview = control.preview else { return nil }
        let snapshot = preview.control
        let isToggle = snapshot.isOn != nil
        self.init(
            name: control.kind, title: control.displayName, isToggle: isToggle, isDisabled: snapshot.isDisabled,
            hints: snapshot.ownHint.map { [$0] } ?? [], status: snapshot.status,
            isGuarded: preview.intent.map { $0.authentication != .alwaysAllowed },
            isRedacted: snapshot.privacy.state)
    }
}

extension ControlSnapshot {
    /// What its author wrote behind "Hold to"; `nil` where the hint is made of the name, or in another language.
    fileprivate var ownHint: String? {
        let start = "Hold to "
        let made = [ControlHint.turnOn, ControlHint.turnOff, ControlHint.open].map { $0(displayName).text }
        guard hint.hasPrefix(start), !made.contains(hint) else { return nil }
        return String(hint.dropFirst(start.count))
    }
}
