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

    /// The voltage, as high or low. What drives wins over a contact, a contact over the resistor; an open line is low.
    var isHigh: Bool { driven ?? external ?? (bias == .up) }

    var isActive: Bool { isHigh != isActiveLow }
}
