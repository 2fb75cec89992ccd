import MonotonicTime

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
