import Configuration
import Controls
import LocalAPI

/// What of an extension's description counts: its own kinds, well-formed, each once. The rest is left out and noted.
struct DescriptionReview: Sendable {
    let displayName: String
    private(set) var controls: [DescribedControl] = []
    /// Where each kind stands in `controls`.
    private(set) var positions: [String: Int] = [:]
    private(set) var notes: [String]

    init(_ description: ExtensionDescription, grant: ExtensionGrant) {
        displayName = ShownText.line(description.displayName)
        notes = description.notes.map { ShownText.line($0) }
        var seen: Set<String> = []
        for control in description.controls {
            let kind = control.kind
            if !ControlKind.isWellFormed(kind) {
                notes.append("left out: '\(ShownText.line(kind))' is no kind in reverse-DNS form")
            } else if !grant.covers(kind) {
                notes.append("left out: the kind '\(kind)' is not in the domain '\(grant.domain)'")
            } else if !seen.insert(kind.lowercased()).inserted {
                notes.append("left out: the kind '\(kind)' is there twice")
            } else {
                var control = control
                control.displayName = ShownText.line(control.displayName)
                control.description = control.description.map { ShownText.line($0) }
                control.preview = control.preview.flatMap { ShownText.evaluation($0, kind: kind) }
                positions[kind] = controls.count
                controls.append(control)
            }
        }
    }
}
