/// What is carried out when something opens (C22).
public struct OpenedAction: Sendable, Hashable {
    /// `history`, the key of a control, or the value of an extension's target.
    public var target: String
    /// What is carried out.
    public var action: FollowingAction

    /// One of its parts.
    public init(target: String, action: FollowingAction) {
        self.target = target
        self.action = action
    }
}
