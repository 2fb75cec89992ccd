import CEventLoop

/// How long the loop's turns take: from the moment something is ready until the loop waits again.
public struct LoopTurns: Sendable, Hashable {
    /// How many there have been.
    public private(set) var count = 0
    /// The longest, by the clock.
    public private(set) var longest = Duration.zero
    /// What the processor did for the loop in the turn that took it longest: other than by the clock, the time is not in
    /// it in which others had the processor.
    public private(set) var longestProcessor = Duration.zero

    private var beganAt: Int64?
    private var processorAtBeginning: Int64?

    /// Nothing measured yet.
    public init() {}

    /// The loop has waited, right after `end()`.
    mutating func begin() {
        beganAt = holdfast_monotonic_now()
        // Waiting takes the processor next to nothing, and to ask for its time is a call of the kernel before each edge is
        // answered: that of the end before counts.
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
