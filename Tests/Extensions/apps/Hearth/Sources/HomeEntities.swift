import AppIntents

/// A light as people choose it.
struct LightEntity: AppEntity {
    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Light"
    static var defaultQuery = LightQuery()

    let id: String
    let name: String
    let room: Room

    init(_ light: Light) {
        id = light.id
        name = light.name
        room = light.room
    }

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(name)", subtitle: "\(room.name)", image: .init(systemName: "lightbulb"))
    }
}

/// Finds lights by identifier and by name, and lists them by room.
struct LightQuery: EntityStringQuery {
    func entities(for identifiers: [LightEntity.ID]) async throws -> [LightEntity] {
        try await HomeStore.shared.home().lights.filter { identifiers.contains($0.id) }.map { LightEntity($0) }
    }

    func entities(matching string: String) async throws -> IntentItemCollection<LightEntity> {
        let lights = try await HomeStore.shared.home().lights
        return Self.collection(of: lights.filter { $0.name.localizedCaseInsensitiveContains(string) })
    }

    func suggestedEntities() async throws -> IntentItemCollection<LightEntity> {
        Self.collection(of: try await HomeStore.shared.home().lights)
    }

    func defaultResult() async -> LightEntity? {
        try? await HomeStore.shared.home().lights.first.map { LightEntity($0) }
    }

    static func collection(of lights: [Light]) -> IntentItemCollection<LightEntity> {
        let sections = Room.allCases.compactMap { room -> IntentItemSection<LightEntity>? in
            let entities = lights.filter { $0.room == room }.map { LightEntity($0) }
            return entities.isEmpty ? nil : IntentItemSection("\(room.name)", items: entities)
        }
        return IntentItemCollection(sections: sections)
    }
}

/// A cover as people choose it.
struct CoverEntity: AppEntity {
    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Cover"
    static var defaultQuery = CoverQuery()

    let id: String
    let name: String
    let room: Room

    init(_ cover: Cover) {
        id = cover.id
        name = cover.name
        room = cover.room
    }

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(name)", subtitle: "\(room.name)")
    }
}

/// There are few covers, so that the query lists all of them.
struct CoverQuery: EnumerableEntityQuery {
    func allEntities() async throws -> [CoverEntity] {
        try await HomeStore.shared.home().covers.map { CoverEntity($0) }
    }

    func defaultResult() async -> CoverEntity? {
        try? await allEntities().first
    }
}
