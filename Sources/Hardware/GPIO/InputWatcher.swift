import EventLoop
import MonotonicTime

/// Brings the edges of a request to a handler on the loop, and notices when some were lost.
///
/// The kernel's queues are short (16 events for each line in its first ABI, which then drops the newest; one of 16 times
/// the number of lines for all of them in the second, which drops the oldest: `drivers/gpio/gpiolib-cdev.c`), and an
/// overflow wakes nobody. So every wakeup drains the queue; a gap in the sequence numbers, the same edge twice, or a
/// full queue means that something was lost, and the level itself is read and compared.
@PanelActor
public final class InputWatcher {
    /// What the handler is given.
    public enum Event: Sendable, Hashable {
        /// An edge, as the kernel stamped it.
        case edge(EdgeEvent)
        /// Edges of this line were lost before `time`; this was its level then.
        case resynchronised(line: Int, isActive: Bool, time: MonotonicInstant)
        /// The lines cannot be read any more, and the watch has ended.
        case lost(GPIOError)
    }

    /// The request that is watched.
    public let request: any InputRequest
    private let scheduler: any Scheduler
    private let handler: @PanelActor (Event) -> Void
    private var watch: DescriptorWatch?
    private var lastLevels: [Bool]
    private var lastSequences: [UInt32?]
    private var events: [EdgeEvent] = []
    private var isDraining = false

    /// What the kernel queues for each line: `DECLARE_KFIFO(events, struct gpioevent_data, 16)` in the first ABI,
    /// `event_buffer_size` in the second. As many in one go may mean that more were dropped.
    private static let kernelQueueLength = 16

    /// Watches `request` from now on.
    ///
    /// - Parameters:
    ///   - scheduler: gives the time of a resynchronisation.
    ///   - handler: called on the loop, in the order of the events.
    public init(
        _ request: any InputRequest, loop: EventLoop = .panel, scheduler: any Scheduler,
        handler: @escaping @PanelActor (Event) -> Void
    ) throws(GPIOError) {
        self.request = request
        self.scheduler = scheduler
        self.handler = handler
        lastLevels = try request.levels()
        lastSequences = lastLevels.map { _ in nil }
        do {
            watch = try loop.watch(request.descriptor) { [weak self] _ in self?.drain() }
        } catch {
            throw .failed(call: error.call, object: request.addresses.first?.chip ?? "", code: error.code)
        }
    }

    /// The levels when the watch began or as of the last edge.
    public var levels: [Bool] { lastLevels }

    /// Handles all that is queued, now; the loop does so by itself, a deadline's owner before it decides.
    public func drain() {
        // A handler that drains while it is given an edge would be given later edges before the rest of the earlier ones.
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

    /// The level of a line, read from the device; `nil` where that fails, which the handler is told.
    public func readLevel(_ line: Int) -> Bool? {
        readLevels()?[line]
    }

    /// The levels of all lines, read from the device; `nil` where that fails, which the handler is told.
    public func readLevels() -> [Bool]? {
        guard watch != nil else { return nil }
        do throws(GPIOError) {
            return try request.levels()
        } catch {
            fail(error)
            return nil
        }
    }

    /// Looks whether the device is still there, after `Board.chipsChanged`.
    public func checkPresence() {
        _ = readLevels()
    }

    /// Stops listening, so that a storm of edges costs nothing, or listens again.
    public func setMuted(_ muted: Bool) {
        watch?.setMuted(muted)
    }

    /// Ends the watch and gives the lines back.
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
            let isRepeat = event.isActive == lastLevels[event.line]
            lastLevels[event.line] = event.isActive
            if isGap || isRepeat {
                // What was lost happened before this stamp, so as of the stamp the level is known again.
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

    /// The lines whose newest or oldest edges may be missing without a gap that shows it: with sequence numbers a gap
    /// shows only at the line's next edge, which may never come, and one line's edges push out another's.
    private func linesOfFullQueues() -> Set<Int> {
        let lines = lastLevels.indices
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
            let levels = try request.levels()
            for line in suspects.union(overflown).sorted()
            where levels[line] != lastLevels[line] || overflown.contains(line) {
                lastLevels[line] = levels[line]
                handler(.resynchronised(line: line, isActive: levels[line], time: time))
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
