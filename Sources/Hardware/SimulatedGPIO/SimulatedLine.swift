import EventLoop
import GPIO

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
