import ControlModel
import FoundationEssentials
import LocalAPI
import MQTT

/// A panel's topics, each with its present state.
///
/// | topic | payload |
/// |---|---|
/// | `ROOT/availability` | `online`, or `offline` while the panel or its gateway is away |
/// | `ROOT/panel` | the lock, the lockout and the faults |
/// | `ROOT/control/NAME` | a control |
///
/// `ROOT` is the prefix of the file and the panel's domain. All messages are retained.
struct Publication: Sendable {
    /// The state of a control, as JSON.
    struct Control: Encodable, Hashable, Sendable {
        var title: String
        /// A toggle's state; `nil` for a button, and where the state is private.
        var isOn: Bool?
        var value: String?
        var isRunning: Bool
        var isDisabled: Bool
        var freshness: ControlSnapshot.Freshness
        var failure: String?

        init(_ snapshot: ControlSnapshot) {
            title = snapshot.title.isEmpty ? snapshot.displayName : snapshot.title
            isOn = snapshot.isRedacted && snapshot.privacy.state ? nil : snapshot.isOn
            (value, isRunning, isDisabled) = (snapshot.valueText, snapshot.isRunning, snapshot.isDisabled)
            (freshness, failure) = (snapshot.freshness, snapshot.failure)
        }
    }

    /// The state of a panel, as JSON.
    struct Panel: Encodable, Hashable, Sendable {
        /// Whether the panel's own pad is locked; `nil` for a panel without a lock.
        var isLocked: Bool?
        /// Why no PINs are taken.
        var lockout: String?
        var faults: [String]
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
    }

    /// The prefix of all topics.
    let root: String
    /// The panel's domain, which the topics of its own controls do not repeat.
    private let domain: String
    private var published: [String: Content] = [:]
    /// The topics of which the broker holds messages that this run has not published.
    private var left: Set<String> = []
    /// The most of them that are remembered at once; the others wait for the next connection.
    private static let leftLimit = 1_000
    private var sequence: UInt64 = 0

    /// Creates a publication of which the broker has nothing yet.
    ///
    /// - Parameters:
    ///   - topic: the first levels of all topics.
    ///   - domain: the panel's domain, in any letter case.
    init(topic: String, domain: String) {
        self.domain = domain.lowercased()
        root = "\(topic)/\(self.domain)"
    }

    /// The message that says whether the panel can be reached.
    func availability(_ isOnline: Bool) -> MQTTMessage {
        MQTTMessage(root + "/availability", Array((isOnline ? "online" : "offline").utf8), isRetained: true)
    }

    /// The filter of all controls' topics.
    var controls: String { root + "/control/+" }

    /// The topic of a control: the key of one of the panel's file, the name of another one.
    func topic(of control: String) -> String {
        let isOwn = control.lowercased().hasPrefix(domain + ".")
        return root + "/control/" + Self.level(isOwn ? String(control.dropFirst(domain.count + 1)) : control)
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
        var contents: [(topic: String, content: Content)] = [(root + "/panel", .panel(Self.panel(of: picture)))]
        for control in picture.controls {
            contents.append((topic(of: control.name), .control(Control(control.snapshot))))
        }
        var messages: [MQTTMessage] = []
        for (topic, content) in contents where published[topic] != content {
            published[topic] = content
            sequence += 1
            messages.append(MQTTMessage(topic, payload(content, at: time), isRetained: true))
        }
        let present = Set(contents.map(\.topic))
        for topic in left.union(published.keys).subtracting(present).sorted() {
            published[topic] = nil
            messages.append(Self.removal(of: topic))
        }
        left = []
        return messages
    }

    /// Takes note of a message that the broker has kept, perhaps from a control that the panel has no more.
    mutating func found(_ message: MQTTMessage) {
        guard message.isRetained, !message.payload.isEmpty, message.topic.hasPrefix(root + "/control/"),
            published[message.topic] == nil, left.count < Self.leftLimit
        else { return }
        left.insert(message.topic)
    }

    /// An empty retained message removes a topic's message (MQTT 5, 3.3.1.3).
    private static func removal(of topic: String) -> MQTTMessage { MQTTMessage(topic, [], isRetained: true) }

    /// Forgets what the broker has: a new connection gets the whole state.
    mutating func forget() { published = [:] }

    private static func panel(of picture: PanelPicture) -> Panel {
        var panel = Panel(faults: [])
        for notice in picture.notices {
            switch notice.event {
            case .locked: panel.isLocked = true
            case .unlocked: panel.isLocked = false
            case .lockout: panel.lockout = notice.text
            case .fault: panel.faults.append(notice.text ?? "")
            default: break
            }
        }
        return panel
    }

    private func payload(_ content: Content, at time: Double) -> [UInt8] {
        switch content {
        case .control(let control): Self.json(Stamped(content: control, time: time, sequence: sequence))
        case .panel(let panel): Self.json(Stamped(content: panel, time: time, sequence: sequence))
        }
    }

    private static func json(_ value: some Encodable) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        // The values are texts, numbers and truth values, which JSON can hold.
        return (try? encoder.encode(value)).map(Array.init) ?? []
    }
}
