import Configuration
import ControlModel
import EventLoop
import LocalAPI

/// Explanations of the gallery's contents (C48: `holdfast gallery --why`).
extension PanelEngine {
    /// Explains whether and where the gallery shows a control, and otherwise why not.
    ///
    /// - Parameter name: a kind, or a key of the panel's file; the control need not exist.
    func whyInGallery(_ name: String) -> PanelInterface.Why.Reply {
        if description.control(name) != nil { return shown(under: description.name, name) }
        if let host = host(of: name), host.described(name) != nil { return shown(under: host.displayName, name) }
        return .init(isShown: false, reason: ShownText.line(absence(of: name)))
    }

    private func shown(under group: String, _ name: String) -> PanelInterface.Why.Reply {
        // The journal contains all failures, with `KIND=`.
        let failure = controls.all(name).lazy.compactMap { slot in slot.redacted.failure.map { "\(slot.name): \($0)" } }
        let words = failure.first.map { "; \($0)" } ?? ""
        return .init(isShown: true, reason: ShownText.line("it is shown under '\(group)'\(words)"))
    }

    private func absence(of name: String) -> String {
        for host in hosts {
            if let objection = host.objection(to: name) {
                return "the extension '\(host.grant.name)' has it, but it is left out: \(objection)"
            }
        }
        let question = NearestWord.to(name, among: placeableNames).map { "; did you mean '\($0)'?" } ?? ""
        guard ControlKind.isWellFormed(name) else { return "the panel's file has no such control\(question)" }
        if hosts.contains(where: { $0.isStock && $0.grant.covers(name) }) {
            return "it carries out what the panel's file says, and cannot be placed by itself"
        }
        guard let host = host(of: name) else {
            let isOwn = name.hasPrefix(description.domain + ".")
            return (isOwn ? "the panel's file has no such control" : "no extension in the panel's file has its domain")
                + question
        }
        guard host.isKnown else { return "\(host.absence), and which controls it has is not known yet" }
        let detail = host.detail.map { "; \($0)" } ?? ""
        return "the extension '\(host.grant.name)' has no control of this kind\(detail)\(question)"
    }
}
