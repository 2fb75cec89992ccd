import Foundation

/// A server at which a tunnel can end.
struct Server: Hashable, Identifiable {
    var id: String
    var city: String
    var country: String
    var continent: Continent
    /// The usual time of an answer, in milliseconds.
    var latency: Int

    static let all = [
        Server(id: "fra", city: "Frankfurt", country: "Germany", continent: .europe, latency: 12),
        Server(id: "osl", city: "Oslo", country: "Norway", continent: .europe, latency: 31),
        Server(id: "mad", city: "Madrid", country: "Spain", continent: .europe, latency: 38),
        Server(id: "nyc", city: "New York", country: "United States", continent: .america, latency: 92),
        Server(id: "gru", city: "São Paulo", country: "Brazil", continent: .america, latency: 204),
        Server(id: "nrt", city: "Tokyo", country: "Japan", continent: .asia, latency: 227),
    ]

    static func find(_ id: ID) -> Server? {
        all.first { $0.id == id }
    }
}

enum Continent: String, CaseIterable {
    case europe = "Europe"
    case america = "America"
    case asia = "Asia"
}
