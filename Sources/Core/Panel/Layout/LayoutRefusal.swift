import Layout

/// The reason why a requested change of the layout is refused.
public enum LayoutRefusal: Error, Sendable, Hashable {
    /// The layout does not allow the change.
    case layout(LayoutError)
    /// The control does not exist; `nearest` is the most similar name.
    case noSuchControl(String, nearest: String?)
    /// The configuration is invalid for the control; `nearest` is the most similar word.
    case configuration(parameter: String?, reason: String, nearest: String?)
    /// The change would alter a trusted button's control.
    case trustedButton(String, TrustObjection)
    /// The change would alter a guarded control's place or configuration.
    case guardedControl(String, at: LayoutPlace, TrustObjection)
    /// Any other reason.
    case refused(reason: String)
}

extension LayoutRefusal: CustomStringConvertible {
    /// The reason, and the most similar valid name.
    public var description: String {
        switch self {
        case .layout(let error): error.description
        case .noSuchControl(let name, let nearest): "no control '\(name)'\(Self.question(nearest))"
        case .configuration(let parameter?, let reason, let nearest):
            "\(parameter): \(reason)\(Self.question(nearest))"
        case .configuration(nil, let reason, let nearest): reason + Self.question(nearest)
        case .trustedButton(let button, .needsPIN):
            "button '\(button)' is trusted: changing what it performs without a PIN needs a PIN that is not a guest's"
        case .trustedButton(let button, .cannotBeWritten):
            "button '\(button)' is trusted: changing what it performs must be logged, but the log cannot be written"
        case .guardedControl(let control, let place, .needsPIN):
            "'\(control)' needs a PIN, and changing it at \(place) needs a PIN that is not a guest's"
        case .guardedControl(let control, let place, .cannotBeWritten):
            "'\(control)' needs a PIN, and changing it at \(place) must be logged, but the log cannot be written"
        case .refused(let reason): reason
        }
    }

    private static func question(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
}

/// The reason why a client may change neither guarded controls' places nor a trusted button's control.
public enum TrustObjection: Sendable, Hashable {
    /// The client has given no PIN, or a guest's.
    case needsPIN
    /// The audit trail cannot be written, so the change could not be traced to the client.
    case cannotBeWritten
}
