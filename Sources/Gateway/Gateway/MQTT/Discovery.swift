import ControlModel
import FoundationEssentials
import LocalAPI
import MQTT

/// The class and the unit that Home Assistant shows a contact or a value with.
public struct EntityClass: Sendable, Hashable {
    /// The subject of the state or value, in Home Assistant's word, such as `door`; `nil` for nothing special.
    public var deviceClass: String?
    /// The unit of the value, such as `°C`.
    public var unit: String?
    /// The value text that means on, for a contact that has no state of its own beside a button.
    public var wordForOn: String?

    public init(deviceClass: String?, unit: String? = nil, wordForOn: String? = nil) {
        (self.deviceClass, self.unit, self.wordForOn) = (deviceClass, unit, wordForOn)
    }
}

/// The messages by which Home Assistant finds a panel as one device, with an entity for each control.
///
/// Source: Home Assistant's documentation, "MQTT", "MQTT Discovery"; its releases from 2023.8 on know all of these keys.
///
/// | control | entity |
/// |---|---|
/// | a toggle that takes commands | switch |
/// | another toggle, or a control that shows a contact | binary sensor |
/// | a button that takes commands | button |
/// | another control whose value text is known, or comes from elsewhere | sensor |
/// | a button of the panel, with its gestures | event |
/// | the lock, the faults | binary sensors |
struct Discovery: Sendable {
    /// An entity's configuration, without what all entities of the panel share.
    private struct Entity: Hashable, Sendable {
        /// The kind of entity, in Home Assistant's word: `switch`, `binary_sensor` …
        var component: String
        /// The entity's identifier within the panel.
        var object: String
        /// The entity's name within the panel; `nil` for one that is called as the panel.
        var name: String?
        var stateTopic: String
        /// The kinds of event of an `event` entity.
        var eventTypes: [String]?
        /// Whether the entity is unavailable while its value is not fresh.
        var canBeStale = false
        /// Keys that only some entities have, and their values.
        var keys: [String: String] = [:]
    }

    /// The configuration as Home Assistant reads it.
    private struct Configuration: Encodable {
        struct Availability: Encodable {
            var topic: String
            var valueTemplate: String?
        }

        struct Device: Encodable {
            var identifiers: [String]
            var name: String
            var manufacturer = "Holdfast"
            var model = "Control panel"
            var swVersion: String
        }

        struct Origin: Encodable {
            var name = "Holdfast"
            var swVersion: String
        }

        private struct Key: CodingKey {
            var stringValue: String
            var intValue: Int? { nil }

            init(_ name: String) { stringValue = name }
            init?(stringValue: String) { self.init(stringValue) }
            init?(intValue: Int) { nil }
        }

        var entity: Entity
        var identifier: String
        var availability: [Availability]
        var device: Device
        var origin: Origin

        func encode(to encoder: any Encoder) throws {
            var container = encoder.container(keyedBy: Key.self)
            for (key, value) in entity.keys { try container.encode(value, forKey: Key(key)) }
            // Without the key, an entity is called by its device class.
            try container.encode(entity.name, forKey: Key("name"))
            try container.encode(identifier, forKey: Key("uniqueId"))
            try container.encodeIfPresent(entity.eventTypes, forKey: Key("eventTypes"))
            // A button has no state. Its attributes tell what came of a command.
            if entity.component != "button" { try container.encode(entity.stateTopic, forKey: Key("stateTopic")) }
            if entity.eventTypes == nil { try container.encode(entity.stateTopic, forKey: Key("jsonAttributesTopic")) }
            try container.encode(availability, forKey: Key("availability"))
            try container.encode("all", forKey: Key("availabilityMode"))
            try container.encode(device, forKey: Key("device"))
            try container.encode(origin, forKey: Key("origin"))
        }
    }

    /// The panel as Home Assistant shows it.
    struct Panel: Sendable {
        var name: String
        var version: String
        var buttons: [String] = []
        /// The classes and units of contacts and values, by the controls' names.
        var classes: [String: EntityClass] = [:]
        /// The name of a Material Design icon for a control's symbol; `nil` where there is none.
        var icon: @Sendable (String) -> String?
    }

    /// A toggle's or contact's state. A private state is unknown, which Home Assistant reads from `None`.
    private static let state =
        "{% if value_json.isOn is defined %}{{ 'ON' if value_json.isOn else 'OFF' }}{% else %}None{% endif %}"

    /// The state of a contact by its value text. A text of JSON is one of Jinja, except for `\/`.
    private static func state(saying word: String) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        let literal = (try? encoder.encode(word)).map { String(decoding: $0, as: UTF8.self) } ?? "''"
        return
            "{% if value_json.value is defined %}{{ 'ON' if value_json.value == \(literal) else 'OFF' }}{% else %}None{% endif %}"
    }

    /// The gestures of a button, by their keys in a panel's file. The layout may bind any of them.
    static let gestures = ["tap", "hold", "double_tap", "triple_tap", "long_hold"]

    private let prefix: String
    private let node: String
    private let panel: Panel
    private var topics = RetainedTopics<Entity>()
    /// The icons that were published first, because those of a toggle's states can differ.
    private var icons: [String: String] = [:]

    /// Creates a discovery of which the broker has nothing yet.
    ///
    /// - Parameters:
    ///   - prefix: The first levels of Home Assistant's topics; usually `homeassistant`.
    ///   - root: The first levels of the panel's own topics, which tell panels apart.
    init(prefix: String, root: String, panel: Panel) {
        (self.prefix, self.panel) = (prefix, panel)
        node = Self.identifier(root)
    }

    /// A text in the characters that Home Assistant takes in topics: letters, digits, `_` and `-`. A dot is `__`, and another
    /// character its number between two `_`, so that no two texts are the same.
    private static func identifier(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { name, scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "-": name.unicodeScalars.append(scalar)
            case ".": name += "__"
            default: name += "_\(String(scalar.value, radix: 16))_"
            }
        }
    }

    // MARK: Home Assistant's messages

    /// The topic at which Home Assistant says that it has started.
    private var birth: String { prefix + "/status" }

    /// The filters of Home Assistant's start, and of all configurations of this panel.
    var filters: [String] { [birth, "\(prefix)/+/\(node)/+/config"] }

    /// Whether a message is that of Home Assistant's start, after which everything is to be published again.
    func isBirth(_ message: MQTTMessage) -> Bool {
        message.topic == birth && message.payload.elementsEqual("online".utf8)
    }

    /// Takes note of a configuration that the broker has kept, perhaps of a control that the panel has no more.
    ///
    /// - Returns: Whether there is something to remove.
    mutating func found(_ message: MQTTMessage) -> Bool {
        let levels = message.topic.dropFirst(prefix.count).split(separator: "/", omittingEmptySubsequences: false)
        guard message.isRetained, !message.payload.isEmpty, message.topic.hasPrefix(prefix + "/"), levels.count == 5,
            levels[2] == node, levels[4] == "config"
        else { return false }
        return topics.found(message.topic)
    }

    /// Forgets what the broker has: a new connection gets everything.
    mutating func forget() {
        topics.forget()
        icons = [:]
    }

    // MARK: Entities

    /// The messages that bring Home Assistant to the panel's present controls; none where it has them.
    mutating func messages(for picture: PanelPicture, of publication: Publication) -> [MQTTMessage] {
        guard picture.isWhole else { return [] }
        var entities = [fault(of: publication)] + lock(of: picture, publication)
        entities += panel.buttons.map { button($0, of: publication) }
        entities += picture.controls.compactMap { entity($0, of: publication) }
        let changes = topics.update(
            to: entities.map { ("\(prefix)/\($0.component)/\(node)/\($0.object)/config", $0) })
        return changes.changed.map { MQTTMessage($0.topic, payload($0.content, publication), isRetained: true) }
            + changes.gone.map { MQTTMessage(removing: $0) }
    }

    private mutating func entity(_ control: ListedControl, of publication: Publication) -> Entity? {
        let snapshot = control.snapshot
        let topic = publication.topic(of: control.name)
        let (isToggle, takesCommands) = (snapshot.isOn != nil, control.takesCommands == true)
        var entity = Entity(
            component: isToggle ? "binary_sensor" : "sensor",
            object: "control_" + Self.identifier(publication.key(of: control.name)),
            name: nameWithinPanel(snapshot.displayName),
            stateTopic: topic, canBeStale: true)
        if takesCommands {
            entity.component = isToggle ? "switch" : "button"
            entity.keys["commandTopic"] = publication.commandTopic(of: control.name)
        }
        switch entity.component {
        case "switch", "binary_sensor": entity.keys["valueTemplate"] = Self.state
        // A value that has not come yet makes the entity unavailable.
        case "sensor" where snapshot.valueText == nil && snapshot.freshness == .fresh: return nil
        case "sensor": entity.keys["valueTemplate"] = "{{ value_json.value }}"
        default: break
        }
        // The classes of switches and buttons are others.
        if !takesCommands, let entityClass = panel.classes[control.name] {
            entity.keys["deviceClass"] = entityClass.deviceClass
            entity.keys["unitOfMeasurement"] = entityClass.unit
            if let word = entityClass.wordForOn {
                entity.component = "binary_sensor"
                entity.keys["valueTemplate"] = Self.state(saying: word)
            }
        }
        if icons[control.name] == nil, case .system(let symbol) = snapshot.symbol {
            icons[control.name] = panel.icon(symbol)
        }
        entity.keys["icon"] = icons[control.name].map { "mdi:" + $0 }
        return entity
    }

    /// A name without the panel's name at its beginning: Home Assistant writes the panel's name in front, and wants `null` for
    /// the panel's name alone.
    private func nameWithinPanel(_ name: String) -> String? {
        let (words, own) = (name.split(separator: " "), panel.name.split(separator: " "))
        guard words.lazy.map({ $0.lowercased() }).starts(with: own.lazy.map { $0.lowercased() }), !own.isEmpty else {
            return name
        }
        let rest = words.dropFirst(own.count).joined(separator: " ")
        return rest.isEmpty ? nil : rest
    }

    private func button(_ name: String, of publication: Publication) -> Entity {
        Entity(
            component: "event", object: "button_" + Self.identifier(name), name: nameWithinPanel("\(name) button"),
            stateTopic: publication.topic(ofButton: name), eventTypes: Self.gestures,
            keys: [
                "valueTemplate": "{{ {'event_type': value_json.gesture} | tojson }}", "deviceClass": "button",
            ])
    }

    private func fault(of publication: Publication) -> Entity {
        Entity(
            component: "binary_sensor", object: "panel_fault", name: nameWithinPanel("Fault"),
            stateTopic: publication.panel,
            keys: [
                "valueTemplate": "{{ 'ON' if value_json.faults else 'OFF' }}", "deviceClass": "problem",
                "entityCategory": "diagnostic",
            ])
    }

    /// Home Assistant's class `lock` is on while something is unlocked.
    private func lock(of picture: PanelPicture, _ publication: Publication) -> [Entity] {
        guard picture.notices.contains(where: { $0.event == .locked || $0.event == .unlocked }) else { return [] }
        return [
            Entity(
                component: "binary_sensor", object: "panel_lock", name: nameWithinPanel("Lock"),
                stateTopic: publication.panel,
                keys: ["valueTemplate": "{{ 'OFF' if value_json.isLocked else 'ON' }}", "deviceClass": "lock"])
        ]
    }

    private func payload(_ entity: Entity, _ publication: Publication) -> [UInt8] {
        var availability = [Configuration.Availability(topic: publication.availability)]
        if entity.canBeStale {
            availability.append(
                .init(
                    topic: entity.stateTopic,
                    valueTemplate: "{{ 'online' if value_json.freshness == 'fresh' else 'offline' }}"))
        }
        let configuration = Configuration(
            entity: entity, identifier: "\(node)_\(entity.object)", availability: availability,
            device: .init(identifiers: [node], name: panel.name, swVersion: panel.version),
            origin: .init(swVersion: panel.version))
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // The values are texts, which JSON can hold.
        return (try? encoder.encode(configuration)).map(Array.init) ?? []
    }
}
