/// The tags that every check compares with: people's, and ones that stand for nobody, always as many.
struct SlotTable: Sendable {
    private(set) var identities: [Int64]
    private(set) var tags: [SecretTag]

    /// Nobody's.
    init() {
        identities = (0..<Credentials.mostPeople).map { -Int64($0) - 1 }
        tags = (0..<Credentials.mostPeople).map { _ in .random() }
    }

    /// Those of `people`, in the places of nobody's.
    init(_ people: [EnrolledPerson]) {
        self.init()
        for (index, one) in people.prefix(Credentials.mostPeople).enumerated() {
            identities[index] = one.person.id
            tags[index] = one.tag
        }
    }
}
