import EventLoop
import GPIO

/// The description of a chip of a simulated board. Its path is a name in place of a device file's path.
public typealias SimulatedChip = LineDirectory.Chip

extension SimulatedChip {
    /// The chip of a Raspberry Pi's header: 54 lines named `GPIO0` to `GPIO53`.
    public static let header = SimulatedChip(
        path: "gpiochip0", label: LineAddress.simulatedLabel, lineNames: (0..<54).map { "GPIO\($0)" })
}

/// One line of a simulated board: its connections, its holder, and the resulting level.
@PanelActor
struct SimulatedLine {
    let address: LineAddress
    /// The level connected from outside; `nil` where nothing is connected.
    var external: Bool?
    var bias = Bias.none
    /// The level that the chip drives. It stays after a release, as on real controllers.
    var driven: Bool?
    /// Whether the line drives the low level alone.
    var isOpenDrain = false
    /// The last request's polarity, which also applies to the levels of a released line.
    var isActiveLow = false
    weak var holder: SimulatedRequest?
    /// Another consumer that holds the line.
    var occupant: String?
    /// The number of edges that the simulated kernel will lose.
    var eventsToDrop = 0

    /// The name of the line's consumer; `nil` for a free line.
    var consumer: String? {
        if let holder, !holder.isReleased, !holder.isGone { return holder.consumer }
        return occupant
    }

    /// Whether the line's request has asked for a bias. A push-pull output takes the bias as it is.
    var hasRequestedBias: Bool {
        guard let holder, !holder.isReleased, !holder.isGone else { return false }
        return driven == nil || isOpenDrain
    }

    /// The sources of a line's level, the strongest first.
    enum Force: CaseIterable {
        case output, contact, resistor
    }

    /// The level that this force gives the line; `nil` for none.
    func level(by force: Force) -> Bool? {
        switch force {
        case .output: isOpenDrain && driven == true ? nil : driven
        case .contact: external
        case .resistor: bias == .none ? nil : bias == .up
        }
    }

    /// The voltage of the line by itself, as high or low. An output wins over a contact, a contact over the resistor.
    /// An open line is low.
    var isHigh: Bool { level(by: .output) ?? level(by: .contact) ?? level(by: .resistor) ?? false }
}
