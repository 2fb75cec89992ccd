import ControlModel
import FoundationEssentials
import LocalAPI
import MQTT

/// A panel's topics, each with its present state.
///
/// | topic | payload |
/// |---|---|
/// | `ROOT/availability` | `online`, or `offline` while the panel or its gateway is away |
/// | `ROOT/panel` | who publishes, the lock, the lockout and the faults |
/// | `ROOT/control/NAME` | a control |
/// | `ROOT/button/NAME` | a gesture on a button, when it happens |
/// | `ROOT/control/NAME/set` | a command that the panel takes |
/// | `ROOT/push/TOKEN` | a message has the placement reload |
/// | a topic of `share` | the state of a control that other panels show (`SharedToggle`) |
///
/// `ROOT` is the prefix of the file and the panel's domain. All messages but gestures and commands are retained.
struct Publication: Sendable {
    /// The state of a control, as JSON.
    struct Control: Encodable, Hashable, Sendable {
        var title: String
        /// A toggle's state; `nil` for a button, and where the state is private or not known yet.
        var isOn: Bool?
        var value: String?
        var isRunning: Bool
        var isDisabled: Bool
        var freshness: ControlSnapshot.Freshness
        var failure: String?

        init(_ control: ListedControl) {
            let snapshot = control.snapshot
            title = snapshot.title.isEmpty ? snapshot.displayName : snapshot.title
            // Without a value yet, a control shows its preview.
            let isKnown = snapshot.freshness == .fresh || control.age != nil
            isOn = !isKnown || snapshot.isRedacted && snapshot.privacy.state ? nil : snapshot.isOn
            value = isKnown ? snapshot.valueText : nil
            (isRunning, isDisabled) = (snapshot.isRunning, snapshot.isDisabled)
            (freshness, failure) = (snapshot.freshness, snapshot.failure)
        }
    }

    /// The program that publishes the panel.
    struct Publisher: Codable, Hashable, Sendable {
        var name: String
        /// The name of the computer.
        var host: String
        var version: String
        /// The client's identifier at the broker, which no other one has.
        var client: String
    }

    /// The state of a panel, as JSON.
    struct Panel: Encodable, Hashable, Sendable {
        /// The program that publishes it.
        var publisher: Publisher
        /// Whether the panel's own pad is locked; `nil` for a panel without a lock.
        var isLocked: Bool?
        /// Why no PINs are taken.
        var lockout: String?
        var faults: [String]
    }

    /// A gesture on a button, as JSON.
    struct Gesture: Encodable, Hashable, Sendable {
        /// The gesture's key in a panel's file, such as `hold`.
        var gesture: String
    }

    /// A payload, with the time and the number that it gets when it is published.
    private struct Stamped<Content: Encodable>: Encodable {
        var content: Content
        var time: Double
        var sequence: UInt64

        private enum Key: String, CodingKey {
            case time, sequence
        }

        func encode(to encoder: any Encoder) throws {
            try content.encode(to: encoder)
            var container = encoder.container(keyedBy: Key.self)
            try container.encode(time, forKey: .time)
            try container.encode(sequence, forKey: .sequence)
        }
    }

    private enum Content: Hashable, Sendable {
        case control(Control)
        case panel(Panel)
        case shared(SharedToggle)
        case gesture(Gesture)
    }

    /// The prefix of all topics.
    let root: String
    /// The panel's domain, which the topics of its own controls do not repeat.
    private let domain: String
    private let publisher: Publisher
    /// The topics on which other panels show a control's state, by its name.
    private let shares: [String: String]
    private var topics = RetainedTopics<Content>()
    /// The controls' names by their topics.
    private var names: [String: String] = [:]
    private var sequence: UInt64 = 0

    /// Creates a publication of which the broker has nothing yet.
    ///
    /// - Parameters:
    ///   - topic: the first levels of all topics.
    ///   - domain: the panel's domain, in any letter case.
    ///   - shares: The topics on which other panels show a control's state, by its name.
    init(topic: String, domain: String, by publisher: Publisher, shares: [String: String] = [:]) {
        (self.domain, self.publisher, self.shares) = (domain.lowercased(), publisher, shares)
        root = "\(topic)/\(self.domain)"
    }

    /// The topic that says whether the panel can be reached.
    var availability: String { root + SharedToggle.availability }

    /// The topic of the panel itself.
    var panel: String { root + "/panel" }

    /// The message that says whether the panel can be reached.
    func availability(_ isOnline: Bool) -> MQTTMessage {
        MQTTMessage(availability, Array((isOnline ? "online" : "offline").utf8), isRetained: true)
    }

    /// Whether a message's payload is that availability.
    func says(_ message: MQTTMessage, isOnline: Bool) -> Bool { message.payload == availability(isOnline).payload }

    /// The filter of the panel's own topics, without those of its controls.
    var own: String { root + "/+" }

    /// The host of another panel that publishes to the same topics; `nil` for a message of this one.
    func twin(in message: MQTTMessage) -> String? {
        struct Origin: Decodable { var publisher: Publisher }
        guard message.topic == panel, !message.isRetained,
            let other = try? JSONDecoder().decode(Origin.self, from: Data(message.payload)).publisher,
            other.client != publisher.client
        else { return nil }
        return String(other.host.prefix(64))
    }

    /// The topics that other panels read.
    var shared: [String] { shares.values.sorted() }

    /// The host of another panel that shares a toggle on a topic of this one; `nil` for another message.
    func rival(in message: MQTTMessage) -> String? {
        guard !message.isRetained, shares.values.contains(message.topic),
            let toggle = SharedToggle(message.payload), toggle.owner.client != publisher.client
        else { return nil }
        return String(toggle.owner.host.prefix(64))
    }

    /// The topic of a button's gestures.
    func topic(ofButton name: String) -> String { root + "/button/" + Self.level(name) }

    /// The message of a gesture. The broker does not keep it, because later subscribers would treat it as new.
    ///
    /// - Parameters:
    ///   - gesture: The gesture's key in a panel's file, such as `hold`.
    ///   - time: seconds since 1970.
    mutating func message(of gesture: String, on button: String, at time: Double) -> MQTTMessage {
        sequence += 1
        return MQTTMessage(topic(ofButton: button), payload(.gesture(Gesture(gesture: gesture)), at: time))
    }

    /// The filter of all controls' topics.
    var controls: String { root + "/control/+" }

    /// The filter of all commands' topics.
    var commands: [String] { [controls + Self.command] + shared.map { $0 + Self.command } }

    /// The filter of all push topics.
    var pushes: String { root + "/push/+" }

    /// The token of a push topic; `nil` for another topic.
    func pushToken(in topic: String) -> String? {
        let prefix = root + "/push/"
        guard topic.hasPrefix(prefix) else { return nil }
        let token = topic.dropFirst(prefix.count)
        return token.utf8.count == 32 && token.allSatisfy(\.isHexDigit) ? String(token) : nil
    }

    /// The last level of a command's topic.
    private static let command = SharedToggle.command

    /// Whether a topic is one for commands; that of a control with the key `set` is none.
    func isCommand(_ topic: String) -> Bool {
        let prefix = root + "/control/"
        guard topic.hasSuffix(Self.command) else { return false }
        return topic.hasPrefix(prefix) && topic.utf8.count > prefix.utf8.count + Self.command.utf8.count
            || shares.values.contains(String(topic.dropLast(Self.command.count)))
    }

    /// The topic of a control's commands.
    func commandTopic(of control: String) -> String { topic(of: control) + Self.command }

    /// The name of the control that a command's topic is for; `nil` where the panel has none.
    func control(commandedBy topic: String) -> String? { names[String(topic.dropLast(Self.command.count))] }

    /// The topic of a control: the key of one of the panel's file, the name of another one.
    func topic(of control: String) -> String { root + "/control/" + Self.level(key(of: control)) }

    /// A control's name without the panel's domain.
    func key(of control: String) -> String {
        control.lowercased().hasPrefix(domain + ".") ? String(control.dropFirst(domain.count + 1)) : control
    }

    /// A name as one level of a topic: `/`, `+`, `#`, `%` and control characters as `%` and two hexadecimal digits each
    /// (MQTT 5, 4.7).
    static func level(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF")
        return name.unicodeScalars.reduce(into: "") { level, scalar in
            if "/+#%".unicodeScalars.contains(scalar) || scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value) {
                for byte in String(scalar).utf8 { level += "%\(digits[Int(byte >> 4)])\(digits[Int(byte & 15)])" }
            } else {
                level.unicodeScalars.append(scalar)
            }
        }
    }

    /// The messages that bring the broker to the panel's present state; none where it has it.
    ///
    /// - Parameter time: seconds since 1970.
    mutating func messages(for picture: PanelPicture, at time: Double) -> [MQTTMessage] {
        guard picture.isWhole else { return [] }
        var contents: [(topic: String, content: Content)] = [(panel, .panel(panel(of: picture)))]
        names = [:]
        for control in picture.controls {
            let topic = topic(of: control.name)
            names[topic] = control.name
            let state = Control(control)
            contents.append((topic, .control(state)))
            guard let topic = shares[control.name] else { continue }
            names[topic] = control.name
            let toggle = SharedToggle(
                owner: publisher, availability: availability, isOn: state.freshness == .fresh ? state.isOn : nil,
                takesCommands: control.takesCommands == true)
            contents.append((topic, .shared(toggle)))
        }
        let changes = topics.update(to: contents)
        let changed = changes.changed.map { topic, content in
            sequence += 1
            return MQTTMessage(topic, payload(content, at: time), isRetained: true)
        }
        return changed + changes.gone.map { MQTTMessage(removing: $0) }
    }

    /// Takes note of a message that the broker has kept, perhaps from a control that the panel has no more.
    ///
    /// - Returns: Whether there is something to remove.
    mutating func found(_ message: MQTTMessage) -> Bool {
        message.isRetained && !message.payload.isEmpty && message.topic.hasPrefix(root + "/control/")
            && topics.found(message.topic)
    }

    /// Forgets what the broker has: a new connection gets the whole state.
    mutating func forget() { topics.forget() }

    /// Has the message of one topic published again.
    mutating func forget(_ topic: String) { topics.forget(topic) }

    private func panel(of picture: PanelPicture) -> Panel {
        Panel(
            publisher: publisher, isLocked: picture.isLocked, lockout: picture.lockout, faults: picture.faults)
    }

    private func payload(_ content: Content, at time: Double) -> [UInt8] {
        switch content {
        case .control(let control): Self.json(Stamped(content: control, time: time, sequence: sequence))
        case .panel(let panel): Self.json(Stamped(content: panel, time: time, sequence: sequence))
        case .shared(let toggle): Self.json(Stamped(content: toggle, time: time, sequence: sequence))
        case .gesture(let gesture): Self.json(Stamped(content: gesture, time: time, sequence: sequence))
        }
    }

    static func json(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // The values are texts, numbers and truth values, which JSON can hold.
        return (try? encoder.encode(value)).map(Array.init) ?? []
    }
}
