import ControlModel
import LocalAPI
import MQTT
import MonotonicTime

/// The toggles and values of the panel's file whose truth lies behind topics of a broker, or in another panel.
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
        /// The place of the value in an object of JSON (`MessageText`); `nil` where the message is the value.
        var key: String?
        /// The content of the topic, and the way to change it.
        var form: Form

        enum Form: Hashable, Sendable {
            case value
            case toggle(Command)
            /// A toggle of another panel (`SharedToggle`).
            case shared
        }

        /// The kind by which the panel's file names the control.
        var kind: String {
            switch form {
            case .value: TopicControls.valueKind
            case .toggle: TopicControls.toggleKind
            case .shared: TopicControls.sharedKind
            }
        }

        /// The topic of commands, and the words for on and off.
        struct Command: Hashable, Sendable {
            /// `nil` for a state that no message of the panel changes.
            var topic: String?
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
        case notShared(topic: String)
        case ownerAway(topic: String, owner: String)
        case ownerSilent(topic: String, owner: String)
        case ownerRefuses(topic: String, owner: String)

        var description: String {
            switch self {
            case .away(let reason): reason
            case .silent(let topic): "nothing has come from '\(topic)' yet"
            case .silentSinceReturn(let topic): "nothing has come from '\(topic)' since the broker was away"
            case .notObject(let topic, let key): "the message of '\(topic)' is not a JSON object with '\(key)'"
            case .unknownWord(let topic, let word, let expected):
                "'\(topic)' says '\(word.prefix(64))', neither '\(expected.joined(separator: "' nor '"))'"
            case .unconfirmed(let topic): "'\(topic)' has not confirmed it within 5 s"
            case .oversized(let topic, let count):
                "the message of '\(topic)' has \(count) bytes, more than \(TopicControls.largestPayload)"
            case .notShared(let topic): "the message of '\(topic)' is not the state of a shared toggle"
            case .ownerAway(let topic, let owner): "the panel '\(owner)', which shares '\(topic)', is away"
            case .ownerSilent(let topic, let owner):
                "the panel '\(owner)', which shares '\(topic)', does not report its state"
            case .ownerRefuses(let topic, let owner):
                "the panel '\(owner)', which shares '\(topic)', takes no commands; add remote: allowed to its control"
            }
        }
    }

    /// The state or value that a control's topic reports.
    private enum Value: Hashable {
        case isOn(Bool)
        case text(String)
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
    static let sharedKind = "io.holdfast.gateway.share"
    /// How long a request waits for its confirmation.
    static let patience = Duration.seconds(5)
    /// The most bytes of a state's message. Zigbee2MQTT's objects have some hundred.
    static let largestPayload = 16_384
    /// The most Unicode scalars of a value text.
    private static let longestText = 200

    /// The sources of placements, with the placements' configurations.
    private var configurations: [Source: Set<[String: IntentValue]>] = [:]
    /// Why there is no connection to the broker; `nil` while there is one.
    private var absence: String?
    /// The last message of each topic.
    private var messages: [String: Message] = [:]
    /// The last members of objects, by their sources: devices also send objects that have other members alone.
    private var members: [Source: String] = [:]
    /// The last states of shared toggles, by their topics.
    private var shared: [String: SharedToggle] = [:]
    private var requests: [Request] = []
    private var lastNumber: UInt64 = 0
    /// The identifier of the client that publishes the requests.
    private var client = ""

    /// Creates controls without a value.
    ///
    /// - Parameter absence: why there is no connection to the broker.
    init(absence: String) { self.absence = absence }

    /// The controls that the panel has placed.
    var placed: Set<Source> { Set(configurations.keys) }

    /// The topics that report states.
    var topics: Set<String> { Set(placed.flatMap(topics)) }

    private func topics(of source: Source) -> [String] {
        [source.state] + (source.form == .shared ? [shared[source.state]?.availability].compactMap(\.self) : [])
    }

    // MARK: The broker

    /// Takes note that the broker has accepted the gateway. Its earlier messages may be out of date.
    ///
    /// - Returns: The controls that may have changed.
    mutating func connected(as client: String) -> Set<Source> {
        (absence, self.client) = (nil, client)
        for topic in messages.keys { messages[topic]?.isOld = true }
        members = [:]
        return placed
    }

    /// Takes note that the broker is away.
    ///
    /// - Returns: The controls that have changed.
    mutating func disconnected(_ reason: String) -> Set<Source> {
        guard absence != reason else { return [] }
        absence = reason
        return placed
    }

    /// Takes a message of a state's topic.
    ///
    /// - Returns: The controls that have changed; `nil` for another topic.
    mutating func take(_ message: MQTTMessage) -> Set<Source>? {
        let readers = placed.filter { topics(of: $0).contains(message.topic) }
        guard !readers.isEmpty else { return nil }
        let before = readers.map(result)
        let count = message.payload.count
        messages[message.topic] = Message(payload: count > Self.largestPayload ? nil : message.payload, count: count)
        if readers.contains(where: { $0.form == .shared && $0.state == message.topic }) {
            let earlier = shared[message.topic]?.availability
            shared[message.topic] = count > Self.largestPayload ? nil : SharedToggle(message.payload)
            if let earlier, earlier != shared[message.topic]?.availability { forgetOtherTopics() }
        }
        for source in readers where source.key != nil {
            guard count <= Self.largestPayload, let text = try? Self.text(of: message.payload, source) else { continue }
            members[source] = text
        }
        return Set(zip(readers, before).filter { result(of: $0) != $1 }.map(\.0))
    }

    private func result(of source: Source) -> Result<Value, Problem> {
        Result { () throws(Problem) in try value(of: source) }
    }

    // MARK: The panel

    /// Takes the placed controls, whose topics alone are followed.
    mutating func place(_ placements: [PlacedControl]) {
        configurations = [:]
        for placement in placements {
            guard let source = Self.source(placement.kind, placement.configuration) else { continue }
            follow(source, placedAs: placement.configuration)
        }
        let states = Set(placed.filter { $0.form == .shared }.map(\.state))
        shared = shared.filter { states.contains($0.key) }
        forgetOtherTopics()
        members = members.filter { configurations[$0.key] != nil }
    }

    private mutating func forgetOtherTopics() {
        let topics = topics
        messages = messages.filter { topics.contains($0.key) }
    }

    /// Follows the topic of a control that the panel has placed with this configuration.
    mutating func follow(_ source: Source, placedAs configuration: [String: IntentValue]) {
        configurations[source, default: []].insert(configuration)
    }

    /// The values of a control's placements; `nil` while the control has none.
    func values(of source: Source) -> [PlacedValue]? {
        guard let evaluation = try? evaluation(of: source) else { return nil }
        return configurations[source, default: []].map { PlacedValue(configuration: $0, evaluation: evaluation) }
    }

    /// The topics of a placement; `nil` for a kind that is none of these, or a configuration that lacks something.
    static func source(_ kind: String, _ configuration: [String: IntentValue]) -> Source? {
        func text(_ name: String) -> String? {
            if case .string(let text)? = configuration[name] { text } else { nil }
        }
        if kind == sharedKind { return text("topic").map { Source(state: $0, form: .shared) } }
        guard let state = text("state") else { return nil }
        switch kind {
        case toggleKind:
            guard let on = text("turned_on"), let off = text("turned_off") else { return nil }
            let command = Source.Command(topic: text("command"), turnedOn: on, turnedOff: off)
            return Source(state: state, key: text("key"), form: .toggle(command))
        case valueKind: return Source(state: state, key: text("key"), form: .value)
        default: return nil
        }
    }

    /// The control as the broker's last message shows it.
    func evaluation(of source: Source) throws(Problem) -> ControlEvaluation {
        switch try value(of: source) {
        case .isOn(let isOn): Self.evaluation(source.kind, isOn: isOn)
        case .text(let text): Self.evaluation(text: text)
        }
    }

    /// The state or value by the broker's last message.
    private func value(of source: Source) throws(Problem) -> Value {
        if let absence { throw .away(absence) }
        guard let message = messages[source.state] else { throw .silent(topic: source.state) }
        if message.isOld { throw .silentSinceReturn(topic: source.state) }
        guard let payload = message.payload else { throw .oversized(topic: source.state, count: message.count) }
        if source.form == .shared { return .isOn(try sharedState(of: source).isOn) }
        let text = if let member = members[source] { member } else { try Self.text(of: payload, source) }
        guard case .toggle(let command) = source.form else { return .text(text) }
        switch text {
        case command.turnedOn: return .isOn(true)
        case command.turnedOff: return .isOn(false)
        default:
            throw .unknownWord(topic: source.state, word: text, expected: [command.turnedOn, command.turnedOff])
        }
    }

    /// The state of a toggle of another panel, and what that panel says of itself.
    private func sharedState(of source: Source) throws(Problem) -> (isOn: Bool, toggle: SharedToggle) {
        guard let toggle = shared[source.state] else { throw .notShared(topic: source.state) }
        let name = toggle.owner.name
        guard let availability = messages[toggle.availability], !availability.isOld,
            availability.payload == Array("online".utf8)
        else { throw .ownerAway(topic: source.state, owner: name) }
        guard let isOn = toggle.isOn else { throw .ownerSilent(topic: source.state, owner: name) }
        return (isOn, toggle)
    }

    /// A toggle, without the looks that the panel's file gives.
    static func evaluation(_ kind: String, isOn: Bool) -> ControlEvaluation {
        evaluation(kind, .toggle(isOn: isOn), "")
    }

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
            return cut(text.split(whereSeparator: \.isNewline).first ?? "")
        }
        guard let text = MessageText.text(at: key, in: payload) else {
            throw .notObject(topic: source.state, key: key)
        }
        return cut(text[...])
    }

    /// The beginning of a text. A character may be as long as a message, by combining marks.
    private static func cut(_ text: Substring) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.prefix(longestText)))
    }

    // MARK: Requests

    /// Begins a request: the message to publish, and the request that waits for its confirmation; `nil` for a value, and for
    /// a state without a topic of commands.
    ///
    /// - Parameter clock: The wall clock, in seconds since 1970.
    mutating func request(
        _ isOn: Bool, of source: Source, clock: Double, now: MonotonicInstant
    ) throws(Problem) -> (message: MQTTMessage, request: Request)? {
        if let absence { throw .away(absence) }
        let message: MQTTMessage
        switch source.form {
        case .value: return nil
        case .toggle(let command):
            guard let topic = command.topic else { return nil }
            message = MQTTMessage(topic, Array((isOn ? command.turnedOn : command.turnedOff).utf8))
        case .shared:
            _ = try value(of: source)
            let toggle = try sharedState(of: source).toggle
            guard toggle.takesCommands else { throw .ownerRefuses(topic: source.state, owner: toggle.owner.name) }
            let request = CommandRequest(
                command: isOn ? .on : .off, id: "\(client)-\(lastNumber + 1)", time: clock, to: toggle.owner.client)
            message = MQTTMessage(source.state + SharedToggle.command, Publication.json(request))
        }
        lastNumber += 1
        let request = Request(
            number: lastNumber, source: source, isOn: isOn, until: now.advanced(by: Self.patience))
        requests.append(request)
        return (message, request)
    }

    /// The requests that have ended by now, each with the reason where it has failed.
    mutating func ended(at now: MonotonicInstant) -> [(request: Request, problem: Problem?)] {
        let ended = requests.compactMap { request -> (request: Request, problem: Problem?)? in
            if let absence { return (request, .away(absence)) }
            if (try? value(of: request.source)) == .isOn(request.isOn) { return (request, nil) }
            return request.until <= now ? (request, .unconfirmed(topic: request.source.state)) : nil
        }
        requests.removeAll { request in ended.contains { $0.request == request } }
        return ended
    }

    /// The next time at which a request fails; `nil` while none waits.
    var deadline: MonotonicInstant? { requests.map(\.until).min() }
}
