import EventLoop
import GPIO

/// A board that records the requested outputs.
@PanelActor
final class RecordingBoard: Board {
    private let infos: [LineInfo]
    var busy: Set<String> = []
    private(set) var requests: [OutputConfiguration] = []
    private(set) var open = 0
    var chipsChanged: (@PanelActor () -> Void)?

    init(chips: [(path: String, label: String, count: Int)]) {
        infos = chips.flatMap { chip in
            (0..<chip.count).map { offset in
                LineInfo(
                    address: LineAddress(chip: chip.path, chipLabel: chip.label, offset: offset, name: nil),
                    isOutput: false, consumer: nil)
            }
        }
    }

    func lines() throws(GPIOError) -> [LineInfo] { infos }

    func requestInputs(_ lines: [InputConfiguration], consumer: String) throws(GPIOError) -> any InputRequest {
        throw .noChips
    }

    func requestOutputs(_ lines: [OutputConfiguration], consumer: String) throws(GPIOError) -> any OutputRequest {
        for line in lines where busy.contains(line.line) { throw .busy(line: line.line, consumer: "other") }
        requests += lines
        open += 1
        return Request { self.open -= 1 }
    }

    private final class Request: OutputRequest {
        let addresses: [LineAddress] = []
        private let onRelease: @PanelActor () -> Void

        init(onRelease: @escaping @PanelActor () -> Void) { self.onRelease = onRelease }

        func set(_ line: Int, isActive: Bool) throws(GPIOError) {}

        func levels() throws(GPIOError) -> [Bool] { [] }

        func release() { onRelease() }
    }
}
