import ProgramSupport

/// The findings of all rules about one machine, the most urgent first.
struct Examination: Sendable, Hashable {
    /// The findings by their level; within a level, in the order of the rules.
    let findings: [Finding]

    /// The rules. A rule judges facts alone, and does not touch the machine.
    private static let rules: [@Sendable (MachineFacts) -> [Finding]] = [
        PermissionRules.findings, KernelRules.findings, LineRules.findings, PullRules.findings, BootRules.findings,
        StoreRules.findings, ClockRules.findings, UnitRules.findings, GatewayRules.findings, BrokerRules.findings,
        DiskRules.findings,
        PowerRules.findings, RunningRules.findings, VisibilityRules.findings,
    ]

    /// Judges the facts by all rules.
    init(of facts: MachineFacts) {
        let found = Self.rules.flatMap { $0(facts) }
        findings = Finding.Level.allCases.flatMap { level in found.filter { $0.level == level } }
    }

    var hasErrors: Bool { findings.contains { $0.level == .error } }

    /// The findings for people: two lines each, and a summary.
    ///
    /// - Parameter isVerbose: Whether the lines include what is in order.
    func lines(isVerbose: Bool) -> [String] {
        let shown = findings.filter { isVerbose || $0.level != .ok }
        return shown.flatMap { finding in
            ["\(finding.level.rawValue): \(finding.subject): \(finding.found)".onOneLine]
                + (finding.remedy.map { ["    \($0)".onOneLine] } ?? [])
        } + [summary(isVerbose: isVerbose)]
    }

    /// `2 errors, 1 warning, 3 notes; 24 checks are in order (--verbose)`
    private func summary(isVerbose: Bool) -> String {
        func count(_ level: Finding.Level) -> Int { findings.count { $0.level == level } }
        let urgent = zip([Finding.Level.error, .warning, .note], ["error", "warning", "note"])
            .compactMap { count($0) > 0 ? counted(count($0), $1) : nil }
        let fine = "\(counted(count(.ok), "check")) in order\(isVerbose ? "" : " (--verbose lists them)")"
        return (urgent.isEmpty ? "" : urgent.joined(separator: ", ") + "; ") + fine
    }
}
