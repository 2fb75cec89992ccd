import EventLoop
import MonotonicTime

/// Input lines that this process holds.
@PanelActor
public protocol InputRequest: AnyObject {
    /// Where the lines are, in the order of the request.
    var addresses: [LineAddress] { get }

    /// Readable while edges are queued.
    var descriptor: Int32 { get }

    /// Appends queued edges to `events`, oldest first for each line, without blocking.
    ///
    /// - Returns: whether more may be queued.
    /// - Throws: `chipGone` where the device is gone.
    func readEvents(into events: inout [EdgeEvent]) throws(GPIOError) -> Bool

    /// The present level of each line; `true` is active.
    func levels() throws(GPIOError) -> [Bool]

    /// Gives the lines back; harmless where that was done.
    func release()
}

/// A change of an input's level, as the kernel recorded it.
public struct EdgeEvent: Sendable, Hashable {
    /// Which line, by its place in the request.
    public var line: Int

    /// The level after the edge; active low is already accounted for.
    public var isActive: Bool

    /// The kernel's stamp, `CLOCK_MONOTONIC`, taken in the interrupt.
    public var time: MonotonicInstant

    /// Counts the events of this line from 1 (`struct gpio_v2_line_event.line_seqno`), where the kernel's ABI has such
    /// numbers: libgpiod 2 does, 1.6 does not.
    public var sequence: UInt32?

    /// An edge of a request's line.
    public init(line: Int, isActive: Bool, time: MonotonicInstant, sequence: UInt32?) {
        self.line = line
        self.isActive = isActive
        self.time = time
        self.sequence = sequence
    }
}

/// How an input line is to be requested.
public struct InputConfiguration: Sendable, Hashable {
    /// The line's name as the kernel has it (`GPIO17`), or `CHIP:OFFSET`.
    public var line: String

    /// Whether the low level is the active one. Levels and edges are then given the other way round, by the kernel.
    public var isActiveLow: Bool

    /// The resistor that holds the open line.
    public var bias: Bias

    /// An input on `line`.
    public init(line: String, isActiveLow: Bool = false, bias: Bias = .none) {
        self.line = line
        self.isActiveLow = isActiveLow
        self.bias = bias
    }
}

/// The resistor inside the chip that holds an open input at a level.
public enum Bias: String, Sendable, Hashable, CaseIterable {
    /// Pulled to supply: for a contact that connects to ground.
    case up
    /// Pulled to ground: for a contact that connects to supply.
    case down
    /// Off: something outside the chip decides the level.
    case none
}
