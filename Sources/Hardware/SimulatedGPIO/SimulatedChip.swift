import GPIO

/// A chip of a simulated board, as it is asked for.
public struct SimulatedChip: Sendable, Hashable {
    /// What stands in place of the device file's name.
    public var name: String

    /// The chip's label.
    public var label: String

    /// The names of its lines, by offset; `nil` for a line without a name.
    public var lines: [String?]

    /// A chip with lines of these names.
    public init(name: String, label: String, lines: [String?]) {
        self.name = name
        self.label = label
        self.lines = lines
    }

    /// The chip of a Raspberry Pi's header: 54 lines named `GPIO0` to `GPIO53`.
    public static let header = SimulatedChip(
        name: "gpiochip0", label: "simulated", lines: (0..<54).map { "GPIO\($0)" })
}

extension LineDirectory {
    /// A directory of simulated chips.
    init(chips: [SimulatedChip]) {
        self.init(chips: chips.map { Chip(path: $0.name, label: $0.label, lineNames: $0.lines) })
    }
}
