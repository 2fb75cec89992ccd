import Foundation

/// A home, with its lights and covers in the order in which the app lists them.
struct Home: Codable, Hashable {
    var lights: [Light]
    var covers: [Cover]

    var litCount: Int { lights.filter(\.isOn).count }

    /// The home of an app that was installed just now. Another app would ask the bridge in the house.
    static let initial = Home(
        lights: [
            Light(id: "kitchen-table", name: "Table", room: .kitchen),
            Light(id: "kitchen-counter", name: "Counter", room: .kitchen),
            Light(id: "sofa", name: "Sofa", room: .livingRoom),
        ],
        covers: [
            Cover(id: "blinds", name: "Blinds", room: .livingRoom),
            Cover(id: "garage-door", name: "Garage Door", room: .garage),
        ])
}

enum Room: String, Codable, CaseIterable {
    case kitchen, livingRoom, garage

    var name: String {
        switch self {
        case .kitchen: return "Kitchen"
        case .livingRoom: return "Living Room"
        case .garage: return "Garage"
        }
    }
}

struct Light: Codable, Hashable, Identifiable {
    var id: String
    var name: String
    var room: Room
    var isOn = false
}

struct Cover: Codable, Hashable, Identifiable {
    var id: String
    var name: String
    var room: Room
    /// In percent: 0 is closed, 100 is open.
    var position = 0

    var isOpen: Bool { position > 0 }
}
