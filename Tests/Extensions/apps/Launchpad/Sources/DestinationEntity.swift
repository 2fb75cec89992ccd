import AppIntents

/// A destination as people choose it.
struct DestinationEntity: AppEntity {
    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Destination"
    static var defaultQuery = DestinationQuery()

    let id: String
    let name: String
    let symbol: String

    init(_ destination: Destination) {
        id = destination.id
        name = destination.name
        symbol = destination.symbol
    }

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(name)", image: .init(systemName: symbol))
    }
}

/// Finds destinations by identifier and by name, and lists them by shelf.
struct DestinationQuery: EntityStringQuery {
    func entities(for identifiers: [DestinationEntity.ID]) async throws -> [DestinationEntity] {
        identifiers.compactMap { Destination.find($0) }.map { DestinationEntity($0) }
    }

    func entities(matching string: String) async throws -> IntentItemCollection<DestinationEntity> {
        collection { $0.name.localizedCaseInsensitiveContains(string) }
    }

    func suggestedEntities() async throws -> IntentItemCollection<DestinationEntity> {
        collection { _ in true }
    }

    func defaultResult() async -> DestinationEntity? {
        Destination.all.first.map { DestinationEntity($0) }
    }

    private func collection(where isIncluded: (Destination) -> Bool) -> IntentItemCollection<DestinationEntity> {
        let sections = Shelf.allCases.map { shelf in
            let destinations = Destination.all.filter { $0.shelf == shelf && isIncluded($0) }
            return IntentItemSection<DestinationEntity>(
                "\(shelf.rawValue)", items: destinations.map { DestinationEntity($0) })
        }
        return IntentItemCollection(sections: sections)
    }
}
