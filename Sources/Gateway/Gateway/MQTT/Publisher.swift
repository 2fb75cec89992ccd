import ControlModel
import EventLoop
import LocalAPI
import MQTT
import MonotonicTime

/// A panel as a broker's clients see it.
public struct PublishedPanel: Sendable {
    /// The first levels of all topics.
    public var topic: String
    /// The panel's domain, in any letter case.
    public var domain: String
    public var name: String
    /// The name of the panel's computer.
    public var host: String
    /// The topics on which other panels show a control's state, by its name.
    public var shares: [String: String]
    public var buttons: [String]
    /// The first levels of Home Assistant's topics; `nil` to tell it nothing.
    public var discovery: String?
    /// The classes and units that Home Assistant shows contacts and values with, by the controls' names.
    public var classes: [String: EntityClass]
    /// The name of the Material Design icon for a symbol; `nil` where there is none.
    public var icon: @Sendable (String) -> String?

    public init(
        topic: String, domain: String, name: String, host: String, shares: [String: String] = [:],
        buttons: [String] = [], discovery: String? = nil, classes: [String: EntityClass] = [:],
        icon: @escaping @Sendable (String) -> String? = { _ in nil }
    ) {
        (self.topic, self.domain, self.name, self.host) = (topic, domain, name, host)
        (self.shares, self.buttons, self.discovery, self.icon) = (shares, buttons, discovery, icon)
        self.classes = classes
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
///   core ─ notices ─▶ CoreWatch ─▶ PublishedState ─ messages ─▶ BrokerClient ─▶ broker
///        ◀─ Perform ─ PanelCaller ◀─ CommandInbox ◀─ commands ─────────────────────── broker
/// ```
@PanelActor
final class Publisher {
    /// How long the broker may take to send the first message back.
    private static let patience = Duration.seconds(10)
    /// How long the panel's notices may wait after a shared state. The state reaches all panels before they publish that
    /// it has: 500 of them on one machine take that long.
    private static let gathering = Duration.milliseconds(250)
    /// The shortest time between two answers to messages of the broker. An answer can be the whole state, some thousand times
    /// the size of the message that asks for it.
    private static let answerPause = Duration.seconds(5)

    private let broker: BrokerSettings
    private let client: BrokerClient
    private let caller: PanelCaller
    private let topics: TopicExtension
    private var state: PublishedState
    private var inbox: CommandInbox
    private var core: CoreWatch?
    private let connections: PacedJournal<BrokerNews>
    private let refusals: PacedJournal<BrokerNews>
    private let onReload: @PanelActor (Bool) -> Void
    private var answers: PacedAction?
    /// Runs from the connection until the broker sends the panel's availability back. A broker such as mosquitto reports
    /// in no other way that its access list withholds messages.
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
    ///   - connecting: Looks up the broker's name and connects.
    ///   - onReload: Called when the panel has come, or has read its file again, with whether the panel runs that text.
    ///   - onNews: Called with what the journal is to tell.
    init(
        _ panel: PublishedPanel, to broker: BrokerSettings, caller: PanelCaller, topics: TopicExtension,
        version: String, connecting: Worker, onReload: @escaping @PanelActor (Bool) -> Void,
        onNews: @escaping @PanelActor (BrokerNews) -> Void
    ) {
        self.onReload = onReload
        (self.caller, self.topics, inbox) = (caller, topics, CommandInbox(client: broker.client))
        connections = PacedJournal(tell: onNews)
        refusals = PacedJournal(tell: onNews)
        let publication = Publication(
            topic: panel.topic, domain: panel.domain,
            by: .init(name: panel.name, host: panel.host, version: version, client: broker.client), shares: panel.shares
        )
        let discovery = panel.discovery.map { prefix in
            Discovery(
                prefix: prefix, root: publication.root,
                panel: .init(
                    name: panel.name, version: version, buttons: panel.buttons, classes: panel.classes, icon: panel.icon
                ))
        }
        let state = PublishedState(publication, discovery: discovery)
        self.state = state
        var broker = broker
        broker.will = publication.availability(false)
        self.broker = broker
        client = BrokerClient(broker, filters: state.filters, worker: connecting)
        core = CoreWatch(path: caller.path, version: version, token: nil) { [weak self] in self?.take($0) }
        client.onChange = { [weak self] in self?.changed(to: $0) }
        client.onLimit = { [weak self] in self?.standing = .problem($0) }
        client.onMessage = { [weak self] in self?.take($0, at: $1) }
        answers = PacedAction(pause: Self.answerPause) { [weak self] in self?.answer() == true }
        // The owner of a shared toggle publishes at once.
        topics.onSharedUpdate = nil
        if panel.shares.isEmpty { topics.onSharedUpdate = { [weak self] in self?.core?.rest(for: Self.gathering) } }
        silence = EventLoop.panel.makeTimer { [weak self] in
            // A known limit of the broker is the reason.
            guard let self, standing == nil else { return }
            standing = .problem(.unheard(broker.address, user: broker.user, topic: publication.availability))
        }
    }

    /// Connects to the panel and to the broker, and publishes until `stop`.
    func start() {
        topics.use(client, of: broker)
        core?.start()
        client.start()
    }

    /// Says that the panel is offline, and ends the connections.
    ///
    /// - Parameter kept: The topics of shared toggles that the panel goes on to own; the states of others are removed from
    ///   the broker. `nil` for all: the panel comes back.
    func stop(keeping kept: Set<String>?) {
        let gone = kept.map { Set(state.publication.shared).subtracting($0) } ?? []
        publish(gone.sorted().map { MQTTMessage(removing: $0) })
        publish([state.publication.availability(false)])
        client.stop()
        core?.stop()
        silence?.cancel()
        for journal in [connections, refusals] { journal.stop() }
        answers?.stop()
    }

    /// Begins a new connection to the broker, which drops the messages of the present one.
    func reconnect() { client.reconnect() }

    // MARK: The state

    private func take(_ event: CoreWatch.Event) {
        switch event {
        case .notice(let notice):
            guard let core else { return }
            publish(state.take(notice, of: core.picture, at: WallClock.now))
            if notice.event == .ready { onReload(core.picture.runsFile) }
        case .came: break
        case .away, .sessionEnded: publish(state.lost())
        }
    }

    private func changed(to standing: BrokerClient.State) {
        topics.changed(to: standing)
        switch standing {
        case .connected:
            self.standing = nil
            publish(state.connected(at: WallClock.now))
            silence?.arm(at: EventLoop.panel.now.advanced(by: Self.patience))
        case .away(let reason):
            silence?.cancel()
            self.standing = .problem(reason)
        case .connecting, .stopped: silence?.cancel()
        }
    }

    private func publish(_ messages: [MQTTMessage]) {
        for message in messages { client.publish(message) }
    }

    // MARK: Messages

    /// - Parameter time: When the message arrived, from which on a command has an age.
    private func take(_ message: MQTTMessage, at time: MonotonicInstant) {
        // `reconnect` follows, and the broker sends again what it keeps.
        guard !ProcessStops.isEndPending else { return }
        let isTaken = topics.take(message)
        let meaning = state.take(message)
        answers?.request()
        switch meaning {
        case .availability(let isOwn): if !message.isRetained { heard(isOwn: isOwn) }
        case .twin(let host):
            meet(.twin(broker.address, host: host, topic: state.publication.root), writing: state.publication.panel)
        case .rivalGone: if case .problem(.rival) = standing { standing = .connected }
        case .rival(let host, let topic): meet(.rival(broker.address, host: host, topic: topic), writing: topic)
        case .command(let control) where !isTaken:
            inbox.take(message, for: control, clock: WallClock.now, at: time)
            carryOut()
        case .push(let token) where !isTaken:
            inbox.take(message, push: token, at: time)
            carryOut()
        // The state of a control behind a topic may come on a topic of the panel's own.
        case .command, .push, .other: break
        }
    }

    /// Publishes what messages of the broker have asked for. Returns whether they have asked for something.
    private func answer() -> Bool {
        let messages = state.answer(at: WallClock.now)
        publish(messages)
        return !messages.isEmpty
    }

    /// The panel's availability has come from the broker: the publisher's own word, or another one.
    private func heard(isOwn: Bool) {
        silence?.cancel()
        switch standing {
        case nil, .problem(.unheard): standing = .connected
        case .problem(.twin) where !isOwn: standing = .connected
        default: break
        }
    }

    /// Reports another panel that writes to a topic of this one, and lets that one know.
    private func meet(_ other: BrokerProblem, writing topic: String) {
        // One answer to a connection: a third panel, or a forged host, would have them answer each other without end.
        switch standing {
        case .problem(.twin), .problem(.rival): return
        default: break
        }
        standing = .problem(other)
        publish(state.again(topic, at: WallClock.now))
    }

    private func carryOut() {
        while let command = inbox.next(at: EventLoop.panel.now) {
            if command.isPush {
                ask(PanelInterface.Push.self, .init(token: command.control), for: command)
            } else {
                let wanted = PanelInterface.Perform.Parameters(
                    control: command.control, isOn: command.isOn, fromBroker: true,
                    requestedAt: requestTime(of: command))
                ask(PanelInterface.Perform.self, wanted, for: command)
            }
        }
        guard let last = inbox.lastRefusal else { return }
        refusals.note(.refused(count: inbox.refusedCount, last: "\(last.of): \(last.why)"))
    }

    /// The moment of a command's arrival on the clock of requests, which the core compares once more.
    private func requestTime(of command: CommandInbox.Command) -> RequestTime {
        let age = inbox.arrival(of: command)?.duration(to: EventLoop.panel.now) ?? .zero
        return RequestTime(milliseconds: RequestTime.now.milliseconds - Int64(age / .milliseconds(1)))
    }

    private func ask<Method: PanelInterface.Method>(
        _ method: Method.Type, _ parameters: Method.Parameters, for command: CommandInbox.Command
    ) {
        caller.ask(method, parameters, as: Caller(client: .broker), within: command.isPush ? PanelCaller.patience : nil)
        {
            [weak self] result in
            guard let self else { return }
            let refusal: String? = if case .failure(let problem) = result { problem.detail } else { nil }
            inbox.ended(command, refusal: refusal)
            carryOut()
        }
    }
}
