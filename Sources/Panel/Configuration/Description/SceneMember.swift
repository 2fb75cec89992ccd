/// One control that a scene performs.
public struct SceneMember: Sendable, Hashable {
    /// The control's kind.
    public var kind: String
    /// The state that a toggle goes to; a control button is performed where this is `true`.
    public var isOn: Bool
    /// Where the file names it.
    public var position: SourcePosition

    /// A member of its parts.
    public init(kind: String, isOn: Bool, position: SourcePosition) {
        self.kind = kind
        self.isOn = isOn
        self.position = position
    }
}
