import LocalAPI
import MQTT

/// The panel's messages that a broker has, and those that it gets next: the pure part of `Publisher`.
///
/// Each list of messages is to be sent in its order. States go before the word `online`, so that a reader who sees that word
/// has the states of this run.
struct PublishedState: Sendable {
    /// The meaning of a message of the broker.
    enum Meaning: Hashable, Sendable {
        /// The panel's availability, in the words of this publisher or not.
        case availability(isOwn: Bool)
        /// A panel on another host publishes to the same topics.
        case twin(host: String)
        /// A panel on another host shares a toggle on a topic of this one.
        case rival(host: String, topic: String)
        /// Such a panel has removed its state.
        case rivalGone
        /// A command for a control; `nil` where the panel has none of the topic.
        case command(control: String?)
        /// A message of the push topic with this token.
        case push(token: String)
        /// Neither of these.
        case other
    }

    /// The parts of the panel's state that messages of the broker have asked for.
    private struct Requests {
        /// Home Assistant has started, and lacks everything.
        var everything = false
        /// Messages that others have removed.
        var topics: Set<String> = []
        /// The removal of what the panel has no more.
        var removals = false
        /// The word that the panel is online.
        var availability = false
    }

    private(set) var publication: Publication
    private var discovery: Discovery?
    private var picture = PanelPicture()
    private var isOnline = false
    private var requests = Requests()

    /// Creates a state of which the broker has nothing yet.
    init(_ publication: Publication, discovery: Discovery? = nil) {
        (self.publication, self.discovery) = (publication, discovery)
    }

    /// The topics whose messages the publisher takes.
    var filters: [TopicFilter] {
        [TopicFilter(publication.own, includesOwn: true), TopicFilter(publication.controls)]
            + publication.shared.map { TopicFilter($0) }
            + (publication.commands + [publication.pushes]).map { TopicFilter($0, marksKept: true) }
            + (discovery?.filters ?? []).map { TopicFilter($0) }
    }

    /// The broker has accepted the client, and may have lost all messages.
    mutating func connected(at time: Double) -> [MQTTMessage] {
        requests = Requests()
        forget()
        return messages(at: time) + [publication.availability(isOnline)]
    }

    /// The panel has sent a notice.
    mutating func take(_ notice: PanelNotice, of picture: PanelPicture, at time: Double) -> [MQTTMessage] {
        self.picture = picture
        // A gesture changes no state.
        if notice.event == .gesture, let button = notice.name, let gesture = notice.text {
            return [publication.message(of: gesture, on: button, at: time)]
        }
        let messages = messages(at: time)
        guard notice.event == .ready else { return messages }
        isOnline = true
        return messages + [publication.availability(true)]
    }

    /// The panel is away.
    mutating func lost() -> [MQTTMessage] {
        (picture, isOnline) = (PanelPicture(), false)
        return [publication.availability(false)]
    }

    /// The broker has sent a message of one of the filters. `answer` has what the message asks for.
    mutating func take(_ message: MQTTMessage) -> Meaning {
        if message.topic == publication.availability {
            let isOwn = publication.says(message, isOnline: isOnline)
            // The will of an earlier connection comes late where the link was cut. A twin that goes says the same.
            if isOnline && !isOwn && !message.isRetained { requests.availability = true }
            return .availability(isOwn: isOwn)
        }
        if message.payload.isEmpty, publication.shared.contains(message.topic) {
            guard !message.isRetained else { return .other }
            // The removal has also removed the state of this panel.
            requests.topics.insert(message.topic)
            return .rivalGone
        }
        if let host = publication.rival(in: message) { return .rival(host: host, topic: message.topic) }
        if let host = publication.twin(in: message) { return .twin(host: host) }
        if publication.isCommand(message.topic) {
            return .command(control: publication.control(commandedBy: message.topic))
        }
        if let token = publication.pushToken(in: message.topic) { return .push(token: token) }
        let isLeft = publication.found(message), isLeftEntity = discovery?.found(message) == true
        if isLeft || isLeftEntity { requests.removals = true }
        if discovery?.isBirth(message) == true { requests.everything = true }
        return .other
    }

    /// The answer to all messages since the last answer; nothing where none of them asks for one. A few bytes may ask for the
    /// whole state, so that the caller joins what comes within some time.
    mutating func answer(at time: Double) -> [MQTTMessage] {
        defer { requests = Requests() }
        if requests.everything { forget() }
        for topic in requests.topics { publication.forget(topic) }
        let asksForStates = requests.everything || requests.removals || !requests.topics.isEmpty
        return (asksForStates ? messages(at: time) : [])
            + (requests.availability && isOnline ? [publication.availability(true)] : [])
    }

    /// The message of one topic once more, for others who write there.
    mutating func again(_ topic: String, at time: Double) -> [MQTTMessage] {
        publication.forget(topic)
        return messages(at: time)
    }

    private mutating func messages(at time: Double) -> [MQTTMessage] {
        let entities = discovery?.messages(for: picture, of: publication) ?? []
        let states = publication.messages(for: picture, at: time)
        // An entity goes before its state, and comes after it: Home Assistant warns of a state that is no JSON.
        let (gone, present) = (entities.filter(\.payload.isEmpty), entities.filter { !$0.payload.isEmpty })
        return gone + states + present
    }

    private mutating func forget() {
        publication.forget()
        discovery?.forget()
    }
}
