import Configuration

/// The result of a connection to the gateway's address.
enum GatewayFacts: Sendable, Hashable {
    /// The address is not of this machine alone, or no gateway is installed.
    case notTried
    /// A program accepts connections.
    case answers
    /// No program does, for this reason.
    case silent(String)
}

/// Checks the page and the HTTP API.
enum GatewayRules {
    static let unit = "holdfast-gateway.service"

    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        guard let gateway = facts.panel?.gateway else { return [] }
        let subject = "gateway \(gateway.listen)"
        var findings: [Finding] = []
        switch facts.gateway {
        case .notTried: break
        case .answers: findings.append(.ok("gateway", subject, "accepts connections"))
        case .silent(let reason):
            findings.append(
                .error(
                    "gateway", subject, "no program answers: \(reason)",
                    remedy: "sudo systemctl restart holdfast-gateway, then journalctl -b -u holdfast-gateway"))
        }
        if gateway.isInsecure {
            findings.append(
                .warning(
                    "gateway-insecure", subject,
                    "'insecure_lan' serves the page to other machines without encryption and without PINs",
                    remedy: "remove 'insecure_lan', and put a proxy with HTTPS in front (deploy/caddy, deploy/nginx)"))
        }
        return findings
    }
}
