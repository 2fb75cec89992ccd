import Configuration
import Controls
import LocalAPI

/// What of an extension's description counts: its own kinds, well-formed, each once. The rest is left out and noted.
struct DescriptionReview: Sendable {
    let displayName: String
    private(set) var controls: [DescribedControl] = []
    /// Where each kind stands in `controls`.
    private(set) var positions: [String: Int] = [:]
    /// The notes for people, in one line; `nil` where there are none.
    let detail: String?

    init(_ description: ExtensionDescription, grant: ExtensionGrant) {
        displayName = ShownText.line(description.displayName)
        var notes = description.notes
        var seen: Set<String> = []
        for control in description.controls {
            let kind = control.kind
            if !ControlKind.isWellFormed(kind) {
                notes.append("left out: '\(kind)' is no kind in reverse-DNS form")
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
        // One line of them all: every surface is told it, in messages that others need as well.
        detail = notes.isEmpty ? nil : ShownText.line(notes.joined(separator: "; "))
    }
}
