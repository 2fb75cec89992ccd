/// A mapping of the file under its name in messages: `the panel`, `control 'door'`, `toggle of control 'door'`.
struct Place: Sendable {
    var words: String
    /// The name for any such mapping, without the author's name for it: `toggle of a control`.
    var sort: String
    /// The mappings that contain this one, the nearest first, without the panel's own mapping.
    var around: [Place] = []

    init(words: String, sort: String? = nil, around: [Place] = []) {
        self.words = words
        self.sort = sort ?? words
        self.around = around
    }

    static let panel = Place(words: "the panel")

    /// An entry of a table: `control 'door'`.
    static func entry(_ noun: String, _ name: String) -> Place {
        Place(words: "\(noun) '\(name.shown)'", sort: noun.withArticle)
    }

    /// An entry of a list, with its number: `extension 2`.
    static func entry(_ noun: String, number: Int) -> Place {
        Place(words: "\(noun) \(number)", sort: noun.withArticle)
    }

    /// The mapping that is the value of `key` in this mapping.
    func value(of key: String) -> Place {
        Place(words: "\(key) of \(words)", sort: "\(key) of \(sort)", around: [self] + around)
    }
}
