import EventLoop

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
