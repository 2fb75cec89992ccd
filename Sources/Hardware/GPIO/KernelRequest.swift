import CGPIO
import EventLoop
import Glibc
import MonotonicTime

/// Lines of a kernel chip, until their release.
@PanelActor
final class KernelRequest: InputRequest, OutputRequest {
    let addresses: [LineAddress]
    private var handle: Handle?

    /// The kernel's request. With libgpiod 1, lines are valid only as long as their chip's handle.
    private final class Handle {
        let pointer: OpaquePointer
        let chip: KernelChip

        init(_ pointer: OpaquePointer, _ chip: KernelChip) {
            (self.pointer, self.chip) = (pointer, chip)
        }

        deinit {
            holdfast_gpio_request_release(pointer)
        }
    }

    /// Takes over `pointer`, the request of the lines at `addresses` on `chip`.
    init(_ pointer: OpaquePointer, chip: KernelChip, addresses: [LineAddress]) {
        handle = Handle(pointer, chip)
        self.addresses = addresses
    }

    func release() {
        handle = nil
    }

    private func held(call: String) throws(GPIOError) -> Handle {
        guard let handle else { throw .failed(call: call, object: addresses.first?.chip ?? "", code: EBADF) }
        return handle
    }

    var descriptor: Int32 { handle.map { holdfast_gpio_request_descriptor($0.pointer) } ?? -1 }

    func readEvents(into events: inout [EdgeEvent]) throws(GPIOError) -> Bool {
        let handle = try held(call: "read")
        // The kernel queues 16 events for each line, so a read of this size empties the queues.
        let capacity = addresses.count * 16
        let start = events.count
        let count = withUnsafeTemporaryAllocation(of: holdfast_gpio_event.self, capacity: capacity) { buffer in
            let count = holdfast_gpio_request_read_events(handle.pointer, buffer.baseAddress, capacity)
            for event in buffer.prefix(max(0, Int(count))) {
                events.append(
                    EdgeEvent(
                        line: Int(event.line), isActive: event.is_active,
                        time: MonotonicInstant(nanoseconds: event.time),
                        sequence: event.sequence == 0 ? nil : event.sequence))
            }
            return count
        }
        guard count >= 0 else { throw handle.chip.error(call: "read") }
        // libgpiod 1 has one queue for each line. The sort is stable, so a line's own events keep their order.
        if addresses.count > 1 { events[start...].sort { $0.time < $1.time } }
        return count == capacity
    }

    func levels() throws(GPIOError) -> [Bool] {
        let handle = try held(call: "GPIO_GET_LINE_VALUES")
        var isRead = false
        let levels = [Bool](unsafeUninitializedCapacity: addresses.count) { buffer, count in
            isRead = holdfast_gpio_request_get_levels(handle.pointer, buffer.baseAddress) == 0
            count = isRead ? addresses.count : 0
        }
        guard isRead else { throw handle.chip.error(call: "GPIO_GET_LINE_VALUES") }
        return levels
    }

    func set(_ line: Int, isActive: Bool) throws(GPIOError) {
        let handle = try held(call: "GPIO_SET_LINE_VALUES")
        guard holdfast_gpio_request_set(handle.pointer, line, isActive) == 0 else {
            throw handle.chip.error(call: "GPIO_SET_LINE_VALUES")
        }
    }

    func set(_ states: [Bool]) throws(GPIOError) {
        let handle = try held(call: "GPIO_SET_LINE_VALUES")
        precondition(states.count == addresses.count, "a state for each line of the request")
        guard holdfast_gpio_request_set_levels(handle.pointer, states) == 0 else {
            throw handle.chip.error(call: "GPIO_SET_LINE_VALUES")
        }
    }
}
