import Configuration
import ProgramSupport

/// The result of a visit to the panel's MQTT broker.
enum BrokerFacts: Sendable, Hashable {
    /// The panel's file names no broker.
    case notTried
    /// The broker lets the panel's user write and read the panel's topics.
    case serves
    /// The broker does not serve the panel, for this reason.
    case problem(String)
    /// This user does not get the password or the certificates, for this reason.
    case noPassword(String)
}

/// Checks the MQTT broker, and that the gateway's unit may reach it.
enum BrokerRules {
    @Sendable static func findings(_ facts: MachineFacts) -> [Finding] {
        guard let broker = facts.panel?.broker?.broker else { return [] }
        let subject = "broker \(broker)"
        var findings: [Finding] = []
        switch facts.broker {
        case .notTried: break
        case .serves: findings.append(.ok("broker", subject, "lets the panel write and read its topics"))
        case .problem(let reason):
            findings.append(
                .error("broker", subject, reason, remedy: "see the guide's page on MQTT for what to do"))
        case .noPassword(let reason):
            findings.append(
                .note(
                    "broker", subject, "was not tried: \(reason)",
                    remedy: "holdfast status shows the gateway's state; sudo holdfast doctor can read more"
                ))
        }
        if !broker.isOfThisMachine, facts.units[GatewayRules.unit]?.reachesThisMachineOnly == true {
            findings.append(
                .error(
                    "broker-blocked", subject, "the unit of holdfast-gateway may connect only to this machine",
                    remedy: "sudo systemctl edit holdfast-gateway, with [Service] and IPAddressAllow= and the broker's "
                        + "address; then sudo systemctl restart holdfast-gateway"))
        }
        return findings
    }
}

extension SystemUnit {
    /// Whether the unit's programs reach loopback addresses alone (systemd.resource-control(5), `IPAddressAllow=`).
    fileprivate var reachesThisMachineOnly: Bool {
        isLoaded && !deniedAddresses.isEmpty
            && allowedAddresses.allSatisfy { $0.hasPrefix("127.") || $0.hasPrefix("::1/") || $0 == "::1" }
    }
}
