import EventLoop
import MonotonicTime

/// Input lines held by this process until `release`.
@PanelActor
public protocol InputRequest: AnyObject {
    /// The addresses of the lines, in the order of the request.
    var addresses: [LineAddress] { get }

    /// A descriptor that is readable while edges are queued.
    var descriptor: Int32 { get }

    /// Appends queued edges to `events`, oldest first for each line, without blocking.
    ///
    /// - Returns: whether more may be queued.
    /// - Throws: `chipGone` where the device is gone.
    func readEvents(into events: inout [EdgeEvent]) throws(GPIOError) -> Bool

    /// The present level of each line; `true` is active.
    func levels() throws(GPIOError) -> [Bool]

    /// Releases the lines. Another call has no effect.
    func release()
}

/// A change of an input's level, as the kernel recorded it.
public struct EdgeEvent: Sendable, Hashable {
    /// The index of the line in the request.
    public var line: Int

    /// Whether the line is active after the edge, with its polarity applied.
    public var isActive: Bool

    /// The kernel's `CLOCK_MONOTONIC` time stamp, taken in the interrupt.
    public var time: MonotonicInstant

    /// The number of the line's event, from 1 (`struct gpio_v2_line_event.line_seqno`); `nil` where the kernel's ABI
    /// has no such numbers. libgpiod 2 has them, 1.6 does not.
    public var sequence: UInt32?

    /// An edge of a request's line.
    public init(line: Int, isActive: Bool, time: MonotonicInstant, sequence: UInt32?) {
        self.line = line
        self.isActive = isActive
        self.time = time
        self.sequence = sequence
    }
}

/// The settings for requesting an input line.
public struct InputConfiguration: Sendable, Hashable {
    /// The line's name as the kernel has it (`GPIO17`), or `CHIP:OFFSET`.
    public var line: String

    /// Whether the active level is the low one. The kernel then inverts levels and edges.
    public var isActiveLow: Bool

    /// The resistor that sets the level of the open line.
    public var bias: Bias

    /// An input on `line`.
    public init(line: String, isActiveLow: Bool = false, bias: Bias = .none) {
        self.line = line
        self.isActiveLow = isActiveLow
        self.bias = bias
    }
}

/// The resistor inside the chip that sets the level of an open input.
public enum Bias: String, Sendable, Hashable, CaseIterable {
    /// Pulled to supply: for a contact that connects to ground.
    case up
    /// Pulled to ground: for a contact that connects to supply.
    case down
    /// Off: a circuit outside the chip sets the level.
    case none
}
