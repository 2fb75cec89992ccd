import Configuration
import ControlModel
import LocalAPI

/// The valid part of an extension's description: kinds of its own domain, well-formed and unique. Other kinds are left
/// out and noted.
struct DescriptionReview: Sendable {
    let displayName: String
    private(set) var controls: [DescribedControl] = []
    /// The names by which the extension's intents run.
    private(set) var shortcuts: [DescribedShortcut] = []
    /// The index of each kind in `controls`.
    private(set) var positions: [String: Int] = [:]
    /// The reasons why kinds were left out.
    let leftOut: [String: String]
    /// The notes for the extension's author in one line; `nil` without notes.
    let detail: String?

    init(_ description: ExtensionDescription, grant: ExtensionGrant) {
        displayName = ShownText.line(description.displayName)
        var notes = description.notes
        var leftOut: [String: String] = [:]
        var seen: Set<String> = []
        for control in description.controls {
            let kind = control.kind
            if let objection = Self.objection(to: control, grant, isNew: seen.insert(kind.lowercased()).inserted) {
                leftOut[kind] = objection
                notes.append("left out: \(objection)")
                continue
            }
            var control = control
            control.displayName = ShownText.line(control.displayName)
            control.description = control.description.map { ShownText.line($0) }
            control.parameters = control.parameters.map(ShownText.parameter)
            control.preview = control.preview.flatMap { ShownText.evaluation($0, kind: kind) }
            positions[kind] = controls.count
            controls.append(control)
        }
        var phrases: Set<String> = []
        for shortcut in description.shortcuts {
            let shortcut = DescribedShortcut(
                phrase: ShownText.line(shortcut.phrase), intent: ShownText.intent(shortcut.intent))
            if let objection = shortcut.objection(isNew: !phrases.contains(shortcut.phrase)) {
                notes.append("left out: \(objection)")
            } else {
                phrases.insert(shortcut.phrase)
                shortcuts.append(shortcut)
            }
        }
        self.leftOut = leftOut
        // The notes become one limited line, since every surface receives them in messages that must hold other
        // content, too.
        detail = notes.isEmpty ? nil : ShownText.line(notes.joined(separator: "; "))
    }

    private static func objection(to control: DescribedControl, _ grant: ExtensionGrant, isNew: Bool) -> String? {
        let kind = control.kind
        if let problem = control.problem { return ShownText.line(problem) }
        if !ControlKind.isWellFormed(kind) { return "'\(kind)' is not a kind in reverse-DNS form" }
        if !grant.covers(kind) { return "the kind '\(kind)' is not in the domain '\(grant.domain)'" }
        if !isNew { return "the kind '\(kind)' is there twice" }
        let objection = control.parameters.nameObjection ?? control.preview?.intent?.nameObjection
        return objection.map { "the kind '\(kind)' \($0)" }
    }
}

extension DescribedShortcut {
    /// The fault of the shortcut; `nil` for a proper one. Its name must not look like `SOURCE/INTENT`.
    fileprivate func objection(isNew: Bool) -> String? {
        if ShownText.visible(phrase).allSatisfy(\.isWhitespace) { return "a shortcut without words" }
        if phrase.contains("/") { return "the shortcut '\(phrase)' has a '/'" }
        if !isNew { return "the shortcut '\(phrase)' is there twice" }
        return intent.nameObjection.map { "the shortcut '\(phrase)' \($0)" }
    }
}

extension IntentReference {
    /// The fault of the intent type's name; `nil` for a proper name.
    ///
    /// The panel writes `SOURCE/INTENT` if several extensions use the same intent name, and in the audit trail. With a
    /// `/` in its intent's name, an extension could impersonate another one's intent and receive that intent's
    /// parameters.
    var nameObjection: String? {
        guard type.isProperName, !type.contains("/") else {
            let rule =
                type.utf8.count > String.longestName
                ? "has at most \(String.longestName) bytes" : "is not empty and has no '/' and no control character"
            return "names its intent '\(ShownText.line(type, limit: 60))'; an intent's name \(rule)"
        }
        return parameters.nameObjection
    }
}

extension [IntentParameterInfo] {
    /// The fault of the parameters' names; `nil` for proper names. Programs give values by these names, so that the panel
    /// cannot change the names.
    fileprivate var nameObjection: String? {
        first { !$0.name.isProperName }.map { parameter in
            "names a parameter '\(ShownText.line(parameter.name, limit: 60))'; a parameter's name has 1 to "
                + "\(String.longestName) bytes, and no control character"
        }
    }
}

extension String {
    /// The most bytes of a name that programs use.
    fileprivate static let longestName = 255

    /// Whether programs can use the name: it is visible, and stands in one line.
    fileprivate var isProperName: Bool {
        (1...Self.longestName).contains(utf8.count)
            && unicodeScalars.allSatisfy { scalar in
                switch scalar.properties.generalCategory {
                case .control, .format, .lineSeparator, .paragraphSeparator: false
                default: true
                }
            }
    }
}
