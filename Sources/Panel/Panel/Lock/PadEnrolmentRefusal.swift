import Authentication

/// Why nobody is enrolled at a pad.
enum PadEnrolmentRefusal: Error, Equatable {
    /// The panel has no PIN pad.
    case noPad
    /// Somebody else is being enrolled there.
    case another
    /// The pad takes no PINs.
    case lockedOut
    /// They cannot be enrolled anywhere.
    case person(EnrolmentError)
}

extension PadEnrolmentRefusal: CustomStringConvertible {
    var description: String {
        switch self {
        case .noPad: "the panel has no PIN pad"
        case .another: "somebody else is being enrolled at the pad"
        case .lockedOut: "the pad takes no PINs for a while: too many were wrong"
        case .person(let error): error.description
        }
    }
}
