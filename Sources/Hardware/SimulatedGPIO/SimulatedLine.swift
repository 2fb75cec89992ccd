import EventLoop
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

/// One line of a simulated board: what is connected to it, who holds it, and the level that comes of that.
@PanelActor
struct SimulatedLine {
    let address: LineAddress
    /// What is connected from outside: high, low, or nothing.
    var external: Bool?
    var bias = Bias.none
    /// What the chip drives; stays when the line is given back, as on real controllers.
    var driven: Bool?
    /// Whether it drives low alone.
    var isOpenDrain = false
    /// The last request's polarity; levels of a line that nobody holds are told by it.
    var isActiveLow = false
    /// The request that holds the line.
    weak var holder: SimulatedRequest?
    /// Somebody else who holds it.
    var occupant: String?
    /// Edges that the kernel will lose.
    var eventsToDrop = 0

    /// Who holds the line, by name.
    var consumer: String? {
        if let holder, !holder.isReleased, !holder.isGone { return holder.consumer }
        return occupant
    }

    /// What gives a line its level; the strongest first.
    enum Force: CaseIterable {
        case output, contact, resistor
    }

    /// The level that it is given by this force, if any.
    func level(by force: Force) -> Bool? {
        switch force {
        case .output: isOpenDrain && driven == true ? nil : driven
        case .contact: external
        case .resistor: bias == .none ? nil : bias == .up
        }
    }

    /// The voltage of the line by itself, as high or low. What drives wins over a contact, a contact over the resistor; an
    /// open line is low.
    var isHigh: Bool { level(by: .output) ?? level(by: .contact) ?? level(by: .resistor) ?? false }
}
