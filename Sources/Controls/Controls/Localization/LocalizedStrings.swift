import Synchronization

/// The program's translation tables, in the languages of its environment.
///
/// A table is a file `TABLE.xcstrings`, Xcode's String Catalog, or `LANGUAGE.lproj/TABLE.strings`; the default table is
/// `Localizable`. The file or the folder `LANGUAGE.lproj` is in the program's folder, in a folder `Localization` or
/// `*.resources` of that folder, or in a folder that was added. SwiftPM puts a target's resources in `*.resources`. A
/// table is read when it is first needed.
public final class LocalizedStrings: Sendable {
    /// The tables for lookups in the current task.
    @TaskLocal static var current = shared

    /// The tables of the running program.
    static let shared = LocalizedStrings(
        folders: ResourceFiles.foldersOfProgram(), languages: LanguageList.languages(of: ResourceFiles.variable))

    /// The maximum size of a table of one language, in bytes. A longer file is not read.
    private static let longestTable = 4 << 20
    /// The maximum size of a String Catalog, which has all languages.
    private static let longestCatalog = 16 << 20

    /// A table in one language.
    private enum Table {
        case strings(StringTable, language: String)
        case catalog(StringCatalog, language: String)
    }

    private struct State {
        var folders: [String]
        /// The tables that were read, by name, in the order of the languages.
        var tables: [String: [Table]] = [:]
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

    /// The problems in the tables that were read so far, each with its file, and for `.strings` with its line.
    public static var problems: [String] { current.problems }

    var problems: [String] { state.withLock { $0.problems } }

    func add(folder: String) {
        state.withLock { state in
            state.folders.append(folder)
            state.tables = [:]
            state.problems = []
        }
    }

    /// A text in a language of the user, or in a String Catalog's source language.
    struct Translation: Sendable {
        let text: CatalogText
        let language: String

        var isEnglish: Bool { language == "en" || language.hasPrefix("en-") }

        /// The text with its values; `nil` for a text whose variations are for nothing that a panel has.
        ///
        /// - Parameter format: The author's format, whose specifiers are those of the values; `nil` for a text without.
        func filled(with arguments: [String], format: String?) -> String? {
            text.filled(with: arguments, in: language, format: format)
        }
    }

    /// The text of a key in the first language that has the key; `nil` if none has.
    func translation(forKey key: String, table: String?) -> Translation? {
        let name = table ?? "Localizable"
        return state.withLock { state in
            for source in state.tables[name] ?? read(name, in: &state) {
                switch source {
                case .strings(let table, let language):
                    if let text = table.entries[key] { return Translation(text: CatalogText(text), language: language) }
                case .catalog(let catalog, let language):
                    if let text = catalog.text(forKey: key, in: language) {
                        return Translation(text: text, language: language)
                    }
                    // The key is the text in the source language, before translations that people like less.
                    if language == catalog.sourceLanguage, catalog.keys.contains(key) { return nil }
                }
            }
            return nil
        }
    }

    /// The text of a key without values.
    func string(forKey key: String, table: String?) -> String? {
        translation(forKey: key, table: table)?.filled(with: [], format: nil)
    }

    private func read(_ name: String, in state: inout State) -> [Table] {
        let catalogs = readCatalogs(name, in: &state)
        let projects = state.folders.flatMap { folder in
            ResourceFiles.names(in: folder).filter { $0.hasSuffix(".lproj") }.map { (folder, $0) }
        }
        var tables: [Table] = []
        for language in languages {
            for (folder, project) in projects where LanguageList.normal(project.dropLast(6)) == language {
                let path = "\(folder)/\(project)/\(name).strings"
                let table: StringTable
                switch ResourceFiles.content(of: path, limit: Self.longestTable) {
                case .bytes(let bytes): table = StringTable(bytes: bytes)
                case .tooLong: table = .tooLong
                case nil: continue
                }
                tables.append(.strings(table, language: language))
                state.problems += table.problems.map { "\(path):\($0)" }
            }
            tables += catalogs.map { Table.catalog($0, language: language) }
        }
        // Apple's systems show the source language to people whose languages an app does not have.
        for catalog in catalogs where !languages.contains(catalog.sourceLanguage) {
            tables.append(.catalog(catalog, language: catalog.sourceLanguage))
        }
        state.tables[name] = tables
        return tables
    }

    private func readCatalogs(_ name: String, in state: inout State) -> [StringCatalog] {
        let file = "\(name).xcstrings"
        var options: [CodingUserInfoKey: any Sendable] = [:]
        if let key = StringCatalog.languages { options[key] = Set(languages) }
        var catalogs: [StringCatalog] = []
        for folder in state.folders where ResourceFiles.names(in: folder).contains(file) {
            do throws(ResourceProblem) {
                catalogs.append(
                    try ResourceFiles.decode(
                        StringCatalog.self, from: "\(folder)/\(file)", limit: Self.longestCatalog, options: options))
            } catch {
                state.problems.append(error.description)
            }
        }
        return catalogs
    }
}
