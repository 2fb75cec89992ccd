import Authentication

/// Somebody with a PIN, for one run of a script.
public struct ScriptPerson: Sendable, Equatable {
    /// Their name.
    public var name: String
    /// Their PIN. A script is no secret.
    public var digits: String
    /// What they may.
    public var role: Role
    /// When, of a guest.
    public var validity: Validity
    /// Where the script has them.
    public var place: ScriptPlace
}
