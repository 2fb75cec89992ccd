import ControlModel
import EventLoop
import Glibc
import LocalAPI
import MQTT
import MonotonicTime

/// A panel as a broker's clients see it.
public struct PublishedPanel: Sendable {
    /// The first levels of all topics.
    public var topic: String
    /// The panel's domain, in any letter case.
    public var domain: String
    /// The panel's name.
    public var name: String
    /// The name of the panel's computer.
    public var host: String
    /// The first levels of Home Assistant's topics; `nil` to tell it nothing.
    public var discovery: String?
    /// The name of the Material Design icon for a symbol; `nil` where there is none.
    public var icon: @Sendable (String) -> String?

    /// Creates a description.
    public init(
        topic: String, domain: String, name: String, host: String, discovery: String? = nil,
        icon: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        (self.topic, self.domain, self.name, self.host) = (topic, domain, name, host)
        (self.discovery, self.icon) = (discovery, icon)
    }
}

/// A line of the journal about a broker; each kind comes once a minute at most.
public enum BrokerNews: Sendable, Hashable {
    /// The broker has accepted the gateway, and serves it.
    case connected
    /// The broker is away, or does not serve the gateway.
    case problem(BrokerProblem)
    /// So many commands were refused since the start; the reason is that of the last one.
    case refused(count: Int, last: String)
}

extension BrokerNews {
    /// The problem of the connection, for people; `nil` for none.
    fileprivate var problem: String? {
        if case .problem(let problem) = self { "\(problem)" } else { nil }
    }
}

/// Publishes to a broker what everybody may see of the panel, and passes the broker's commands on to the core.
///
/// ```
///   core ─ notices ─▶ CoreWatch ─ picture ─▶ Publication ─ messages ─▶ BrokerClient ─▶ broker
///        ◀─ Perform ─ PanelCaller ◀─ CommandInbox ◀─ commands ─────────────────────── broker
/// ```
@PanelActor
final class Publisher {
    /// How long the broker may take to send the first message back.
    private static let patience = Duration.seconds(10)

    private let broker: BrokerSettings
    private let client: BrokerClient
    private let caller: PanelCaller
    private let topics: TopicExtension
    private var publication: Publication
    private var discovery: Discovery?
    private var inbox = CommandInbox()
    private var core: CoreWatch?
    private var isOnline = false
    private let connections: PacedJournal<BrokerNews>
    private let refusals: PacedJournal<BrokerNews>
    /// Runs from the connection until the broker sends the panel's availability back.
    private var silence: PanelTimer?

    /// How the broker serves the panel; `nil` until that is known of a connection.
    private var standing: BrokerNews? {
        didSet {
            guard let standing else { return }
            connections.note(standing)
            topics.report(standing.problem)
        }
    }

    /// Creates a publisher that is not started yet.
    ///
    /// - Parameters:
    ///   - topics: The controls that live behind the broker.
    ///   - version: The version of the core that is published.
    ///   - onNews: Called with what the journal is to tell.
    init(
        _ panel: PublishedPanel, to broker: BrokerSettings, caller: PanelCaller, topics: TopicExtension,
        version: String,
        onNews: @escaping @PanelActor (BrokerNews) -> Void
    ) {
        (self.caller, self.topics) = (caller, topics)
        connections = PacedJournal(tell: onNews)
        refusals = PacedJournal(tell: onNews)
        let publication = Publication(
            topic: panel.topic, domain: panel.domain,
            by: .init(name: panel.name, host: panel.host, version: version, client: broker.client))
        let discovery = panel.discovery.map { prefix in
            Discovery(
                prefix: prefix, root: publication.root,
                panel: .init(name: panel.name, version: version, icon: panel.icon))
        }
        (self.publication, self.discovery) = (publication, discovery)
        var broker = broker
        broker.will = publication.availability(false)
        self.broker = broker
        let filters =
            [TopicFilter(publication.own, includesOwn: true), TopicFilter(publication.controls)]
            + [publication.commands, publication.pushes].map { TopicFilter($0, marksKept: true) }
            + (discovery?.filters ?? []).map { TopicFilter($0) }
        client = BrokerClient(broker, filters: filters)
        core = CoreWatch(path: caller.path, version: version, token: nil) { [weak self] in self?.take($0) }
        client.onChange = { [weak self] in self?.changed(to: $0) }
        client.onDenied = { [weak self] filter in
            self?.standing = .problem(.denied(broker.address, user: broker.user, filter: filter))
        }
        client.onMessage = { [weak self] in self?.take($0) }
        silence = EventLoop.panel.makeTimer { [weak self] in
            self?.standing = .problem(.unheard(broker.address, user: broker.user, topic: publication.availability))
        }
    }

    /// Connects to the panel and to the broker, and publishes until `stop`.
    func start() {
        topics.use(client, of: broker)
        core?.start()
        client.start()
    }

    /// Says that the panel is offline, and ends the connections.
    func stop() {
        client.publish(publication.availability(false))
        client.stop()
        core?.stop()
        silence?.cancel()
        for journal in [connections, refusals] { journal.stop() }
    }

    // MARK: The state

    private func take(_ event: CoreWatch.Event) {
        switch event {
        case .notice: publish()
        case .came: publish(isOnline: true)
        case .away, .sessionEnded: publish(isOnline: false)
        }
    }

    private func changed(to state: BrokerClient.State) {
        topics.changed(to: state)
        switch state {
        case .connected:
            standing = nil
            forget()
            publish(isOnline: isOnline)
            silence?.arm(at: EventLoop.panel.now.advanced(by: Self.patience))
            publish()
        case .away(let reason):
            silence?.cancel()
            standing = .problem(reason)
        case .connecting, .stopped: silence?.cancel()
        }
    }

    private func publish(isOnline: Bool) {
        self.isOnline = isOnline
        client.publish(publication.availability(isOnline))
    }

    private func publish() {
        guard client.state == .connected, let core else { return }
        let entities = discovery?.messages(for: core.picture, of: publication) ?? []
        let states = publication.messages(for: core.picture, at: Self.clock)
        // An entity goes before its state, and comes after it: Home Assistant warns of a state that is no JSON.
        let (gone, present) = (entities.filter(\.payload.isEmpty), entities.filter { !$0.payload.isEmpty })
        for message in gone + states + present { client.publish(message) }
    }

    /// Has everything published again.
    private func forget() {
        publication.forget()
        discovery?.forget()
    }

    private static var clock: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec / 1_000_000) / 1000
    }

    // MARK: Messages

    private func take(_ message: MQTTMessage) {
        if topics.take(message) { return }
        if message.topic == publication.availability { return heard(message) }
        if let host = publication.twin(in: message) { return meet(twinOn: host) }
        if publication.isCommand(message.topic) { return command(message) }
        if let token = publication.pushToken(in: message.topic) {
            inbox.take(message, push: token, now: EventLoop.panel.now)
            return carryOut()
        }
        let isLeft = publication.found(message), isLeftEntity = discovery?.found(message) == true
        let isBirth = discovery?.isBirth(message) == true
        if isBirth { forget() }
        // Each publication looks at the whole state.
        if isLeft || isLeftEntity || isBirth { publish() }
    }

    /// Takes the panel's availability from the broker: the publisher's own word, or an older one.
    private func heard(_ message: MQTTMessage) {
        guard !message.isRetained else { return }
        silence?.cancel()
        switch standing {
        case nil, .problem(.unheard): standing = .connected
        default: break
        }
        // The will of an earlier connection comes late where the link was cut. A twin that goes says the same.
        guard isOnline, !publication.says(message, isOnline: true) else { return }
        if case .problem(.twin) = standing { standing = .connected }
        publish(isOnline: true)
    }

    /// Reports another panel with the same topics, and lets that one know.
    private func meet(twinOn host: String) {
        // One answer to a connection: a third panel, or a forged host, would have them answer each other without end.
        if case .problem(.twin) = standing { return }
        standing = .problem(.twin(broker.address, host: host, topic: publication.root))
        publication.forgetPanel()
        publish()
    }

    private func command(_ message: MQTTMessage) {
        inbox.take(
            message, for: publication.control(commandedBy: message.topic), clock: Self.clock, now: EventLoop.panel.now)
        carryOut()
    }

    private func carryOut() {
        while let command = inbox.next(at: EventLoop.panel.now) {
            if command.isPush {
                ask(PanelInterface.Push.self, .init(token: command.control), for: command)
            } else {
                let wanted = PanelInterface.Perform.Parameters(
                    control: command.control, isOn: command.isOn, fromBroker: true)
                ask(PanelInterface.Perform.self, wanted, for: command)
            }
        }
        guard let last = inbox.lastRefusal else { return }
        refusals.note(.refused(count: inbox.refusedCount, last: "\(last.of): \(last.why)"))
    }

    private func ask<Method: PanelInterface.Method>(
        _ method: Method.Type, _ parameters: Method.Parameters, for command: CommandInbox.Command
    ) {
        caller.ask(method, parameters, as: Caller(), within: command.isPush ? PanelCaller.patience : nil) {
            [weak self] result in
            guard let self else { return }
            let refusal: String? = if case .failure(let problem) = result { problem.detail } else { nil }
            inbox.ended(command, refusal: refusal)
            carryOut()
        }
    }
}
