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
    private var processorAtBeginning: Int64 = 0

    /// Nothing measured yet.
    public init() {}

    mutating func begin() {
        beganAt = holdfast_monotonic_now()
        processorAtBeginning = holdfast_thread_cpu_now()
    }

    mutating func end() {
        guard let beganAt else { return }
        self.beganAt = nil
        count += 1
        let elapsed = Duration.nanoseconds(holdfast_monotonic_now() - beganAt)
        let processor = Duration.nanoseconds(holdfast_thread_cpu_now() - processorAtBeginning)
        longest = max(longest, elapsed)
        longestProcessor = max(longestProcessor, processor)
    }
}
