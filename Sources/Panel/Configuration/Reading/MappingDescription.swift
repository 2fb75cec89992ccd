/// A mapping whose keys are known: the one declaration that its reader, its messages, a schema and an explanation share.
struct MappingDescription: Sendable {
    /// What one such mapping is called: `button`.
    let noun: String
    /// A short one, as messages show it.
    let example: String
    /// What it is for.
    let documentation: String
    /// Its keys, in the order in which they are documented.
    let keys: [KeyDescription]
    /// What the keys have to do with one another.
    var rules: [KeyRule] = []
}

/// One key of a mapping, whatever the type of its value.
struct KeyDescription: Sendable {
    enum Presence: Sendable, Equatable {
        case required
        case optional
        /// Absent, it means what this text in its place would.
        case defaultsTo(String)
    }

    let name: String
    let form: ValueForm
    let presence: Presence
    /// What the key is for, with ranges, and defaults that depend on other keys.
    let documentation: String
    /// The value of the key's type, or `nil` where it is wrong and has been reported.
    let read: @Sendable (Slot) -> (any Sendable)?
}
