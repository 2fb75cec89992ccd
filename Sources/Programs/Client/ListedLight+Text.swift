import LocalAPI
import ProgramSupport

extension ListedLight {
    /// The table of several lights, under headings: a row for each light, and a row for each layer below the visible
    /// one.
    package static func table(_ lights: [ListedLight]) -> [String] {
        let rows = lights.flatMap { light -> [[String]] in
            let first = [light.name, light.shows ?? "-", light.seen, light.layers.first?.reason ?? "-"]
            return [first] + light.layers.dropFirst().map { ["", "", "  \($0.pattern)", $0.reason] }
        }
        return Table.lines([["LIGHT", "SHOWS", "SEEN", "WHY"]] + rows.map { $0.map(\.onOneLine) })
    }

    /// The visible layer: `off`, `on`, `yellow`, `red fault`.
    private var seen: String {
        guard let top = layers.first, top.pattern != "off" else { return "off" }
        guard let color else { return top.pattern }
        return top.pattern == "on" ? color : "\(color) \(top.pattern)"
    }
}
