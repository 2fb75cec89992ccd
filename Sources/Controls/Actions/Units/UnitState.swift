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
