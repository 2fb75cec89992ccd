/// What is locked again.
enum LockTarget {
    /// One surface.
    case surface(Surface)
    /// Whatever this person has unlocked.
    case person(Int64)
    /// All there is.
    case everything

    func includes(_ surface: Surface, by person: Person) -> Bool {
        switch self {
        case .surface(let one): one == surface
        case .person(let id): person.id == id
        case .everything: true
        }
    }
}
