/// What a light may have to say, the most urgent last. The highest layer that has something to say is what is seen;
/// when it goes, the light shows what is below as it is then.
public enum LightLayer: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The control's state, or the lock's.
    case state
    /// Something that has just happened: performed, failed, refused.
    case momentary
    /// People are asked to hold again.
    case question
    /// A button is held down.
    case holdProgress
    /// A PIN is asked for.
    case prompt
    /// It is being keyed in, or was right or wrong.
    case entry
    /// Nobody can unlock for a while.
    case lockout
    /// Something is broken.
    case fault
    /// A person looks whether the light works, and what it says.
    case test

    public static func < (left: LightLayer, right: LightLayer) -> Bool { left.rawValue < right.rawValue }
}
