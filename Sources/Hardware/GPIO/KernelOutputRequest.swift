import EventLoop

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
