import CSystemd
import EventLoop

/// A unit that is placed, and what is known of it.
@PanelActor
final class UnitWatch {
    static let interface = "org.freedesktop.systemd1.Unit"

    let unit: String
    /// The signals that are listened to for it.
    var rule: String?
    private var active: String?

    init(unit: String) {
        self.unit = unit
    }

    static func rule(path: String) -> String {
        """
        type='signal',sender='\(ServiceManager.name)',path='\(path)',\
        interface='org.freedesktop.DBus.Properties',member='PropertiesChanged',arg0='\(interface)'
        """
    }

    /// What was known is so no more.
    func forget() {
        active = nil
    }

    /// - Returns: Whether the unit's state is another one now. systemd tells of many properties at every turn.
    func takes(_ message: OpaquePointer) -> Bool {
        var text: UnsafePointer<CChar>?
        guard holdfast_bus_changed(message, "ActiveState", &text) else { return false }
        let now = text.map { String(cString: $0) }
        defer { active = now }
        return now == nil || now != active
    }
}

/// What a unit does.
struct UnitState: Sendable, Hashable {
    /// `ActiveState` of `org.freedesktop.systemd1.Unit`, such as `active`, `failed`, `activating`.
    var active: String

    /// Whether it is shown as on: it runs, or takes its configuration anew.
    var isOn: Bool { active == "active" || active == "reloading" }

    /// The word for people, for a state other than plainly on or off; `nil` for these.
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
