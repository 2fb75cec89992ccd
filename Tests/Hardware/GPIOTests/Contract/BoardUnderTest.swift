import EventLoop
import GPIO

/// The two chips on which every board is tested.
enum WiredChip: CaseIterable {
    /// Seven lines, all named.
    case panel
    /// Three lines: the second has the name of a line of `panel`, the last has no name.
    case expander

    /// The lines' names by offset.
    var lineNames: [String?] {
        switch self {
        case .panel: ["IN0", "IN1", "IN2", "OUT3", "OUT4", "OUT5", "HELD6", "TWIN"]
        case .expander: ["EXTRA", "TWIN", nil]
        }
    }
}

/// A line of the wired world, outside the board.
struct WiredLine: Hashable {
    var chip: WiredChip
    var offset: Int

    /// A free line of the panel.
    static func panel(_ offset: Int) -> WiredLine { WiredLine(chip: .panel, offset: offset) }
    /// A line of the expander.
    static func expander(_ offset: Int) -> WiredLine { WiredLine(chip: .expander, offset: offset) }

    /// The offset of a panel's line that is requested before the test begins.
    static let heldOffset = 6
    /// The consumer that holds this line.
    static let holder = "watchman"
}

/// A board and the world outside its lines, for the contract suite. Each case gets a new one.
///
/// At first both chips are present, nothing pulls a line, and `watchman` holds `HELD6`.
@PanelActor
protocol BoardUnderTest: AnyObject {
    /// The clock of the edges' time stamps.
    var scheduler: any Scheduler { get }

    /// The chip's label. The two chips have different labels.
    func label(_ chip: WiredChip) -> String

    /// Makes a board of both chips, or of the chip with this label, name or path.
    func makeBoard(chip: String?) throws -> any Board

    /// Connects the line to supply or to ground.
    func pull(_ line: WiredLine, high: Bool) throws

    /// The level of the line as measured from outside; `true` is high.
    func level(_ line: WiredLine) throws -> Bool

    /// The steps of an output's line while `action` runs. Driving the line to its present level is no step.
    func steps(_ line: WiredLine, during action: () throws -> Void) throws -> [OutputStep]

    /// Removes the chip, also while its lines are held.
    func unplug(_ chip: WiredChip) throws

    /// Puts the chip back, with no pull on its lines.
    func plug(_ chip: WiredChip) throws

    /// The open descriptors of this kind of board in the process, by their targets.
    func openDescriptors() throws -> [String]

    /// Removes both chips for good.
    func dismantle() throws
}

/// A step of a line on its way to its requested output state.
enum OutputStep: Hashable {
    /// The line is driven to a level; `true` is high.
    case level(Bool)
    /// The line becomes an input.
    case input
}
