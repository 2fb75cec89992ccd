import AppIntents
import Foundation
import WidgetKit

/// The preferred system of units and the latest conversions, in a file of the app group.
actor ConversionStore {
    static let shared = ConversionStore()

    private struct Content: Codable {
        var system = UnitSystem.metric
        /// The results of conversions, by the texts of their measurements.
        var results: [String: String] = [:]
        var count = 0
    }

    /// The most conversions that are remembered.
    private static let limit = 100

    func system() throws -> UnitSystem {
        try content().system
    }

    func setSystem(_ system: UnitSystem) throws {
        var changed = try content()
        changed.system = system
        try save(changed)
    }

    /// The result of the latest conversion of a measurement; `nil` if there was none.
    func result(of measurement: String) throws -> String? {
        try content().results[measurement]
    }

    func remember(_ measurement: String, as result: String) throws {
        var changed = try content()
        if changed.results.count >= Self.limit { changed.results = [:] }
        changed.results[measurement] = result
        changed.count += 1
        try save(changed)
    }

    private func content() throws -> Content {
        let url = try Self.url()
        guard FileManager.default.fileExists(atPath: url.path) else { return Content() }
        return try JSONDecoder().decode(Content.self, from: Data(contentsOf: url))
    }

    private func save(_ content: Content) throws {
        try JSONEncoder().encode(content).write(to: Self.url(), options: .atomic)
        // The shown conversions depend on the system.
        ControlCenter.shared.reloadAllControls()
    }

    private static func url() throws -> URL {
        let group = "group.org.example.measures"
        guard let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            throw ConversionError.noStorage
        }
        return folder.appendingPathComponent("conversions.json")
    }
}

enum ConversionError: Error, CustomLocalizedStringResourceConvertible {
    case noStorage

    var localizedStringResource: LocalizedStringResource { "The conversions cannot be stored" }
}
