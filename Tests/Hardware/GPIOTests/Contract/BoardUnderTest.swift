import EventLoop
import GPIO

/// A chip of the world that every board is tested in.
enum WiredChip: CaseIterable {
    /// Seven lines, all named.
    case panel
    /// Three lines; the last one without a name, the one before named as one of the panel's is.
    case expander

    /// The lines' names by offset.
    var lineNames: [String?] {
        switch self {
        case .panel: ["IN0", "IN1", "IN2", "OUT3", "OUT4", "OUT5", "HELD6", "TWIN"]
        case .expander: ["EXTRA", "TWIN", nil]
        }
    }
}

/// A line of that world, as seen from outside.
struct WiredLine: Hashable {
    var chip: WiredChip
    var offset: Int

    /// A line of the panel that nobody holds.
    static func panel(_ offset: Int) -> WiredLine { WiredLine(chip: .panel, offset: offset) }
    /// A line of the expander.
    static func expander(_ offset: Int) -> WiredLine { WiredLine(chip: .expander, offset: offset) }

    /// Offset of a panel's line that was requested before the test begins.
    static let heldOffset = 6
    /// Who requested it.
    static let holder = "watchman"
}

/// A board and the world outside its lines, for the contract suite. Each case gets a new one.
///
/// At first both chips are there, nothing pulls a line, and `HELD6` is held by `watchman`.
@PanelActor
protocol BoardUnderTest: AnyObject {
    /// The clock of the edges' time stamps.
    var scheduler: any Scheduler { get }

    /// The chip's label; the two differ.
    func label(_ chip: WiredChip) -> String

    /// A board of both chips, or of the one with this label, name or path.
    func makeBoard(chip: String?) throws -> any Board

    /// Connects the line to supply or to ground.
    func pull(_ line: WiredLine, high: Bool) throws

    /// The level that the line has for who looks from outside; `true` is high.
    func level(_ line: WiredLine) throws -> Bool

    /// What becomes of an output's line, step by step, while `action` runs; driving it to the level that it has is no
    /// step.
    func steps(_ line: WiredLine, during action: () throws -> Void) throws -> [OutputStep]

    /// Takes the chip away, whoever holds its lines.
    func unplug(_ chip: WiredChip) throws

    /// Puts it back, with nothing pulling its lines.
    func plug(_ chip: WiredChip) throws

    /// Descriptors that this kind of board has open in this process, by what they refer to.
    func openDescriptors() throws -> [String]

    /// Takes both chips away for good.
    func dismantle() throws
}

/// A step that a line takes on its way to being the output it shall be.
enum OutputStep: Hashable {
    /// It is driven to a level; `true` is high.
    case level(Bool)
    /// It becomes an input.
    case input
}
