import FoundationEssentials
import LocalAPI
import MQTT

/// The state of a toggle that one panel owns, and that others show and switch: the payload of the toggle's topic.
///
/// ```
///   owner ─ state, retained ─▶ house/focus ─────▶ others
///         ◀─ house/focus/set ◀──── request ────── others
/// ```
///
/// The others publish no state: they show what the owner says, as long as its panel can be reached.
struct SharedToggle: Codable, Hashable, Sendable {
    /// The program that publishes the state.
    var owner: Publication.Publisher
    /// The topic that says whether the owner's panel can be reached.
    var availability: String
    /// The state; `nil` while the owner does not know or tell it.
    var isOn: Bool?
    /// Whether the owner takes requests.
    var takesCommands: Bool

    /// The last level of the topics that say whether a panel can be reached.
    static let availability = "/availability"
    /// The last level of the topics for requests.
    static let command = "/set"

    /// Reads a payload; `nil` for one that is no state of a shared toggle.
    init?(_ payload: [UInt8]) {
        guard let toggle = try? JSONDecoder().decode(Self.self, from: Data(payload)),
            // A wildcard here would have the gateway follow topics of everybody.
            toggle.availability.hasSuffix(Self.availability), toggle.availability.utf8.count <= 1_024,
            toggle.availability.allSatisfy({ $0 != "+" && $0 != "#" && $0 != "\0" })
        else { return nil }
        self = toggle
        owner.name = String(owner.name.prefix(64))
        owner.client = String(owner.client.prefix(64))
    }

    init(owner: Publication.Publisher, availability: String, isOn: Bool?, takesCommands: Bool) {
        (self.owner, self.availability, self.isOn) = (owner, availability, isOn)
        self.takesCommands = takesCommands
    }
}

/// A command in JSON: the payload of a topic for commands.
struct CommandRequest: Codable, Hashable, Sendable {
    /// The word of a command.
    enum Word: String, Codable {
        case on = "ON"
        case off = "OFF"
        case press = "PRESS"

        /// The state to set a toggle to; `nil` to perform the control as a hold does.
        var isOn: Bool? {
            switch self {
            case .on: true
            case .off: false
            case .press: nil
            }
        }
    }

    var command: Word
    /// An identifier of which the panel takes one command.
    var id: String?
    /// When the command was given, in seconds since 1970.
    var time: Double?
    /// The client's identifier of the publisher that is meant: a later run of the gateway does not know which commands the
    /// earlier one has taken.
    var to: String?

    /// The names of the members. Another one may be a misspelt `time`, without which a late command is taken.
    static let members: Set = ["command", "id", "time", "to"]
}
