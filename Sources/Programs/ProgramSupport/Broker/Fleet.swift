import EventLoop
import FoundationEssentials
import MQTT

/// The panels of a broker, by what the broker keeps of them.
package struct Fleet: Sendable {
    /// A panel as the broker's messages show it.
    package struct Panel: Encodable, Sendable, Hashable {
        /// The panel's domain, in lower case.
        package var domain: String
        package var name: String?
        /// The name of the panel's computer.
        package var host: String?
        package var version: String?
        /// Whether the panel and its gateway can be reached.
        package var isOnline = false
        /// Whether the panel's own pad is locked; `nil` for a panel without a lock.
        package var isLocked: Bool?
        /// Why no PINs are taken.
        package var lockout: String?
        package var faults: [String] = []
        /// When the panel last published this, in seconds since 1970.
        package var time: Double?
    }

    /// The message of a panel about itself, as its gateway writes it. An older or a newer one may lack parts.
    private struct State: Decodable {
        struct Publisher: Decodable {
            var name: String?
            var host: String?
            var version: String?
        }

        var publisher: Publisher?
        var isLocked: Bool?
        var lockout: String?
        var faults: [String]?
        var time: Double?
    }

    /// The most bytes of a message that is read, and the most panels: a broker may have messages of others there.
    private static let largestPayload = 65_536, limit = 100_000

    private let topic: String
    private var found: [String: Panel] = [:]

    /// - Parameter topic: The first levels of all topics of the panels.
    package init(topic: String) { self.topic = topic }

    /// The filters of the messages that tell of panels.
    package var filters: [TopicFilter] { ["panel", "availability"].map { TopicFilter("\(topic)/+/\($0)") } }

    /// Takes a message of one of the filters.
    package mutating func take(_ message: MQTTMessage) {
        let levels = message.topic.dropFirst(topic.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        guard message.topic.hasPrefix(topic + "/"), levels.count == 2, !message.payload.isEmpty,
            message.payload.count <= Self.largestPayload, found.count < Self.limit || found[String(levels[0])] != nil
        else { return }
        var panel = found[String(levels[0])] ?? Panel(domain: String(levels[0]))
        if levels[1] == "availability" {
            panel.isOnline = message.payload == Array("online".utf8)
        } else if let state = try? JSONDecoder().decode(State.self, from: Data(message.payload)) {
            (panel.name, panel.host) = (state.publisher?.name, state.publisher?.host)
            (panel.version, panel.isLocked, panel.lockout) = (state.publisher?.version, state.isLocked, state.lockout)
            (panel.faults, panel.time) = (state.faults ?? [], state.time)
        } else {
            return
        }
        found[panel.domain] = panel
    }

    package var panels: [Panel] { found.values.sorted { $0.domain < $1.domain } }

    /// A line for each panel under headings, and one that counts them.
    package var lines: [String] {
        let panels = panels
        let rows = panels.map { panel in
            [panel.domain, panel.name ?? "-", panel.host ?? "-", panel.version ?? "-", panel.stateText].map(\.onOneLine)
        }
        return Table.lines([["PANEL", "NAME", "HOST", "VERSION", "STATE"]] + rows) + [Self.summary(of: panels)]
    }

    private static func summary(of panels: [Panel]) -> String {
        func count(_ words: String, _ holds: (Panel) -> Bool) -> String? {
            let count = panels.filter(holds).count
            return count == 0 ? nil : "\(count) \(words)"
        }
        let troubles = [
            count("offline") { !$0.isOnline }, count("with faults") { $0.isOnline && !$0.faults.isEmpty },
            count("locked out") { $0.isOnline && $0.lockout != nil },
            count("unlocked") { $0.isOnline && $0.isLocked == false },
        ].compactMap(\.self)
        let total = panels.count == 1 ? "1 panel" : "\(panels.count) panels"
        return total + (troubles.isEmpty ? "" : ": " + troubles.joined(separator: ", "))
    }
}

extension Fleet.Panel {
    /// The panel's state in words: `locked; light ok: gone`. An offline panel's faults and lock are those of its last word.
    fileprivate var stateText: String {
        guard isOnline else { return "offline" }
        let lock = isLocked.map { $0 ? "locked" : "unlocked" }
        let words = [lock, lockout].compactMap(\.self) + faults
        return words.isEmpty ? "online" : words.joined(separator: "; ")
    }
}

extension Fleet {
    /// Reads the panels of a broker.
    ///
    /// - Throws: `BrokerProblem`.
    @PanelActor
    package static func read(at settings: BrokerSettings, topic: String) async throws(BrokerProblem) -> Fleet {
        var fleet = Fleet(topic: topic)
        for message in try await BrokerVisit.read(fleet.filters, at: settings) { fleet.take(message) }
        return fleet
    }
}
