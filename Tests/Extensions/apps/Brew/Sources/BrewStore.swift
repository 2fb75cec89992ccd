import AppIntents
import Foundation
import WidgetKit

/// The teas that draw, with their ends, in a file of the app group: they go on while no process of the app runs.
actor BrewStore {
    static let shared = BrewStore()

    private var waiting: [Tea: Task<Void, Never>] = [:]

    /// The end of a tea that draws; `nil` if it does not.
    func end(of tea: Tea) throws -> Date? {
        guard let end = try ends()[tea.rawValue], end > Date() else { return nil }
        // Another process may have begun it, such as the one before this one.
        if waiting[tea] == nil { wait(for: tea, until: end) }
        return end
    }

    func start(_ tea: Tea) throws -> Date {
        let end = Date().addingTimeInterval(Double(tea.minutes) * 60)
        try set(end, of: tea)
        return end
    }

    func addMinute(to tea: Tea) throws -> Date {
        guard let old = try end(of: tea) else { throw BrewError.notBrewing }
        let end = old.addingTimeInterval(60)
        try set(end, of: tea)
        return end
    }

    func stop(_ tea: Tea) throws {
        try set(nil, of: tea)
    }

    private func set(_ end: Date?, of tea: Tea) throws {
        var changed = try ends()
        changed[tea.rawValue] = end
        try JSONEncoder().encode(changed).write(to: Self.url(), options: .atomic)
        waiting.removeValue(forKey: tea)?.cancel()
        if let end { wait(for: tea, until: end) }
        ControlCenter.shared.reloadControls(ofKind: BrewKind.addMinute)
    }

    private func wait(for tea: Tea, until end: Date) {
        waiting[tea] = Task {
            try? await Task.sleep(nanoseconds: UInt64(max(0, end.timeIntervalSinceNow) * 1_000_000_000))
            guard !Task.isCancelled else { return }
            waiting[tea] = nil
            await BrewActivities.end(tea)
            ControlCenter.shared.reloadAllControls()
        }
    }

    private func ends() throws -> [String: Date] {
        let url = try Self.url()
        guard FileManager.default.fileExists(atPath: url.path) else { return [:] }
        return try JSONDecoder().decode([String: Date].self, from: Data(contentsOf: url))
    }

    private static func url() throws -> URL {
        let group = "group.org.example.brew"
        guard let folder = FileManager.default.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            throw BrewError.noStorage
        }
        return folder.appendingPathComponent("teas.json")
    }
}

enum BrewError: Error, CustomLocalizedStringResourceConvertible {
    case notBrewing
    case noStorage

    var localizedStringResource: LocalizedStringResource {
        switch self {
        case .notBrewing: return "The tea does not draw"
        case .noStorage: return "The timer cannot be stored"
        }
    }
}
