import Foundation

/// A path in its own folder, which is removed with its contents.
struct TemporaryRecord {
    let folder: String
    var path: String { folder + "/driven-lines" }

    init() {
        folder = NSTemporaryDirectory() + "/holdfast-\(UUID().uuidString)"
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    }

    func remove() {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// The names of the files in the folder.
    var files: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted() }

    func write(_ text: String, to name: String = "driven-lines") throws {
        try Data(text.utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    }

    func text() throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }
}
