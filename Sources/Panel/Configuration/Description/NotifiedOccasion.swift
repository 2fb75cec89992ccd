/// What a panel tells of by itself.
public enum NotifiedOccasion: String, Sendable, Hashable, CaseIterable {
    /// Something is broken, whatever it is.
    case fault
    /// A contact is stuck, or a chip has gone: perhaps by somebody's hand.
    case tamper
    /// Too many wrong PINs have been given.
    case lockout
    /// Somebody has unlocked by a PIN for use under duress.
    case duress
}
