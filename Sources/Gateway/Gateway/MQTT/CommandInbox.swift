import FoundationEssentials
import LocalAPI
import MQTT
import MonotonicTime

/// Reads the commands that come from a broker, in their order, and refuses those that must not be carried out.
///
/// ```
///   message ─ take ─▶ waiting ─ next ─▶ running ─ ended ─▶
///                └─▶ refused     └─▶ refused: late
/// ```
///
/// A command is the payload of `ROOT/control/NAME/set`: `ON`, `OFF` or `PRESS`. With JSON a program can say more, so that the
/// command is carried out once, and not when it is late: `{"command": "ON", "id": "7f3a", "time": 1795666752.9}`.
struct CommandInbox: Sendable {
    /// A command for a control of the panel.
    struct Command: Sendable, Hashable {
        /// The control's name; for a push, the token of its placement.
        var control: String
        /// The state to set a toggle to; `nil` to perform the control as a hold does.
        var isOn: Bool?
        /// Whether the control is reloaded, and not performed.
        var isPush = false

        /// The command in the journal, where a token is a secret.
        fileprivate var name: String { isPush ? "push" : control }
    }

    /// Why a command is not carried out.
    enum Refusal: Error, Hashable, CustomStringConvertible {
        /// The broker keeps the message, and would send it again at each connection.
        case retained
        case oversized(Int)
        case malformed
        case unknownControl
        /// A command with the same identifier came before.
        case duplicate
        /// The command is for another publisher, or for an earlier run of this one.
        case misdirected
        /// The command's time is that far from this panel's clock, in seconds.
        case stale(Double)
        /// Too many commands wait.
        case busy
        /// The command has waited too long for those before it.
        case late
        /// The panel has refused the command.
        case panel(String)

        var description: String {
            switch self {
            case .retained: "it is retained; publish commands without the retain flag"
            case .oversized(let count):
                "it has \(count) bytes, more than \(CommandInbox.largestPayload); send ON, OFF or PRESS"
            case .malformed: #"it is not a command; send ON, OFF, PRESS or {"command": "ON", "id": "…", "time": …}"#
            case .unknownControl: "the panel has no such control"
            case .duplicate: "a command with its id has already arrived"
            case .misdirected:
                "it is addressed to another run of the gateway; see 'publisher' of the panel's topic"
            case .stale(let age):
                "its time and this panel's clock differ by \(Int(min(abs(age), 1e9).rounded())) s, more than "
                    + "\(Int(CommandInbox.freshFor)); check both clocks"
            case .busy: "\(CommandInbox.waitingLimit) commands are already waiting"
            case .late: "it has waited for more than \(CommandInbox.patience.components.seconds) s"
            case .panel(let reason): reason
            }
        }
    }

    /// A value that does not matter.
    private struct Anything: Decodable {
        init(from decoder: any Decoder) {}
    }

    /// The most bytes of a payload.
    static let largestPayload = 1024
    /// The most seconds between a command's time and this panel's clock.
    static let freshFor = 10.0
    /// The most commands that wait.
    static let waitingLimit = 64
    /// How long a command waits for others.
    static let patience = Duration.seconds(5)
    /// The most commands at once. `PanelCaller` has as many places for the broker.
    static let width = 2
    /// How many identifiers are remembered, and the most characters of one, and of a topic that the journal names.
    static let rememberedCount = 256, longestIdentifier = 64

    /// The client's identifier of the publisher.
    private let client: String
    private var waiting: [(command: Command, arrival: MonotonicInstant)] = []
    /// The arrivals of the commands that are being carried out, by their controls.
    private var running: [String: MonotonicInstant] = [:]
    private var identifiers: [String] = []
    /// How many commands were refused.
    private(set) var refusedCount = 0
    /// The last refusal, and the topic or control for which the command was.
    private(set) var lastRefusal: (of: String, why: Refusal)?

    init(client: String) { self.client = client }

    /// Takes a message of a command's topic.
    ///
    /// - Parameters:
    ///   - control: The name of the topic's control; `nil` where the panel has none.
    ///   - clock: The wall clock, in seconds since 1970.
    ///   - time: When the message arrived.
    mutating func take(_ message: MQTTMessage, for control: String?, clock: Double, at time: MonotonicInstant) {
        // An empty retained message removes one that the broker keeps, and is no command.
        guard !(message.isRetained && message.payload.isEmpty) else { return }
        do throws(Refusal) {
            let request = try Self.read(message)
            guard let control else { throw .unknownControl }
            guard request.to.map({ $0 == client }) ?? true else { throw .misdirected }
            if let time = request.time {
                let age = clock - time
                guard abs(age) <= Self.freshFor else { throw .stale(age) }
            }
            guard waiting.count < Self.waitingLimit else { throw .busy }
            if let identifier = request.id {
                guard !identifiers.contains(identifier) else { throw .duplicate }
                identifiers = identifiers.suffix(Self.rememberedCount - 1) + [identifier]
            }
            let command = Command(control: control, isOn: request.command.isOn)
            waiting.append((command, time))
        } catch {
            refuse(control ?? message.topic, error)
        }
    }

    /// Takes a message of a push topic. Its payload does not matter; a push that waits already is not taken twice.
    mutating func take(_ message: MQTTMessage, push token: String, at time: MonotonicInstant) {
        guard !(message.isRetained && message.payload.isEmpty) else { return }
        let command = Command(control: token, isPush: true)
        guard !message.isRetained else { return refuse(command.name, .retained) }
        guard !waiting.contains(where: { $0.command == command }) else { return }
        guard waiting.count < Self.waitingLimit else { return refuse(command.name, .busy) }
        waiting.append((command, time))
    }

    private static func read(_ message: MQTTMessage) throws(Refusal) -> CommandRequest {
        if message.isRetained { throw .retained }
        guard message.payload.count <= largestPayload else { throw .oversized(message.payload.count) }
        if let word = CommandRequest.Word(rawValue: String(decoding: message.payload, as: UTF8.self)) {
            return CommandRequest(command: word)
        }
        let data = Data(message.payload)
        guard let given = try? JSONDecoder().decode([String: Anything].self, from: data),
            CommandRequest.members.isSuperset(of: given.keys),
            let request = try? JSONDecoder().decode(CommandRequest.self, from: data),
            request.id.map({ (1...longestIdentifier).contains($0.count) }) ?? true
        else { throw .malformed }
        return request
    }

    /// The next command to carry out. The commands of one control keep their order: `ended` follows each.
    mutating func next(at now: MonotonicInstant) -> Command? {
        let oldest = now.advanced(by: .zero - Self.patience)
        for late in waiting where late.arrival < oldest { refuse(late.command.name, .late) }
        waiting.removeAll { $0.arrival < oldest }
        guard running.count < Self.width,
            let index = waiting.firstIndex(where: { running[$0.command.control] == nil })
        else { return nil }
        let (command, arrival) = waiting.remove(at: index)
        running[command.control] = arrival
        return command
    }

    /// When a command that is being carried out arrived; `nil` for another one.
    func arrival(of command: Command) -> MonotonicInstant? { running[command.control] }

    /// Takes note that a command has ended.
    ///
    /// - Parameter refusal: Why the panel has refused it; `nil` where it was performed, or has failed.
    mutating func ended(_ command: Command, refusal: String?) {
        running[command.control] = nil
        if let refusal { refuse(command.name, .panel(refusal)) }
    }

    private mutating func refuse(_ name: String, _ refusal: Refusal) {
        refusedCount += 1
        // A topic may have 64 KiB.
        lastRefusal = (String(name.prefix(Self.longestIdentifier)), refusal)
    }
}
