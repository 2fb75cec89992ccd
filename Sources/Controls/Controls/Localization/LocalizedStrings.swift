import Synchronization

/// The program's translation tables, in the languages of its environment.
///
/// A table is a file `LANGUAGE.lproj/TABLE.strings`; the default table is `Localizable`. The folder `LANGUAGE.lproj` is
/// in the program's folder, in a folder `Localization` or `*.resources` of that folder, or in a folder that was added.
/// SwiftPM puts a target's resources in `*.resources`. A table is read when it is first needed.
public final class LocalizedStrings: Sendable {
    /// The tables for lookups in the current task.
    @TaskLocal static var current = shared

    /// The tables of the running program.
    static let shared = {
        let languages = LanguageList.languages(of: LocalizationFiles.variable)
        return LocalizedStrings(
            folders: languages.isEmpty ? [] : LocalizationFiles.foldersOfProgram(), languages: languages)
    }()

    private struct State {
        var folders: [String]
        /// The tables that were read, by name, in the order of the languages.
        var tables: [String: [StringTable]] = [:]
        var problems: [String] = []
    }

    private let state: Mutex<State>
    private let languages: [String]

    /// - Parameter languages: The languages in the form that `LanguageList` returns.
    init(folders: [String], languages: [String]) {
        self.languages = languages
        state = Mutex(State(folders: folders))
    }

    /// Adds a folder with tables. It is searched after the other folders.
    public static func add(folder: String) {
        shared.add(folder: folder)
    }

    /// The problems in the tables that were read so far, each with its file and line.
    public static var problems: [String] { shared.problems }

    var problems: [String] { state.withLock { $0.problems } }

    func add(folder: String) {
        state.withLock { state in
            state.folders.append(folder)
            state.tables = [:]
            state.problems = []
        }
    }

    /// The text of a key in the first language that has the key; `nil` if none has.
    func string(forKey key: String, table: String?) -> String? {
        guard !languages.isEmpty else { return nil }
        let name = table ?? "Localizable"
        return state.withLock { state in
            let tables = state.tables[name] ?? read(name, in: &state)
            return tables.lazy.compactMap { $0.entries[key] }.first
        }
    }

    private func read(_ name: String, in state: inout State) -> [StringTable] {
        var tables: [StringTable] = []
        let projects = state.folders.flatMap { folder in
            LocalizationFiles.names(in: folder).filter { $0.hasSuffix(".lproj") }.map { (folder, $0) }
        }
        for language in languages {
            for (folder, project) in projects where LanguageList.normal(project.dropLast(6)) == language {
                let path = "\(folder)/\(project)/\(name).strings"
                guard let table = LocalizationFiles.table(path) else { continue }
                tables.append(table)
                state.problems += table.problems.map { "\(path):\($0)" }
            }
        }
        state.tables[name] = tables
        return tables
    }
}
