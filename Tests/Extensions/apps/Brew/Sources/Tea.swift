import AppIntents

/// A kind of tea, with the time for which it draws.
enum Tea: String, AppEnum, Codable {
    case green, black, herbal

    static var typeDisplayRepresentation: TypeDisplayRepresentation = "Tea"
    static var caseDisplayRepresentations: [Tea: DisplayRepresentation] = [
        .green: DisplayRepresentation(title: "Green Tea", image: .init(systemName: "leaf")),
        .black: DisplayRepresentation(title: "Black Tea", image: .init(systemName: "cup.and.saucer")),
        .herbal: DisplayRepresentation(title: "Herbal Tea", image: .init(systemName: "camera.macro")),
    ]

    var name: String {
        switch self {
        case .green: return "Green Tea"
        case .black: return "Black Tea"
        case .herbal: return "Herbal Tea"
        }
    }

    var minutes: Int {
        switch self {
        case .green: return 3
        case .black: return 4
        case .herbal: return 8
        }
    }
}
