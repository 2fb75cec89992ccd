import Synchronization

/// The program's tables of translations, looked up by the language of its environment.
///
/// A table is a file `LANGUAGE.lproj/TABLE.strings`, `Localizable` being the usual table. Such a folder lies beside the
/// program, in a folder `Localization` or `*.resources` (where SwiftPM puts a target's resources) beside the program, or
/// in a folder that was added. A table is read when it is first needed.
public final class LocalizedStrings: Sendable {
    /// The tables that texts are looked up in.
    @TaskLocal static var current = shared

    /// The tables of the program that runs.
    static let shared = {
        let languages = LanguageList.languages(of: LocalizationFiles.variable)
        return LocalizedStrings(
            folders: languages.isEmpty ? [] : LocalizationFiles.foldersOfProgram(), languages: languages)
    }()

    private struct State {
        var folders: [String]
        /// By its name, what there is of a table, in the order of the languages.
        var tables: [String: [StringTable]] = [:]
        var problems: [String] = []
    }

    private let state: Mutex<State>
    private let languages: [String]

    /// - Parameter languages: In the form of `LanguageList`.
    init(folders: [String], languages: [String]) {
        self.languages = languages
        state = Mutex(State(folders: folders))
    }

    /// Looks for tables in one more folder, after the others.
    public static func add(folder: String) {
        shared.add(folder: folder)
    }

    /// What could not be read of the tables that were needed so far, each with its file and line.
    public static var problems: [String] { shared.problems }

    var problems: [String] { state.withLock { $0.problems } }

    func add(folder: String) {
        state.withLock { state in
            state.folders.append(folder)
            state.tables = [:]
            state.problems = []
        }
    }

    /// The text of a key in the first language that has one; `nil` where none has.
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
