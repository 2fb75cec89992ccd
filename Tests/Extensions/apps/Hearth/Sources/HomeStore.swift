import AppIntents
import Foundation
import WidgetKit

/// The home in a file of the app group, which the app and its extension share. Each call reads the file, since the
/// other process may have changed it.
actor HomeStore {
    static let shared = HomeStore()

    func home() throws -> Home {
        let url = try Self.url()
        guard FileManager.default.fileExists(atPath: url.path) else { return .initial }
        return try JSONDecoder().decode(Home.self, from: Data(contentsOf: url))
    }

    func light(_ id: Light.ID) throws -> Light {
        guard let light = try home().lights.first(where: { $0.id == id }) else { throw HomeError.gone }
        return light
    }

    func cover(_ id: Cover.ID) throws -> Cover {
        guard let cover = try home().covers.first(where: { $0.id == id }) else { throw HomeError.gone }
        return cover
    }

    func setLight(_ id: Light.ID, isOn: Bool) throws {
        var changed = try home()
        guard let index = changed.lights.firstIndex(where: { $0.id == id }) else { throw HomeError.gone }
        changed.lights[index].isOn = isOn
        try save(changed)
        // The control of all lights counts them.
        ControlCenter.shared.reloadControls(ofKind: HearthKind.allLightsOff)
    }

    func moveCover(_ id: Cover.ID, to position: Int) throws {
        var changed = try home()
        guard let index = changed.covers.firstIndex(where: { $0.id == id }) else { throw HomeError.gone }
        changed.covers[index].position = position
        try save(changed)
    }

    /// Turns all lights off, and returns how many were on.
    func turnAllLightsOff() throws -> Int {
        var changed = try home()
        let count = changed.litCount
        for index in changed.lights.indices { changed.lights[index].isOn = false }
        try save(changed)
        ControlCenter.shared.reloadControls(ofKind: HearthKind.light)
        return count
    }

    private func save(_ home: Home) throws {
        try JSONEncoder().encode(home).write(to: Self.url(), options: .atomic)
    }

    private static func url() throws -> URL {
        let group = "group.org.example.hearth"
        guard let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            throw HomeError.noStorage
        }
        return folder.appendingPathComponent("home.json")
    }
}

enum HomeError: Error, CustomLocalizedStringResourceConvertible {
    case gone
    case noStorage

    var localizedStringResource: LocalizedStringResource {
        switch self {
        case .gone: return "It is no longer in the home"
        case .noStorage: return "The home cannot be stored"
        }
    }
}
