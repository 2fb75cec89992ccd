import Configuration
import ControlModel
import LocalAPI

/// What of an extension's description counts: its own kinds, well-formed, each once. The rest is left out and noted.
struct DescriptionReview: Sendable {
    let displayName: String
    private(set) var controls: [DescribedControl] = []
    /// Where each kind stands in `controls`.
    private(set) var positions: [String: Int] = [:]
    /// Why kinds that it has as well do not count.
    let leftOut: [String: String]
    /// The notes for people, in one line; `nil` where there are none.
    let detail: String?

    init(_ description: ExtensionDescription, grant: ExtensionGrant) {
        displayName = ShownText.line(description.displayName)
        var notes = description.notes
        var leftOut: [String: String] = [:]
        var seen: Set<String> = []
        for control in description.controls {
            let kind = control.kind
            if let objection = Self.objection(to: kind, grant, isNew: seen.insert(kind.lowercased()).inserted) {
                leftOut[kind] = objection
                notes.append("left out: \(objection)")
                continue
            }
            if let objection = control.preview?.intent?.nameObjection {
                leftOut[kind] = "the kind '\(kind)' \(objection)"
                notes.append("left out: the kind '\(kind)' \(objection)")
                continue
            }
            var control = control
            control.displayName = ShownText.line(control.displayName)
            control.description = control.description.map { ShownText.line($0) }
            control.preview = control.preview.flatMap { ShownText.evaluation($0, kind: kind) }
            positions[kind] = controls.count
            controls.append(control)
        }
        self.leftOut = leftOut
        // One line of them all: every surface is told it, in messages that others need as well.
        detail = notes.isEmpty ? nil : ShownText.line(notes.joined(separator: "; "))
    }

    private static func objection(to kind: String, _ grant: ExtensionGrant, isNew: Bool) -> String? {
        if !ControlKind.isWellFormed(kind) { return "'\(kind)' is no kind in reverse-DNS form" }
        if !grant.covers(kind) { return "the kind '\(kind)' is not in the domain '\(grant.domain)'" }
        return isNew ? nil : "the kind '\(kind)' is there twice"
    }
}

extension IntentReference {
    /// The fault of the name of the intent's type; `nil` where it has none.
    ///
    /// A panel writes `SOURCE/INTENT` where intents of several extensions have one name, and in the audit trail. An extension
    /// could take the place of another one's intent by that name, and receive the parameters meant for the other.
    var nameObjection: String? {
        let isProper = type.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator: false
            default: scalar != "/"
            }
        }
        if isProper, !type.isEmpty { return nil }
        return
            "names its intent '\(ShownText.line(type))'; an intent's name is not empty and has no '/' and no control character"
    }
}
