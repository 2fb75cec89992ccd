import EventLoop
import MonotonicTime

/// A client that stays connected to a broker, as far as the broker and the link allow.
///
/// ```
///   stopped ─ start ─▶ connecting ─ accepted ─▶ connected
///                       ▲      │                    │
///                       │      └─────▶ away ◀───────┘      away: after 1, 2, 4 … 60 s, with jitter, again
///                       └───────────────┘
/// ```
///
/// A client that is away keeps no messages: after each `connected`, its owner publishes the whole state again. Messages
/// have QoS 0, and sessions are clean, so that no command is delivered late or twice.
@PanelActor
public final class BrokerClient {
    public enum State: Sendable, Hashable {
        /// The client was not started, or was stopped.
        case stopped
        /// The first attempt, or the first after a connection, is under way.
        case connecting
        /// The broker has accepted the client.
        case connected
        /// There is no connection. The client tries again by itself.
        case away(BrokerProblem)
    }

    public private(set) var state = State.stopped
    /// Called when the state has changed.
    public var onChange: (@PanelActor (State) -> Void)?
    /// Called with each message that one of the filters matches, and the time of its arrival at this machine.
    public var onMessage: (@PanelActor (MQTTMessage, MonotonicInstant) -> Void)?
    /// Called with each filter that the broker denies, and with the first message of a connection that exceeds its limits.
    /// The client stays connected.
    public var onLimit: (@PanelActor (BrokerProblem) -> Void)?

    private let settings: BrokerSettings
    private let filters: [TopicFilter]
    /// Further topics, which come and go.
    private var topics: Set<String> = []
    /// The topics of the last requests to the broker.
    private var askedTopics: Set<String> = []
    private let worker: any JobQueue
    private var plan = ConnectionPlan()
    private var connection: BrokerConnection?
    private var outbox = Outbox()
    private var retry: PanelTimer?

    /// Creates a client that is not started yet.
    ///
    /// - Parameters:
    ///   - filters: The filters of topics to which the client subscribes at each connection. The broker first sends the
    ///     messages that it keeps.
    ///   - worker: Looks up the broker's name and connects. An attempt can take minutes, so the client's work is alone
    ///     there.
    public init(_ settings: BrokerSettings, filters: [TopicFilter] = [], worker: any JobQueue = Worker()) {
        (self.settings, self.filters, self.worker) = (settings, filters, worker)
    }

    /// How many messages were dropped because the broker took too long.
    public var droppedCount: Int { outbox.dropped }

    /// Connects, and stays connected until `stop`.
    public func start() {
        guard state == .stopped else { return }
        change(to: .connecting)
        connect()
    }

    /// Ends the connection. The broker sends no will.
    public func stop() {
        connection?.close()
        retry?.cancel()
        (connection, retry) = (nil, nil)
        outbox.clear()
        change(to: .stopped)
    }

    /// Ends the connection, and begins a new one at once. The broker drops what it has not delivered, since a new connection
    /// has a new session, and sends the will.
    public func reconnect() {
        guard state == .connected else { return }
        connection?.drop()
        connection = nil
        outbox.clear()
        change(to: .connecting)
        connect()
    }

    /// Sends a message as soon as the broker takes it. Without a connection, the message is dropped.
    public func publish(_ message: MQTTMessage) {
        guard state == .connected else { return }
        outbox.add(message)
        send()
    }

    /// Gets the messages of these topics, besides those of the client's filters, from now on and at each connection.
    public func follow(_ wanted: Set<String>) {
        topics = wanted
        askForTopics()
    }

    /// Asks for the topics once the broker has answered the requests before: topics may change with each message.
    private func askForTopics() {
        guard state == .connected, let connection, connection.isSettled else { return }
        let (gone, new) = (askedTopics.subtracting(topics), topics.subtracting(askedTopics))
        askedTopics = topics
        for topic in gone.sorted() { connection.unsubscribe(topic) }
        for topic in new.sorted() { connection.subscribe(TopicFilter(topic)) }
    }

    private func send() {
        while let connection, connection.isClear, let message = outbox.next() { connection.publish(message) }
    }

    private func connect() {
        do {
            let connection = try BrokerConnection(settings, version: plan.version) { [weak self] in self?.take($0) }
            self.connection = connection
            connection.onClear = { [weak self] in self?.send() }
            connection.open(by: worker)
        } catch {
            take(.ended(error, .failed))
        }
    }

    private func take(_ event: BrokerConnection.Event) {
        switch event {
        case .accepted:
            plan.accepted()
            askedTopics = topics
            for filter in filters + topics.sorted().map({ TopicFilter($0) }) { connection?.subscribe(filter) }
            change(to: .connected)
        case .message(let message, let time): onMessage?(message, time)
        case .limited(let problem): onLimit?(problem)
        case .settled: askForTopics()
        case .ended(let problem, let ending):
            connection = nil
            outbox.clear()
            let wait = plan.next(after: ending, random: .random(in: 0...1))
            if retry == nil { retry = EventLoop.panel.makeTimer { [weak self] in self?.connect() } }
            retry?.arm(at: EventLoop.panel.now.advanced(by: wait))
            // The attempt with the other version of the protocol tells whether the broker is away.
            if wait > .zero { change(to: .away(problem)) }
        }
    }

    private func change(to state: State) {
        guard state != self.state else { return }
        self.state = state
        onChange?(state)
    }
}
