/// One line of a panel script: when, and what happens or must be so.
public struct ScriptStep: Sendable, Hashable {
    /// When a step takes place.
    public enum Time: Sendable, Hashable {
        /// Since the script's start.
        case absolute(Duration)
        /// Since the end of the step before.
        case relative(Duration)
    }

    /// When it takes place.
    public var time: Time

    /// What happens.
    public var action: ScriptAction

    /// Where it stands.
    public var place: ScriptPlace
}
