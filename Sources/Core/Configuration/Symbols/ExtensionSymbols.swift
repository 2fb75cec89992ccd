import EventLoop

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The symbols among the resources of an extension's program. SwiftPM puts resources into folders `*.resources`, which
/// lie beside a program.
///
/// A symbol `NAME` is an SVG file in a folder `NAME.symbolset` or `NAME.imageset` of an asset catalogue, or a file
/// `symbols/NAME.svg`. In a group of a catalogue, `GROUP/NAME` is the symbol's name, too.
public struct ExtensionSymbols: Sendable {
    /// A symbol's name, and the path of its file.
    public struct Entry: Sendable, Hashable {
        /// The name that the extension's source gives the symbol.
        public var name: String
        /// The SVG file.
        public var path: String
    }

    /// The symbols. The first one with a name counts.
    public private(set) var entries: [Entry] = []
    /// The paths of the sets without a drawing: a symbol set without an SVG file, or an image set without a picture.
    public private(set) var emptySets: [String] = []
    /// Whether catalogues were not read to their end.
    public private(set) var isCut = false

    /// The most files and folders in all catalogues.
    public static let fileLimit = 4096
    private static let depthLimit = 8
    private static let suffix = ".svg"
    private static let symbolSet = ".symbolset"
    /// The description in each folder of a catalogue.
    private static let contents = "Contents.json"

    private var filesLeft = ExtensionSymbols.fileLimit
    private var names: Set<String> = []

    /// Lists the symbols of an extension whose program is at hand: that of `holdfast up`, else the installed one.
    ///
    /// - Parameters:
    ///   - file: The panel's file.
    ///   - installed: The folder with the programs of installed extensions.
    public init(of grant: ExtensionGrant, in file: String, installed: String) {
        var programs = ["\(installed)/\(grant.name)"]
        // A name without a slash is searched for in $PATH, and such a program has no resources beside it.
        if let program = grant.program.first, program.contains("/") {
            programs.insert(program.hasPrefix("/") ? program : "\(NewFile.folder(of: file))/\(program)", at: 0)
        }
        guard let program = programs.lazy.compactMap(Self.realPath).first else { return }
        addResources(ofProgram: program)
    }

    private mutating func addResources(ofProgram program: String) {
        let folder = NewFile.folder(of: program)
        let resources = FolderEntries.names(in: folder).filter { $0.hasSuffix(".resources") }.sorted()
        // Programs of one package are built into one folder, and a program's own resources come first.
        let own = "_\(program.split(separator: "/").last ?? "").resources"
        for name in resources.filter({ $0.hasSuffix(own) }) + resources.filter({ !$0.hasSuffix(own) }) {
            let path = "\(folder)/\(name)"
            for entry in FolderEntries.names(in: path).sorted() {
                if entry.hasSuffix(".xcassets") { addGroup("\(path)/\(entry)", prefix: "", depth: Self.depthLimit) }
                if entry == SymbolFolder.name { addDrawings("\(path)/\(entry)") }
            }
        }
    }

    /// The bytes of a symbol's file.
    ///
    /// - Parameter limit: The size of the largest file, in bytes.
    public static func read(_ entry: Entry, limit: Int) throws(SymbolFolder.Unusable) -> [UInt8] {
        let parts = entry.name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ SymbolFolder.isName(String($0)) }) else { throw .name }
        return try SymbolFolder.read(path: entry.path, limit: limit, isTrusted: false)
    }

    /// - Parameter prefix: The names of the groups around; `nil` in a group without a usable name.
    private mutating func addGroup(_ folder: String, prefix: String?, depth: Int) {
        for name in FolderEntries.names(in: folder).sorted() {
            guard count() else { return }
            let path = "\(folder)/\(name)"
            if let set = [Self.symbolSet, ".imageset"].first(where: name.hasSuffix) {
                let files = FolderEntries.names(in: path)
                guard let file = files.filter({ $0.hasSuffix(Self.suffix) }).min() else {
                    // Other image sets have pictures, which a panel does not show.
                    if set == Self.symbolSet || !files.contains(where: { $0 != Self.contents }) {
                        emptySets.append(path)
                    }
                    continue
                }
                let symbol = String(name.dropLast(set.count))
                for name in [symbol, (prefix ?? "") + symbol] { add(name, "\(path)/\(file)") }
            } else if !name.contains("."), depth > 0 {
                // The name of a group has no period (Asset Catalog Format Reference).
                addGroup(
                    path, prefix: SymbolFolder.isName(name) ? prefix.map { "\($0)\(name)/" } : nil, depth: depth - 1)
            }
        }
    }

    private mutating func count() -> Bool {
        guard filesLeft > 0 else {
            isCut = true
            return false
        }
        filesLeft -= 1
        return true
    }

    private mutating func addDrawings(_ folder: String) {
        for name in FolderEntries.names(in: folder).sorted() where name.hasSuffix(Self.suffix) {
            guard count() else { return }
            add(String(name.dropLast(Self.suffix.count)), "\(folder)/\(name)")
        }
    }

    private mutating func add(_ name: String, _ path: String) {
        if names.insert(name).inserted { entries.append(Entry(name: name, path: path)) }
    }

    /// The file itself, behind links; `nil` without one.
    private static func realPath(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
