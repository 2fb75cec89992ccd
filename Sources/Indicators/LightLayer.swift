/// What a light may have to say, the most urgent first. The highest layer that has something to say is what is seen;
/// when it goes, the light shows what is below as it is then.
public enum LightLayer: Int, Sendable, Hashable, CaseIterable, Comparable {
    /// The control's state.
    case state
    /// Something that has just happened: performed, failed, refused.
    case momentary
    /// People are asked to hold again.
    case question
    /// A button is held down.
    case holdProgress
    /// Something is broken.
    case fault

    public static func < (left: LightLayer, right: LightLayer) -> Bool { left.rawValue < right.rawValue }
}
