import LocalAPI

extension ListedLight {
    /// The headings of a table of lights for people.
    static let headings = ["LIGHT", "SHOWS", "SEEN", "WHY"]

    /// The rows of the light under `headings`: one for the visible layer, and one for each layer behind it.
    var rows: [[String]] {
        [[name, shows ?? "-", seen, layers.first?.reason ?? "-"]]
            + layers.dropFirst().map { ["", "", "  \($0.pattern)", $0.reason] }
    }

    /// The visible layer: `off`, `on`, `yellow`, `red fault`.
    private var seen: String {
        guard let top = layers.first, top.pattern != "off" else { return "off" }
        guard let color else { return top.pattern }
        return top.pattern == "on" ? color : "\(color) \(top.pattern)"
    }
}
