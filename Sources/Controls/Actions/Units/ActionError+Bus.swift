import Commands
import EventLoop

extension ActionError {
    /// What the failure of a call means for a unit. The names are those of `bus-common-errors.h` and `sd-bus-errors(3)`.
    init(_ failure: BusFailure, unit: String) {
        switch failure {
        case .lost(let code):
            self = .busGone(reason: SystemCall.message(code))
        case .error(let name, let text):
            let reason = PlainLine.text(text.utf8) ?? name
            switch name {
            case "org.freedesktop.systemd1.NoSuchUnit": self = .unitMissing(unit)
            case "org.freedesktop.systemd1.UnitMasked": self = .unitMasked(unit)
            case "org.freedesktop.systemd1.LoadFailed", "org.freedesktop.systemd1.BadUnitSetting":
                self = .unitInvalid(unit: unit, state: reason)
            case "org.freedesktop.DBus.Error.AccessDenied", "org.freedesktop.DBus.Error.AuthFailed",
                "org.freedesktop.DBus.Error.InteractiveAuthorizationRequired":
                self = .notPermitted(unit: unit, reason: reason)
            case "org.freedesktop.DBus.Error.ServiceUnknown", "org.freedesktop.DBus.Error.NameHasNoOwner",
                "org.freedesktop.DBus.Error.NoReply", "org.freedesktop.DBus.Error.Disconnected",
                "org.freedesktop.DBus.Error.NoServer", "org.freedesktop.DBus.Error.Timeout":
                self = .busGone(reason: reason)
            default: self = .refused(unit: unit, reason: reason)
            }
        }
    }
}
