import Layout

/// Why people cannot have the layout that they wish for.
public enum LayoutRefusal: Error, Sendable, Hashable {
    /// The layout as such.
    case layout(LayoutError)
    /// There is no such control; `nearest` is the one that was probably meant.
    case noSuchControl(String, nearest: String?)
    /// A control cannot be configured so; `nearest` is the word that was probably meant.
    case configuration(parameter: String?, reason: String, nearest: String?)
    /// It would change what a trusted button performs.
    case trustedButton(String, TrustObjection)
    /// It would change where a guarded control is, or how it is configured there.
    case guardedControl(String, at: LayoutPlace, TrustObjection)
    /// Something else is in the way.
    case refused(reason: String)
}

extension LayoutRefusal: CustomStringConvertible {
    /// What is wrong, and what was probably meant.
    public var description: String {
        switch self {
        case .layout(let error): error.description
        case .noSuchControl(let name, let nearest): "no control '\(name)'\(Self.question(nearest))"
        case .configuration(let parameter?, let reason, let nearest):
            "\(parameter): \(reason)\(Self.question(nearest))"
        case .configuration(nil, let reason, let nearest): reason + Self.question(nearest)
        case .trustedButton(let button, .needsPIN):
            "button '\(button)' is trusted: to change what it performs without a PIN takes one, and not a guest's: --unlock"
        case .trustedButton(let button, .cannotBeWritten):
            "button '\(button)' is trusted: to change what it performs must be written down, and nothing can be written"
        case .guardedControl(let control, let place, .needsPIN):
            "'\(control)' needs a PIN, and so does what changes it at \(place), and not a guest's: --unlock"
        case .guardedControl(let control, let place, .cannotBeWritten):
            "'\(control)' needs a PIN: what changes it at \(place) must be written down, and nothing can be written"
        case .refused(let reason): reason
        }
    }

    private static func question(_ nearest: String?) -> String { nearest.map { "; did you mean '\($0)'?" } ?? "" }
}
