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
    private var kept = LastMessages()
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
                    ?? .success(kept.all))
        }
        pause = EventLoop.panel.makeTimer { [weak self] in self.map { $0.leave(.success($0.kept.all)) } }
        end?.arm(at: EventLoop.panel.now.advanced(by: Self.longest))
        client.onChange = { [weak self] state in
            switch state {
            case .connected:
                if let sent { self?.client.publish(sent) } else { self?.wait() }
            case .away(let problem): self?.leave(.failure(problem))
            case .connecting, .stopped: break
            }
        }
        client.onLimit = { [weak self] in self?.leave(.failure($0)) }
        client.onMessage = { [weak self] message, _ in
            guard let self else { return }
            kept.keep(message)
            guard let sent else { return wait() }
            if message.topic == sent.topic, message.payload == sent.payload { leave(.success([])) }
        }
        client.start()
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

/// The last message of each topic, within a bound of bytes. A client that floods a topic, or a broker with ever new topics,
/// does not fill the memory.
struct LastMessages: Sendable {
    private static let largestPayload = 65_536

    /// The most bytes of all topics and payloads.
    private let limit: Int
    private var messages: [String: MQTTMessage] = [:]
    private var bytes = 0

    init(limit: Int = 64 << 20) { self.limit = limit }

    /// The messages in any order.
    var all: [MQTTMessage] { Array(messages.values) }

    /// Keeps a message in place of the earlier one of its topic. A message beyond the limit is dropped.
    mutating func keep(_ message: MQTTMessage) {
        let bytes = bytes - (messages[message.topic].map(Self.size) ?? 0) + Self.size(of: message)
        guard message.payload.count <= Self.largestPayload, bytes <= limit else { return }
        self.bytes = bytes
        messages[message.topic] = message
    }

    private static func size(of message: MQTTMessage) -> Int { message.topic.utf8.count + message.payload.count }
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
