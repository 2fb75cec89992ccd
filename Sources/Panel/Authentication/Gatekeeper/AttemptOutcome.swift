/// What came of a PIN.
public enum AttemptOutcome: Sendable, Equatable {
    /// It is right, and the surface unlocked. Somebody under duress is a member here; the gatekeeper's `underDuress` tells.
    case unlocked(Person)
    /// It is wrong; `lockedUntil` where no key is evaluated until then.
    case wrong(lockedUntil: BoottimeInstant?)
    /// It is not told whether it is right.
    case refused(AttemptRefusal)
}
