import Synchronization

/// The colours in the program's asset catalogues, the folders `NAME.xcassets` among its resources.
///
/// Linux has no compiler for asset catalogues, so that they are read as Xcode writes them. A catalogue is read when the
/// first colour is needed. The first of several colour sets with the same name counts.
package final class AssetCatalogs: Sendable {
    /// The catalogues for lookups in the current task.
    @TaskLocal static var current = shared

    /// The catalogues of the running program.
    static let shared = AssetCatalogs(folders: ResourceFiles.foldersOfProgram())

    /// The maximum size of a colour set's file, in bytes.
    private static let longest = 65_536
    /// The maximum number of files and folders in all catalogues.
    static let entryLimit = 4096
    /// The deepest group in a catalogue.
    private static let depthLimit = 8
    private static let problemLimit = 32

    private struct State {
        /// The folders of the colour sets, by name; `nil` before the first lookup.
        var sets: [String: String]?
        /// The colours that were read. A set may have none.
        var colors: [String: Color?] = [:]
        var problems: [ResourceProblem] = []

        mutating func add(_ problem: ResourceProblem) {
            if problems.count < AssetCatalogs.problemLimit, !problems.contains(problem) { problems.append(problem) }
        }
    }

    private let folders: [String]
    private let state = Mutex(State())

    init(folders: [String]) {
        self.folders = folders
    }

    /// The problems in the catalogues that were read so far, each with its file.
    package static var problems: [String] { current.problems }

    var problems: [String] { state.withLock { $0.problems.map(\.description) } }

    /// The colour of a set; `nil` if there is no such set, if the set has no colour, or if its file is damaged.
    ///
    /// - Parameter isRequired: Whether a missing set is a problem.
    func color(named name: String, isRequired: Bool) -> Color? {
        state.withLock { state in
            if let known = state.colors[name] { return known }
            let sets = state.sets ?? list(&state)
            guard let set = sets[name] else {
                if isRequired {
                    state.add(ResourceProblem(path: folders.first ?? "/", reason: .noColor(String(name.prefix(80)))))
                }
                return nil
            }
            var color: Color?
            do throws(ResourceProblem) {
                color = try ResourceFiles.decode(ColorSet.self, from: set + "/Contents.json", limit: Self.longest).color
            } catch {
                state.add(error)
            }
            state.colors.updateValue(color, forKey: name)
            return color
        }
    }

    private func list(_ state: inout State) -> [String: String] {
        var list = ColorSetList(entriesLeft: Self.entryLimit)
        for folder in folders {
            for name in ResourceFiles.names(in: folder) where name.hasSuffix(".xcassets") {
                let catalog = "\(folder)/\(name)"
                list.add(catalog, group: "", depth: Self.depthLimit)
                guard !list.isCut else {
                    state.add(ResourceProblem(path: catalog, reason: .tooMany(limit: Self.entryLimit)))
                    state.sets = list.sets
                    return list.sets
                }
            }
        }
        state.sets = list.sets
        return list.sets
    }
}

/// Lists the colour sets of catalogues.
private struct ColorSetList {
    private static let suffix = ".colorset"

    private(set) var sets: [String: String] = [:]
    /// Whether entries were left out.
    private(set) var isCut = false
    private var entriesLeft: Int

    init(entriesLeft: Int) {
        self.entriesLeft = entriesLeft
    }

    /// Adds the sets in a folder and its groups.
    ///
    /// - Parameters:
    ///   - group: The group's name with a slash; empty for the catalogue itself.
    ///   - depth: How many groups may lie in one another.
    mutating func add(_ folder: String, group: String, depth: Int) {
        for name in ResourceFiles.names(in: folder) {
            guard entriesLeft > 0 else {
                isCut = true
                return
            }
            entriesLeft -= 1
            if name.hasSuffix(Self.suffix) {
                let set = String(name.dropLast(Self.suffix.count))
                // A group may be part of the name (`provides-namespace`). Both names work, whether it is or not.
                for key in [set, group + set] where sets[key] == nil { sets[key] = "\(folder)/\(name)" }
            } else if !name.contains("."), depth > 0 {
                // The name of a group has no period (Asset Catalog Format Reference).
                add("\(folder)/\(name)", group: "\(group)\(name)/", depth: depth - 1)
            }
        }
    }
}
