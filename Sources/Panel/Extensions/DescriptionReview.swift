import Configuration
import Controls
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
