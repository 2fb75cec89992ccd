import CGPIO
import EventLoop
import Glibc
import MonotonicTime

/// The kernel's request of lines, released when the last reference to this object goes.
final class KernelLines {
    let addresses: [LineAddress]
    private let pointer: OpaquePointer
    /// With libgpiod 1, lines are valid only as long as their chip's handle.
    private let chip: KernelChip

    /// Takes over `pointer`, the request of the lines at `addresses` on `chip`.
    init(pointer: OpaquePointer, chip: KernelChip, addresses: [LineAddress]) {
        self.pointer = pointer
        self.chip = chip
        self.addresses = addresses
    }

    deinit {
        holdfast_gpio_request_release(pointer)
    }

    /// The error of using lines after their release.
    static func releasedError(_ addresses: [LineAddress], call: String) -> GPIOError {
        .failed(call: call, object: addresses.first?.chip ?? "", code: EBADF)
    }

    var descriptor: Int32 { holdfast_gpio_request_descriptor(pointer) }

    /// Appends the queued events, in the order of their time stamps.
    ///
    /// - Returns: whether more may be queued.
    func readEvents(into events: inout [EdgeEvent]) throws(GPIOError) -> Bool {
        // The kernel queues 16 events for each line, so a read of this size empties the queues.
        let capacity = addresses.count * 16
        let start = events.count
        let count = withUnsafeTemporaryAllocation(of: holdfast_gpio_event.self, capacity: capacity) { buffer in
            let count = holdfast_gpio_request_read_events(pointer, buffer.baseAddress, capacity)
            for event in buffer.prefix(max(0, Int(count))) {
                events.append(
                    EdgeEvent(
                        line: Int(event.line), isActive: event.is_active,
                        time: MonotonicInstant(nanoseconds: event.time),
                        sequence: event.sequence == 0 ? nil : event.sequence))
            }
            return count
        }
        guard count >= 0 else { throw chip.error(call: "read") }
        // libgpiod 1 has one queue for each line. The sort is stable, so a line's own events keep their order.
        if addresses.count > 1 { events[start...].sort { $0.time < $1.time } }
        return count == capacity
    }

    func levels() throws(GPIOError) -> [Bool] {
        var isRead = false
        let levels = [Bool](unsafeUninitializedCapacity: addresses.count) { buffer, count in
            isRead = holdfast_gpio_request_get_levels(pointer, buffer.baseAddress) == 0
            count = isRead ? addresses.count : 0
        }
        guard isRead else { throw chip.error(call: "GPIO_GET_LINE_VALUES") }
        return levels
    }

    func set(_ line: Int, isActive: Bool) throws(GPIOError) {
        guard holdfast_gpio_request_set(pointer, line, isActive) == 0 else {
            throw chip.error(call: "GPIO_SET_LINE_VALUES")
        }
    }

    func set(_ states: [Bool]) throws(GPIOError) {
        precondition(states.count == addresses.count, "a state for each line of the request")
        guard holdfast_gpio_request_set_levels(pointer, states) == 0 else {
            throw chip.error(call: "GPIO_SET_LINE_VALUES")
        }
    }
}

/// Input lines of a kernel chip.
@PanelActor
final class KernelInputRequest: InputRequest {
    let addresses: [LineAddress]
    private var lines: KernelLines?

    init(_ lines: KernelLines) {
        self.lines = lines
        addresses = lines.addresses
    }

    var descriptor: Int32 { lines?.descriptor ?? -1 }

    func readEvents(into events: inout [EdgeEvent]) throws(GPIOError) -> Bool {
        guard let lines else { throw KernelLines.releasedError(addresses, call: "read") }
        return try lines.readEvents(into: &events)
    }

    func levels() throws(GPIOError) -> [Bool] {
        guard let lines else { throw KernelLines.releasedError(addresses, call: "GPIO_GET_LINE_VALUES") }
        return try lines.levels()
    }

    func release() {
        lines = nil
    }
}

/// Output lines of a kernel chip.
@PanelActor
final class KernelOutputRequest: OutputRequest {
    let addresses: [LineAddress]
    private var lines: KernelLines?

    init(_ lines: KernelLines) {
        self.lines = lines
        addresses = lines.addresses
    }

    func set(_ line: Int, isActive: Bool) throws(GPIOError) {
        guard let lines else { throw KernelLines.releasedError(addresses, call: "GPIO_SET_LINE_VALUES") }
        try lines.set(line, isActive: isActive)
    }

    func set(_ states: [Bool]) throws(GPIOError) {
        guard let lines else { throw KernelLines.releasedError(addresses, call: "GPIO_SET_LINE_VALUES") }
        try lines.set(states)
    }

    func levels() throws(GPIOError) -> [Bool] {
        guard let lines else { throw KernelLines.releasedError(addresses, call: "GPIO_GET_LINE_VALUES") }
        return try lines.levels()
    }

    func release() {
        lines = nil
    }
}
