import Configuration
import LocalAPI

/// Checks the running panel's own report.
enum RunningRules {
    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        let running = facts.running
        guard let status = running.status else { return [silent(facts)] }
        let subject = "panel '\(status.panel)'"
        var findings = status.faults.map { fault in
            let culprit = status.extensions.first { fault.hasPrefix("extension '\($0.name)'") }
            let unit = culprit.map(journal) ?? "journalctl -b -u holdfast"
            return Finding.error("panel-fault", subject, fault, remedy: "\(unit) shows since when; holdfast status")
        }
        // A fault that names the extension has the same information.
        findings += status.extensions.filter { one in
            (one.state != .ready || one.detail != nil)
                && !status.faults.contains { $0.hasPrefix("extension '\(one.name)'") }
        }.map { one in
            .warning(
                "panel-extension", subject,
                "extension '\(one.name)' is \(one.state.rawValue)\(one.detail.map { ": \($0)" } ?? "")",
                remedy: journal(of: one))
        }
        if status.local.file != facts.file.path {
            findings.append(
                .note(
                    "panel-other-file", subject,
                    "the running panel has the file \(status.local.file), not \(facts.file.path)",
                    remedy: "holdfast doctor \(status.local.file)"))
        }
        return findings.isEmpty ? [.ok("panel", subject, "answers, and has no faults")] : findings
    }

    /// The command that shows the journal of an extension.
    private static func journal(of one: ExtensionStatus) -> String {
        "journalctl -b -u "
            + (one.name == DelegatedAction.gateway.name ? GatewayRules.unit : "holdfast-extension@\(one.name)")
    }

    private static func silent(_ facts: MachineFacts) -> Finding {
        let running = facts.running
        let problem = running.problem ?? "no panel answers at \(running.socket)"
        // The unit's state, or the user's groups, say the same with a better remedy.
        if running.isForbidden || facts.units["holdfast.service"]?.isActive == false || !facts.isInstalled {
            return .note("panel-silent", "panel", problem)
        }
        return .error(
            "panel-silent", "panel", problem, remedy: "sudo systemctl restart holdfast, then journalctl -b -u holdfast")
    }
}
