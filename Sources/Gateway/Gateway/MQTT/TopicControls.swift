import ControlModel
import FoundationEssentials
import LocalAPI
import MQTT
import MonotonicTime

/// The toggles and values of the panel's file whose truth lies behind topics of a broker.
///
/// ```
///   perform ─▶ command ─▶ broker ─▶ device ─▶ broker ─▶ state ─▶ confirmed
///                 └─ 5 s without that state ────────────────────▶ failed; the last state is shown
/// ```
struct TopicControls: Sendable {
    /// The topics and words of a placement's configuration.
    struct Source: Hashable, Sendable {
        /// The topic that reports the state or value.
        var state: String
        /// The name of the value in an object of JSON; `nil` where the message is the value.
        var key: String?
        /// The topic of commands, and the words for on and off; `nil` for a value.
        var command: Command?

        /// The kind by which the panel's file names the control.
        var kind: String { command == nil ? TopicControls.valueKind : TopicControls.toggleKind }

        struct Command: Hashable, Sendable {
            var topic: String
            var turnedOn: String
            var turnedOff: String
        }
    }

    /// A request that waits for its confirmation.
    struct Request: Hashable, Sendable {
        fileprivate var number: UInt64
        var source: Source
        var isOn: Bool
        var until: MonotonicInstant
    }

    /// Why a control has no value, or a request has failed. The description is for people.
    enum Problem: Error, Hashable, CustomStringConvertible {
        /// The broker is away; the reason is the connection's.
        case away(String)
        case silent(topic: String)
        case silentSinceReturn(topic: String)
        case notObject(topic: String, key: String)
        case unknownWord(topic: String, word: String, expected: [String])
        case unconfirmed(topic: String)
        case oversized(topic: String, count: Int)

        var description: String {
            switch self {
            case .away(let reason): reason
            case .silent(let topic): "nothing came from '\(topic)' yet"
            case .silentSinceReturn(let topic): "nothing came from '\(topic)' since the broker was away"
            case .notObject(let topic, let key): "the message of '\(topic)' is no JSON object with '\(key)'"
            case .unknownWord(let topic, let word, let expected):
                "'\(topic)' says '\(word.prefix(64))', neither '\(expected.joined(separator: "' nor '"))'"
            case .unconfirmed(let topic): "'\(topic)' has not confirmed it within 5 s"
            case .oversized(let topic, let count):
                "the message of '\(topic)' has \(count) bytes, more than \(TopicControls.largestPayload)"
            }
        }
    }

    private struct Message {
        /// The payload; `nil` for one that is too long.
        var payload: [UInt8]?
        var count: Int
        /// Whether the message came before the present connection to the broker.
        var isOld = false
    }

    /// The kinds by which the panel's file names these controls.
    static let toggleKind = "io.holdfast.gateway.mqtt", valueKind = "io.holdfast.gateway.mqtt-value"
    /// How long a request waits for its confirmation.
    static let patience = Duration.seconds(5)
    /// The most bytes of a state's message. Zigbee2MQTT's objects have some hundred.
    static let largestPayload = 16_384
    /// The most characters of a value text.
    private static let longestText = 200

    private var sources: Set<Source> = []
    /// Why there is no connection to the broker; `nil` while there is one.
    private var absence: String?
    /// The last message of each topic.
    private var messages: [String: Message] = [:]
    /// The last members of objects, by their sources: devices also send objects that have other members alone.
    private var members: [Source: String] = [:]
    private var requests: [Request] = []
    private var lastNumber: UInt64 = 0

    /// Creates controls without a value.
    ///
    /// - Parameter absence: why there is no connection to the broker.
    init(absence: String) { self.absence = absence }

    /// The topics that report states.
    var topics: Set<String> { Set(sources.map(\.state)) }

    // MARK: The broker

    /// Takes note that the broker has accepted the gateway. Its earlier messages may be out of date.
    ///
    /// - Returns: The kinds of the controls that may have changed.
    mutating func connected() -> Set<String> {
        absence = nil
        for topic in messages.keys { messages[topic]?.isOld = true }
        members = [:]
        return Set(sources.map(\.kind))
    }

    /// Takes note that the broker is away.
    ///
    /// - Returns: The kinds of the controls that have changed.
    mutating func disconnected(_ reason: String) -> Set<String> {
        guard absence != reason else { return [] }
        absence = reason
        return Set(sources.map(\.kind))
    }

    /// Takes a message of a state's topic.
    ///
    /// - Returns: The kinds of the controls that have changed; `nil` for another topic.
    mutating func take(_ message: MQTTMessage) -> Set<String>? {
        let readers = sources.filter { $0.state == message.topic }
        guard !readers.isEmpty else { return nil }
        let before = readers.map(shown)
        let count = message.payload.count
        messages[message.topic] = Message(payload: count > Self.largestPayload ? nil : message.payload, count: count)
        for source in readers where source.key != nil {
            guard count <= Self.largestPayload, let text = try? Self.text(of: message.payload, source) else { continue }
            members[source] = text
        }
        return Set(zip(readers, before).filter { shown($0) != $1 }.map(\.0.kind))
    }

    /// The control's state or value, or why it has none.
    private func shown(_ source: Source) -> Result<ControlEvaluation, Problem> {
        Result { () throws(Problem) in try evaluation(of: source) }
    }

    // MARK: The panel

    /// Takes the placed controls, whose topics alone are followed.
    mutating func place(_ placements: [PlacedControl]) {
        sources = Set(placements.compactMap { Self.source($0.kind, $0.configuration) })
        let topics = topics
        messages = messages.filter { topics.contains($0.key) }
        members = members.filter { sources.contains($0.key) }
    }

    /// Follows the topic of a control that the panel asks for.
    mutating func follow(_ source: Source) { sources.insert(source) }

    /// The topics of a placement; `nil` for a kind that is none of these, or a configuration that lacks something.
    static func source(_ kind: String, _ configuration: [String: IntentValue]) -> Source? {
        func text(_ name: String) -> String? {
            if case .string(let text)? = configuration[name] { text } else { nil }
        }
        guard let state = text("state") else { return nil }
        switch kind {
        case toggleKind:
            guard let topic = text("command"), let on = text("turned_on"), let off = text("turned_off") else {
                return nil
            }
            return Source(
                state: state, key: text("key"), command: .init(topic: topic, turnedOn: on, turnedOff: off))
        case valueKind: return Source(state: state, key: text("key"))
        default: return nil
        }
    }

    /// The control as the broker's last message shows it.
    func evaluation(of source: Source) throws(Problem) -> ControlEvaluation {
        if let absence { throw .away(absence) }
        guard let message = messages[source.state] else { throw .silent(topic: source.state) }
        if message.isOld { throw .silentSinceReturn(topic: source.state) }
        guard let payload = message.payload else { throw .oversized(topic: source.state, count: message.count) }
        let text = if let member = members[source] { member } else { try Self.text(of: payload, source) }
        guard let command = source.command else { return Self.evaluation(text: text) }
        switch text {
        case command.turnedOn: return Self.evaluation(isOn: true)
        case command.turnedOff: return Self.evaluation(isOn: false)
        default:
            throw .unknownWord(topic: source.state, word: text, expected: [command.turnedOn, command.turnedOff])
        }
    }

    /// A toggle, without the looks that the panel's file gives.
    static func evaluation(isOn: Bool) -> ControlEvaluation { evaluation(toggleKind, .toggle(isOn: isOn), "") }

    /// A value text.
    static func evaluation(text: String) -> ControlEvaluation { evaluation(valueKind, .button, text) }

    private static func evaluation(
        _ kind: String, _ template: ControlSnapshot.Template, _ title: String
    ) -> ControlEvaluation {
        ControlEvaluation(
            control: ControlSnapshot(
                kind: kind, displayName: "MQTT", template: template, title: title,
                hint: ControlHint.button(displayName: "MQTT").text),
            intent: IntentReference(type: kind, title: "MQTT", isDiscoverable: false))
    }

    private static func text(of payload: [UInt8], _ source: Source) throws(Problem) -> String {
        guard let key = source.key else {
            let text = String(decoding: payload, as: UTF8.self)
            return String((text.split(whereSeparator: \.isNewline).first ?? "").prefix(longestText))
        }
        guard let object = try? JSONDecoder().decode([String: Scalar].self, from: Data(payload)),
            let text = object[key]?.text
        else { throw .notObject(topic: source.state, key: key) }
        return String(text.prefix(longestText))
    }

    /// A value of JSON; `text` is `nil` for an object, an array and null.
    private struct Scalar: Decodable {
        var text: String?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            text =
                (try? container.decode(String.self)) ?? (try? container.decode(Bool.self)).map { "\($0)" }
                ?? (try? container.decode(Int.self)).map { "\($0)" }
                ?? (try? container.decode(Double.self)).map { "\($0)" }
        }
    }

    // MARK: Requests

    /// Begins a request: the message to publish, and the request that waits for its confirmation.
    mutating func request(
        _ isOn: Bool, of source: Source, now: MonotonicInstant
    ) throws(Problem) -> (message: MQTTMessage, request: Request)? {
        guard let command = source.command else { return nil }
        if let absence { throw .away(absence) }
        lastNumber += 1
        let request = Request(
            number: lastNumber, source: source, isOn: isOn, until: now.advanced(by: Self.patience))
        requests.append(request)
        return (
            MQTTMessage(command.topic, Array((isOn ? command.turnedOn : command.turnedOff).utf8)), request
        )
    }

    /// The requests that have ended by now, each with the reason where it has failed.
    mutating func ended(at now: MonotonicInstant) -> [(request: Request, problem: Problem?)] {
        let ended = requests.compactMap { request -> (request: Request, problem: Problem?)? in
            if let absence { return (request, .away(absence)) }
            if (try? evaluation(of: request.source))?.control.isOn == request.isOn { return (request, nil) }
            return request.until <= now ? (request, .unconfirmed(topic: request.source.state)) : nil
        }
        requests.removeAll { request in ended.contains { $0.request == request } }
        return ended
    }

    /// The next time at which a request fails; `nil` while none waits.
    var deadline: MonotonicInstant? { requests.map(\.until).min() }
}
