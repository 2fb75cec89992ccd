import CEventLoop

/// The durations of the loop's turns, from a descriptor's readiness until the loop waits again.
public struct LoopTurns: Sendable, Hashable {
    public private(set) var count = 0
    /// The longest turn, by the clock.
    public private(set) var longest = Duration.zero
    /// The longest turn by processor time. Unlike the time by the clock, it does not include the time in which other
    /// threads used the processor.
    public private(set) var longestProcessor = Duration.zero

    private var beganAt: Int64?
    private var processorAtBeginning: Int64?

    public init() {}

    /// Called when the loop's wait ends, after `end()`.
    mutating func begin() {
        beganAt = holdfast_monotonic_now()
        // Waiting uses nearly no processor time, and reading that time is a system call before each edge is handled.
        // So the value at the end of the last turn is used.
        if processorAtBeginning == nil { processorAtBeginning = holdfast_thread_cpu_now() }
    }

    mutating func end() {
        guard let beganAt, let processorAtBeginning else {
            processorAtBeginning = nil
            return
        }
        self.beganAt = nil
        count += 1
        let elapsed = Duration.nanoseconds(holdfast_monotonic_now() - beganAt)
        let processorNow = holdfast_thread_cpu_now()
        let processor = Duration.nanoseconds(processorNow - processorAtBeginning)
        self.processorAtBeginning = processorNow
        longest = max(longest, elapsed)
        longestProcessor = max(longestProcessor, processor)
    }
}
