import Foundation

/// A page that a person has saved in the app.
struct Destination: Hashable, Identifiable {
    var id: String
    var name: String
    var symbol: String
    var shelf: Shelf
    var url: URL

    static let all = [
        Destination(
            id: "garden", name: "Garden Camera", symbol: "web.camera", shelf: .house,
            url: URL(literal: "https://garden.example.org/live")),
        Destination(
            id: "heating", name: "Heating", symbol: "thermometer.medium", shelf: .house,
            url: URL(literal: "https://heating.example.org/plan?week=now")),
        Destination(
            id: "trains", name: "Trains", symbol: "tram", shelf: .town,
            url: URL(literal: "https://trains.example.org/departures#north")),
        Destination(
            id: "weather", name: "Weather", symbol: "cloud.sun", shelf: .town,
            url: URL(literal: "https://weather.example.org/")),
    ]

    static func find(_ id: ID) -> Destination? {
        all.first { $0.id == id }
    }
}

/// The shelves on which the app shows its destinations.
enum Shelf: String, CaseIterable {
    case house = "House"
    case town = "Town"
}

extension URL {
    /// The page of the app's help.
    static let help = URL(literal: "https://launchpad.example.org/help")

    /// The URL of a literal.
    init(literal: StaticString) {
        guard let url = URL(string: "\(literal)") else { preconditionFailure("\(literal) is no URL") }
        self = url
    }
}
