import EventLoop
import Glibc
import LocalAPI
import MQTT

/// Publishes to a broker what everybody may see of the panel.
///
/// ```
///   core ─ notices ─▶ CoreWatch ─ picture ─▶ Publication ─ messages ─▶ BrokerClient ─▶ broker
/// ```
@PanelActor
public final class Publisher {
    private let client: BrokerClient
    private var publication: Publication
    private var core: CoreWatch?
    /// Called with each change of the connection to the broker.
    private let onChange: @PanelActor (BrokerClient.State) -> Void

    /// Creates a publisher that is not started yet.
    ///
    /// - Parameters:
    ///   - topic: The first levels of all topics.
    ///   - domain: The panel's domain.
    ///   - socket: The path of the core's socket.
    ///   - version: The version of the core that is published.
    ///   - onChange: Called with each change of the connection to the broker.
    public init(
        _ broker: BrokerSettings, topic: String, domain: String, socket: String, version: String,
        onChange: @escaping @PanelActor (BrokerClient.State) -> Void
    ) {
        self.onChange = onChange
        publication = Publication(topic: topic, domain: domain)
        var broker = broker
        broker.will = publication.availability(false)
        client = BrokerClient(broker, subscriptions: [.init(publication.controls, withRetained: true)])
        core = CoreWatch(path: socket, version: version, token: nil) { [weak self] in self?.take($0) }
        client.onChange = { [weak self] in self?.changed(to: $0) }
        client.onMessage = { [weak self] message in
            self?.publication.found(message)
            self?.publish()
        }
    }

    /// Connects to the panel and to the broker, and publishes until `stop`.
    public func start() {
        core?.start()
        client.start()
    }

    /// Says that the panel is offline, and ends the connections.
    public func stop() {
        client.publish(publication.availability(false))
        client.stop()
        core?.stop()
    }

    private func take(_ event: CoreWatch.Event) {
        switch event {
        case .notice: publish()
        case .came: client.publish(publication.availability(true))
        case .away, .sessionEnded: client.publish(publication.availability(false))
        }
    }

    private func changed(to state: BrokerClient.State) {
        if state == .connected {
            publication.forget()
            client.publish(publication.availability(core?.absence == nil))
            publish()
        }
        onChange(state)
    }

    private func publish() {
        guard client.state == .connected, let core else { return }
        for message in publication.messages(for: core.picture, at: Self.now) { client.publish(message) }
    }

    private static var now: Double {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec / 1_000_000) / 1000
    }
}
