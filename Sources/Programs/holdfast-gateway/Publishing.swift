import Configuration
import EventLoop
import Gateway
import MQTT
import ProgramSupport

/// Publishes the panel to the broker that its file names, and begins again when the running panel has read another one there.
@PanelActor
final class Publishing {
    /// The settings of which each change needs a new publisher.
    private struct Plan: Equatable {
        var broker: BrokerDescription
        /// The way to the broker, with the password, and without a client's identifier.
        var settings: BrokerSettings
        var domain: String
        var name: String
        var shares: [String: String]
        var buttons: [String]
        var classes: [String: EntityClass]
    }

    private let file: String
    /// The copy of the last good text of the file; `nil` for none.
    private let lastGood: LastGoodFile?
    private let gateway: Gateway
    private var plan: Plan?
    /// Why nothing is published at present, as far as that is the file's fault.
    private var lastProblem: String?

    /// - Parameters:
    ///   - lastGood: The copy of the last good text of the file, with which a later start serves a broken file.
    init(of file: String, keptAs lastGood: LastGoodFile?, by gateway: Gateway) {
        (self.file, self.lastGood, self.gateway) = (file, lastGood, gateway)
    }

    /// Publishes as a state of the file says. Without `mqtt` in the file, the page is served all the same.
    func publish(_ panel: PanelDescription) {
        guard let broker = panel.broker else {
            stop("the panel's file names no broker; add mqtt:")
            return
        }
        let settings: BrokerSettings
        do throws(BrokerDescription.FileProblem) {
            settings = try broker.settings(in: panel.folder, client: "")
        } catch {
            let reason = "mqtt: \(error); nothing is published"
            if reason != lastProblem { Output.printError("holdfast-gateway: \(reason)") }
            lastProblem = reason
            // A publisher goes on with the password that it has, but not at a broker that the file names no more.
            if plan?.broker != broker { stop(reason) }
            return
        }
        let plan = Plan(
            broker: broker, settings: settings, domain: panel.domain, name: panel.name,
            shares: Dictionary(panel.controls.compactMap { control in control.share.map { (control.kind, $0) } }) {
                $1
            },
            buttons: panel.buttons.map(\.name),
            classes: Dictionary(
                panel.controls.map { control in
                    let told = EntityClass(
                        deviceClass: control.deviceClass, unit: control.unitOfMeasurement,
                        wordForOn: control.wordOfActiveContact)
                    return (control.kind, told)
                }
            ) { $1 })
        lastProblem = nil
        guard plan != self.plan else { return }
        self.plan = plan
        publish(plan)
    }

    private func stop(_ reason: String) {
        plan = nil
        gateway.stopPublishing(reason) { self.lookAgain(keeping: $0) }
    }

    private func publish(_ plan: Plan) {
        let broker = plan.broker
        var settings = plan.settings
        settings.client = BrokerSettings.newClient()
        let published = PublishedPanel(
            topic: broker.topic, domain: plan.domain, name: plan.name, host: HostName.current ?? "",
            shares: plan.shares, buttons: plan.buttons, discovery: broker.discovery,
            classes: plan.classes, icon: MaterialIcon.name)
        // This object lives as long as the gateway publishes.
        gateway.publish(published, to: settings) {
            self.lookAgain(keeping: $0)
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
    ///
    /// - Parameter runs: Whether the panel runs the file's text, which is then kept for a start with a broken file.
    private func lookAgain(keeping runs: Bool) {
        guard let opened = try? PanelFile.open(path: file, orLastGood: nil) else { return }
        if let lastGood, runs {
            // Another thread would stay for good, for a write as rare as a change of the file.
            do throws(NewFile.Failure) {
                try lastGood.keep(opened.text)
            } catch {
                Output.printError("holdfast-gateway: \(lastGood.path): \(error)")
            }
        }
        publish(opened.panel)
    }
}
