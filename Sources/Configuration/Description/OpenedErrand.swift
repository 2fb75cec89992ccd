/// What is carried out when something opens (C22).
public struct OpenedErrand: Sendable, Hashable {
    /// `history`, the key of a control, or the value of an extension's target.
    public var target: String
    /// What is carried out.
    public var errand: Errand

    /// One of its parts.
    public init(target: String, errand: Errand) {
        self.target = target
        self.errand = errand
    }
}
