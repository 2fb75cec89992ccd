/// A mapping of the file as messages call it: `the panel`, `control 'door'`, `toggle of control 'door'`.
struct Place: Sendable {
    var words: String

    static let panel = Place(words: "the panel")

    /// An entry of a table: `control 'door'`.
    static func entry(_ noun: String, _ name: String) -> Place {
        Place(words: "\(noun) '\(name.shown)'")
    }

    /// The mapping that is the value of `key` here.
    func value(of key: String) -> Place {
        Place(words: "\(key) of \(words)")
    }
}
