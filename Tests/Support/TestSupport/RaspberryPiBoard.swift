/// A Raspberry Pi with the names that Debian's kernel gives the lines of the header's chip.
///
/// `RaspberryPiLines.tsv` has `gpio-line-names` of the device trees of Debian 13's kernel. A line without a name is an empty
/// word there.
public struct RaspberryPiBoard: Sendable, CustomStringConvertible {
    /// The name of the board's device tree, such as `bcm2711-rpi-4-b`.
    public let description: String
    /// The names by offset; `nil` for a line without a name.
    public let lineNames: [String?]

    /// The chip's label.
    public var label: String { description.hasPrefix("bcm2711") ? "pinctrl-bcm2711" : "pinctrl-bcm2835" }

    /// All boards of the table.
    public static let all: [RaspberryPiBoard] = {
        let rows = String(decoding: PackageResources.RaspberryPiLines_tsv, as: UTF8.self).split(separator: "\n")
        let boards = rows.dropFirst().map { row in
            let fields = row.split(separator: "\t", omittingEmptySubsequences: false)
            let names = fields[2].split(separator: " ", omittingEmptySubsequences: false)
            return RaspberryPiBoard(
                description: String(fields[0]), lineNames: names.map { $0.isEmpty ? nil : String($0) })
        }
        precondition(boards.count == 8, "the table of boards has 8 rows")
        return boards
    }()
}
