import AppIntents
import Foundation
import WidgetKit

/// The opened destinations, in a file of the app group. The app shows them as its history.
actor LaunchHistory {
    static let shared = LaunchHistory()

    private struct Entry: Codable {
        var destination: Destination.ID
        var date: Date
    }

    /// The app's list shows no more.
    private static let limit = 50

    /// The destination that was opened last, if it still exists.
    func last() throws -> Destination? {
        for entry in try entries().reversed() {
            if let destination = Destination.find(entry.destination) { return destination }
        }
        return nil
    }

    func add(_ destination: Destination.ID) throws {
        let all = try entries() + [Entry(destination: destination, date: Date())]
        let data = try JSONEncoder().encode(Array(all.suffix(Self.limit)))
        try data.write(to: Self.url(), options: .atomic)
        ControlCenter.shared.reloadControls(ofKind: LaunchpadKind.again)
    }

    private func entries() throws -> [Entry] {
        let url = try Self.url()
        guard FileManager.default.fileExists(atPath: url.path) else { return [] }
        return try JSONDecoder().decode([Entry].self, from: Data(contentsOf: url))
    }

    private static func url() throws -> URL {
        let group = "group.org.example.launchpad"
        guard let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            throw LaunchError.noStorage
        }
        return folder.appendingPathComponent("history.json")
    }
}

enum LaunchError: Error, CustomLocalizedStringResourceConvertible {
    case gone
    case nothingOpened
    case noStorage

    var localizedStringResource: LocalizedStringResource {
        switch self {
        case .gone: return "It is no longer saved"
        case .nothingOpened: return "Nothing was opened yet"
        case .noStorage: return "The history cannot be stored"
        }
    }
}
