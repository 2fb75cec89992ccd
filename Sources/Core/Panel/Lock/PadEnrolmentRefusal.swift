import Authentication

/// The reason why an enrolment at the pad cannot begin.
enum PadEnrolmentRefusal: Error, Equatable {
    /// The panel has no PIN pad.
    case noPad
    /// An enrolment is already in progress.
    case another
    /// The pad takes no PINs during a lockout.
    case lockedOut
    /// The person cannot be enrolled anywhere.
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
