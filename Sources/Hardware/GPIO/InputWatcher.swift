import EventLoop
import MonotonicTime

/// Passes the edges of a request to a handler on the loop, and detects lost edges.
///
/// The kernel's queues are short (`drivers/gpio/gpiolib-cdev.c`). Its first ABI queues 16 events for each line, and
/// drops the newest. Its second ABI has one queue of 16 times the number of lines, and drops the oldest. An overflow
/// causes no wakeup.
///
/// So every wakeup drains the queue. A gap in the sequence numbers, the same edge twice, or a full queue means that
/// edges were lost. The watcher then reads and compares the level itself.
@PanelActor
public final class InputWatcher {
    /// An event for the handler.
    public enum Event: Sendable, Hashable {
        /// An edge, with the kernel's time stamp.
        case edge(EdgeEvent)
        /// Edges of this line were lost before `time`; `isActive` was its state at that time.
        case resynchronised(line: Int, isActive: Bool, time: MonotonicInstant)
        /// The lines cannot be read any more, and the watch has ended.
        case lost(GPIOError)
    }

    public let request: any InputRequest
    private let scheduler: any Scheduler
    private let handler: @PanelActor (Event) -> Void
    private var watch: DescriptorWatch?
    /// The levels at the last edge of each line, or at the start of the watch.
    public private(set) var levels: [Bool]
    private var lastSequences: [UInt32?]
    private var events: [EdgeEvent] = []
    private var isDraining = false

    /// The length of the kernel's queue for each line: `DECLARE_KFIFO(events, struct gpioevent_data, 16)` in the
    /// first ABI, `event_buffer_size` in the second. As many events in one batch may mean that more were dropped.
    private static let kernelQueueLength = 16

    /// Starts watching `request`.
    ///
    /// - Parameters:
    ///   - scheduler: provides the time of a resynchronisation.
    ///   - handler: called on the loop, in the order of the events.
    public init(
        _ request: any InputRequest, scheduler: any Scheduler, handler: @escaping @PanelActor (Event) -> Void
    ) throws(GPIOError) {
        self.request = request
        self.scheduler = scheduler
        self.handler = handler
        levels = try request.levels()
        lastSequences = levels.map { _ in nil }
        do {
            watch = try EventLoop.panel.watch(request.descriptor) { [weak self] _ in self?.drain() }
        } catch {
            throw .failed(call: error.call, object: request.addresses.first?.chip ?? "", code: error.code)
        }
    }

    /// Handles all queued events now. The loop calls this itself; the owner of a deadline calls it before it decides.
    public func drain() {
        // A handler that calls `drain` during its own call would get later edges before the rest of the earlier ones.
        guard watch != nil, !isDraining else { return }
        isDraining = true
        defer { isDraining = false }
        events.removeAll(keepingCapacity: true)
        do throws(GPIOError) {
            while try request.readEvents(into: &events) {}
        } catch {
            deliver()
            fail(error)
            return
        }
        deliver()
    }

    /// Reads a line's level from the device; `nil` where that fails, after the handler got `lost`.
    public func readLevel(_ line: Int) -> Bool? {
        readLevels()?[line]
    }

    /// Reads all lines' levels from the device; `nil` where that fails, after the handler got `lost`.
    public func readLevels() -> [Bool]? {
        guard watch != nil else { return nil }
        do throws(GPIOError) {
            return try request.levels()
        } catch {
            fail(error)
            return nil
        }
    }

    /// Checks whether the device still exists, after `Board.chipsChanged`.
    public func checkPresence() {
        _ = readLevels()
    }

    /// Stops listening, so that a storm of edges causes no wakeups, or listens again.
    public func setMuted(_ muted: Bool) {
        watch?.isMuted = muted
    }

    /// Ends the watch and releases the lines.
    public func cancel() {
        watch?.cancel()
        watch = nil
        request.release()
    }

    private func deliver() {
        guard !events.isEmpty else { return }
        var suspects: Set<Int> = []
        for event in events {
            let isGap = noteSequence(of: event)
            let isRepeat = event.isActive == levels[event.line]
            levels[event.line] = event.isActive
            if isGap || isRepeat {
                // The lost edges happened before this stamp, so the level is known again from the stamp on.
                suspects.insert(event.line)
                handler(.resynchronised(line: event.line, isActive: event.isActive, time: event.time))
            } else {
                handler(.edge(event))
            }
            guard watch != nil else { return }
        }
        let overflown = linesOfFullQueues()
        if !suspects.isEmpty || !overflown.isEmpty { compareLevels(suspects: suspects, overflown: overflown) }
    }

    /// Whether events before this one are missing.
    private func noteSequence(of event: EdgeEvent) -> Bool {
        guard let sequence = event.sequence else { return false }
        defer { lastSequences[event.line] = sequence }
        guard let last = lastSequences[event.line] else { return sequence != 1 }
        return sequence != last &+ 1
    }

    /// The lines that may have lost their newest or oldest edges without a visible gap. With sequence numbers a gap
    /// shows only at the line's next edge, which may never come, and one line's edges can displace another's.
    private func linesOfFullQueues() -> Set<Int> {
        let lines = levels.indices
        guard events.count >= Self.kernelQueueLength else { return [] }
        if events.contains(where: { $0.sequence != nil }) {
            return events.count >= Self.kernelQueueLength * lines.count ? Set(lines) : []
        }
        var counts = [Int](repeating: 0, count: lines.count)
        for event in events { counts[event.line] += 1 }
        return Set(lines.filter { counts[$0] >= Self.kernelQueueLength })
    }

    private func compareLevels(suspects: Set<Int>, overflown: Set<Int>) {
        let time = scheduler.now
        do throws(GPIOError) {
            let present = try request.levels()
            for line in suspects.union(overflown).sorted()
            where present[line] != levels[line] || overflown.contains(line) {
                levels[line] = present[line]
                handler(.resynchronised(line: line, isActive: present[line], time: time))
                guard watch != nil else { return }
            }
        } catch {
            fail(error)
        }
    }

    private func fail(_ error: GPIOError) {
        guard watch != nil else { return }
        cancel()
        handler(.lost(error))
    }
}
