import Configuration
import EventLoop
import FileTrust
import Gateway
import MQTT
import ProgramSupport

/// Publishes the panel to the broker that its file names, and begins again when the running panel has read another one there.
@PanelActor
final class Publishing {
    /// The settings of which each change needs a new publisher.
    private struct Plan: Equatable {
        var broker: BrokerDescription
        var password: String?
        var domain: String
        var name: String
        var shares: [String: String]
    }

    private let file: String
    private let gateway: Gateway
    private var plan: Plan?

    /// - Parameter file: The panel's file.
    init(of file: String, by gateway: Gateway) { (self.file, self.gateway) = (file, gateway) }

    /// Begins with the first state of the file. Without the password the page is served all the same.
    func begin(_ panel: PanelDescription) {
        guard let broker = panel.broker else {
            if plan != nil { gateway.stopPublishing("the panel's file names no broker; add mqtt:") }
            return plan = nil
        }
        var plan = Plan(
            broker: broker, domain: panel.domain, name: panel.name,
            shares: Dictionary(panel.controls.compactMap { control in control.share.map { (control.kind, $0) } }) { $1 }
        )
        do throws(SecretFile.Problem) {
            if let file = broker.passwordFile { plan.password = try SecretFile.read(path(file, of: panel)) }
        } catch {
            let reason = "mqtt: password_file: \(error); nothing is published"
            // A publisher that runs already goes on with the password that it has.
            if self.plan == nil { gateway.stopPublishing(reason) }
            return Output.printError("holdfast-gateway: \(reason)")
        }
        guard plan != self.plan else { return }
        self.plan = plan
        publish(plan, of: panel)
    }

    private func path(_ file: String, of panel: PanelDescription) -> String {
        file.hasPrefix("/") ? file : panel.folder + "/" + file
    }

    private func publish(_ plan: Plan, of panel: PanelDescription) {
        let broker = plan.broker
        var settings = BrokerSettings(
            host: broker.broker.host, port: broker.broker.port, user: broker.user, password: plan.password,
            client: BrokerSettings.newClient())
        if broker.broker.isEncrypted {
            settings.certificates = .init(
                authorities: broker.authoritiesFile.map { path($0, of: panel) },
                certificate: broker.certificateFile.map { path($0, of: panel) },
                key: broker.keyFile.map { path($0, of: panel) })
        }
        let published = PublishedPanel(
            topic: broker.topic, domain: plan.domain, name: plan.name, host: HostName.current ?? "",
            shares: plan.shares, discovery: broker.discovery, icon: MaterialIcon.name)
        // This object lives as long as the gateway publishes.
        gateway.publish(published, to: settings) {
            self.lookAgain()
        } onNews: { news in
            switch news {
            case .connected: Output.print("publishes to \(broker.broker)")
            case .problem(let problem): Output.printError("holdfast-gateway: \(problem)")
            case .refused(let count, let last):
                Output.printError("holdfast-gateway: mqtt: commands refused so far: \(count); the last, \(last)")
            }
        }
    }

    /// Reads the file again. One with an error is not what the panel runs, and changes nothing.
    private func lookAgain() {
        if let panel = try? PanelFile.read(path: file, isTrusted: true) { begin(panel) }
    }
}
