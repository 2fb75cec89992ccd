import EventLoop
import Glibc
import MQTT
import MonotonicTime

/// A short stay at a broker: connects, reads the messages that the broker keeps of some filters, and goes.
///
/// ```
///   connecting ─ accepted ─▶ reading ─ 1 s without a message, or 15 s in all ─▶ gone
///        └─ refused, 15 s ─▶ gone: a problem
/// ```
///
/// MQTT does not say which of the kept messages is the last one: hence the second without a message.
@PanelActor
package final class BrokerVisit {
    /// How long a broker may be silent between two messages, and how long a visit takes at most.
    private static let quiet = Duration.seconds(1), longest = Duration.seconds(15)

    private let settings: BrokerSettings
    private let client: BrokerClient
    /// The last message of each topic, so that a client that floods a topic does not fill the memory.
    private var messages: [String: MQTTMessage] = [:]
    private static let largestPayload = 65_536
    /// The most bytes of all messages, so that a broker with ever new topics does not fill the memory, either.
    private static let mostBytes = 64 << 20
    private var bytes = 0
    private var end: PanelTimer?
    private var pause: PanelTimer?
    private let finish: @PanelActor (Result<[MQTTMessage], BrokerProblem>) -> Void

    private init(
        _ settings: BrokerSettings, filters: [TopicFilter],
        finish: @escaping @PanelActor (Result<[MQTTMessage], BrokerProblem>) -> Void
    ) {
        (self.settings, self.finish) = (settings, finish)
        client = BrokerClient(settings, filters: filters)
    }

    /// Visits the broker.
    ///
    /// - Parameters:
    ///   - filters: The topics to read.
    ///   - sent: A message that the visitor publishes, and by whose return the visit ends.
    /// - Returns: The last message of each topic.
    /// - Throws: `BrokerProblem` where the broker does not let the visitor in or read, or does not send `sent` back.
    package static func read(
        _ filters: [TopicFilter], at settings: BrokerSettings, sending sent: MQTTMessage? = nil
    ) async throws(BrokerProblem) -> [MQTTMessage] {
        // A broker that goes away while the visitor writes must not end the program.
        let handler = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, handler) }
        let result = await withCheckedContinuation { continuation in
            BrokerVisit(settings, filters: filters) { continuation.resume(returning: $0) }.begin(sending: sent)
        }
        return try result.get()
    }

    private func begin(sending sent: MQTTMessage?) {
        let (address, user) = (settings.address, settings.user)
        // The timer keeps the visit alive.
        end = EventLoop.panel.makeTimer { [self] in
            guard client.state == .connected else { return leave(.failure(.silent(address))) }
            leave(
                sent.map { .failure(.unheard(address, user: user, topic: $0.topic)) }
                    ?? .success(Array(messages.values)))
        }
        pause = EventLoop.panel.makeTimer { [weak self] in self.map { $0.leave(.success(Array($0.messages.values))) } }
        end?.arm(at: EventLoop.panel.now.advanced(by: Self.longest))
        client.onChange = { [weak self] state in
            switch state {
            case .connected:
                if let sent { self?.client.publish(sent) } else { self?.wait() }
            case .away(let problem): self?.leave(.failure(problem))
            case .connecting, .stopped: break
            }
        }
        client.onDenied = { [weak self] in self?.leave(.failure(.denied(address, user: user, filter: $0))) }
        client.onMessage = { [weak self] message, _ in
            guard let self else { return }
            keep(message)
            guard let sent else { return wait() }
            if message.topic == sent.topic, message.payload == sent.payload { leave(.success([])) }
        }
        client.start()
    }

    private func keep(_ message: MQTTMessage) {
        guard message.payload.count <= Self.largestPayload, bytes < Self.mostBytes else { return }
        bytes += message.topic.utf8.count + message.payload.count
        messages[message.topic] = message
    }

    private func wait() { pause?.arm(at: EventLoop.panel.now.advanced(by: Self.quiet)) }

    private func leave(_ result: Result<[MQTTMessage], BrokerProblem>) {
        end?.cancel()
        pause?.cancel()
        (end, pause, client.onChange) = (nil, nil, nil)
        client.stop()
        finish(result)
    }
}

extension BrokerSettings {
    /// Connects as the panel's gateway does, and tries to write and to read below the panel's topics.
    ///
    /// - Parameter root: The first levels of all topics of the panel.
    /// - Throws: `BrokerProblem`.
    @PanelActor
    package func tryOut(root: String) async throws(BrokerProblem) {
        let message = MQTTMessage("\(root)/doctor", Array(client.utf8))
        _ = try await BrokerVisit.read([TopicFilter("\(root)/+", includesOwn: true)], at: self, sending: message)
    }
}
