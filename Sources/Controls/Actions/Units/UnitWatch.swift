import CSystemd
import EventLoop

/// A placed unit and its last known state.
@PanelActor
final class UnitWatch {
    static let interface = "org.freedesktop.systemd1.Unit"

    let unit: String
    /// The rule of the unit's signals that are subscribed.
    var rule: String?
    private var active: String?

    init(unit: String) {
        self.unit = unit
    }

    static func rule(path: String) -> String {
        """
        type='signal',sender='\(UnitManager.name)',path='\(path)',\
        interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(interface)'
        """
    }

    /// Discards the last known state.
    func forget() {
        active = nil
    }

    /// - Returns: Whether the unit's state has changed. systemd sends signals for many other properties too.
    func takes(_ message: OpaquePointer) -> Bool {
        var text: UnsafePointer<CChar>?
        guard holdfast_bus_changed(message, "ActiveState", &text) else { return false }
        let now = text.map { String(cString: $0) }
        defer { active = now }
        return now == nil || now != active
    }
}

struct UnitState: Sendable, Hashable {
    /// `ActiveState` of `org.freedesktop.systemd1.Unit`, such as `active`, `failed`, `activating`.
    var active: String

    /// Whether the unit is shown as on: it is active, or reloads its configuration.
    var isOn: Bool { active == "active" || active == "reloading" }

    /// The text for users; `nil` for the states `active` and `inactive`.
    var word: String? {
        switch active {
        case "active", "inactive": nil
        case "activating": "Starting"
        case "deactivating": "Stopping"
        case "failed": "Failed"
        case "reloading": "Reloading"
        default: active
        }
    }
}
