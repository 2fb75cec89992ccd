/// The symbols that the page can show: its own, by the names in `symbols.txt`, and the drawings of a panel.
struct KnownSymbols: Sendable {
    /// The names as a panel's file gives them: `lightbulb.fill`, `mdi:lightbulb`, `my-gate`.
    let names: [String]
    private let set: Set<String>

    private static let iconPrefix = "mdi:"
    private static let folderPrefix = SymbolFolder.name + "/"

    /// A row of the table is a name and its icon, or `mdi:` and an icon alone.
    private static let rows: [[String]] = {
        let table = String(decoding: PackageResources.symbols_txt, as: UTF8.self)
        let lines = table.split(separator: "\n").filter { !$0.hasPrefix("#") }
        return lines.map { $0.split(separator: " ").map(String.init) }
    }()

    /// The page's own symbols.
    private static let builtIn: [String] = {
        let icons = Set(rows.compactMap { $0.count == 2 ? $0[1] : nil }).sorted().map { iconPrefix + $0 }
        return rows.compactMap(\.first) + icons
    }()

    private static let icons = Dictionary(rows.filter { $0.count == 2 }.map { ($0[0], $0[1]) }) { first, _ in first }

    /// The name of the Material Design icon that the page shows for a symbol; `nil` for an unknown symbol, and for a panel's
    /// own drawing.
    static func icon(of symbol: String) -> String? {
        if symbol.hasPrefix(iconPrefix) { return String(symbol.dropFirst(iconPrefix.count)) }
        return shortened(symbol).lazy.compactMap { icons[$0] }.first
    }

    /// - Parameter custom: The names of the panel's own drawings.
    init(custom: Set<String>) {
        names = custom.sorted() + Self.builtIn
        set = Set(names)
    }

    /// Whether the page shows a symbol for this name, as its `symbols.js` decides.
    func contains(_ name: String) -> Bool {
        name.hasPrefix(Self.iconPrefix) ? set.contains(name) : Self.shortened(name).contains(where: set.contains)
    }

    /// The known name that is probably meant by an unknown one.
    func nearest(to name: String) -> String? {
        if name.hasPrefix(Self.iconPrefix) {
            let icon = String(name.dropFirst(Self.iconPrefix.count))
            if set.contains(icon) { return icon }
            let icons = names.filter { $0.hasPrefix(Self.iconPrefix) }.map {
                String($0.dropFirst(Self.iconPrefix.count))
            }
            return NearestWord.to(icon, among: icons).map { Self.iconPrefix + $0 }
        }
        if set.contains(Self.iconPrefix + name) { return Self.iconPrefix + name }
        return Self.shortened(name).lazy.compactMap { NearestWord.to($0, among: names) }.first
    }

    /// The name, then the name without its last part, and so on: `lightbulb.max.fill` is a `lightbulb`.
    private static func shortened(_ name: String) -> [String] {
        let name = name.hasPrefix(folderPrefix) ? name.dropFirst(folderPrefix.count) : Substring(name)
        return name.indices.filter { name[$0] == "." }.reversed().reduce(into: [String(name)]) {
            $0.append(String(name[..<$1]))
        }
    }
}

/// The icons of symbols, for programs that know no SF Symbols.
public enum MaterialIcon {
    /// The name of the Material Design icon that the page shows for a symbol; `nil` for an unknown symbol, and for a panel's
    /// own drawing.
    public static func name(of symbol: String) -> String? { KnownSymbols.icon(of: symbol) }
}

/// A symbol that a panel's file names.
public struct UsedSymbol: Sendable, Hashable {
    /// The key of the control.
    public var control: String
    public var name: String
    public var position: SourcePosition
}
