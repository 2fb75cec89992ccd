import EventLoop
import GPIO
import SimulatedGPIO

/// A simulated board with calls that fail on request.
@PanelActor
final class FaultyBoard: Board {
    let board: SimulatedBoard
    /// The error of looking for lines.
    var lookError: GPIOError?
    /// The errors of requesting lines, by name.
    var requestErrors: [String: GPIOError] = [:]
    /// The number of times that setting a line fails, by the line's name.
    var failures: [String: Int] = [:]
    /// The errors of reading the levels of input lines, by name.
    var levelErrors: [String: GPIOError] = [:]
    /// Called before a line is driven, with its name.
    var willDrive: (@PanelActor (String) -> Void)?

    init(_ board: SimulatedBoard) {
        self.board = board
    }

    var chipsChanged: (@PanelActor () -> Void)? {
        get { board.chipsChanged }
        set { board.chipsChanged = newValue }
    }

    func lines() throws(GPIOError) -> [LineInfo] {
        if let lookError { throw lookError }
        return try board.lines()
    }

    func addresses(of lines: [String]) throws(GPIOError) -> [LineAddress] {
        if let lookError { throw lookError }
        return try board.addresses(of: lines)
    }

    func requestInputs(_ lines: [InputConfiguration], consumer: String) throws(GPIOError) -> any InputRequest {
        for line in lines { if let error = requestErrors[line.line] { throw error } }
        return FaultyInputs(try board.requestInputs(lines, consumer: consumer), lines.map(\.line), board: self)
    }

    func requestOutputs(_ lines: [OutputConfiguration], consumer: String) throws(GPIOError) -> any OutputRequest {
        for line in lines {
            if let error = requestErrors[line.line] { throw error }
            willDrive?(line.line)
        }
        return FaultyOutputs(try board.requestOutputs(lines, consumer: consumer), lines.map(\.line), board: self)
    }
}

@PanelActor
private final class FaultyInputs: InputRequest {
    private let request: any InputRequest
    private let names: [String]
    private let board: FaultyBoard

    init(_ request: any InputRequest, _ names: [String], board: FaultyBoard) {
        self.request = request
        self.names = names
        self.board = board
    }

    var addresses: [LineAddress] { request.addresses }
    var descriptor: Int32 { request.descriptor }

    func readEvents(into events: inout [EdgeEvent]) throws(GPIOError) -> Bool {
        try request.readEvents(into: &events)
    }

    func levels() throws(GPIOError) -> [Bool] {
        for name in names { if let error = board.levelErrors[name] { throw error } }
        return try request.levels()
    }

    func release() { request.release() }
}

@PanelActor
private final class FaultyOutputs: OutputRequest {
    private let request: any OutputRequest
    private let names: [String]
    private let board: FaultyBoard

    init(_ request: any OutputRequest, _ names: [String], board: FaultyBoard) {
        self.request = request
        self.names = names
        self.board = board
    }

    var addresses: [LineAddress] { request.addresses }

    func set(_ line: Int, isActive: Bool) throws(GPIOError) {
        if let count = board.failures[names[line]], count > 0 {
            board.failures[names[line]] = count - 1
            throw .failed(call: "GPIO_SET_LINE_VALUES", object: "gpiochip0", code: 5)
        }
        try request.set(line, isActive: isActive)
    }

    func levels() throws(GPIOError) -> [Bool] { try request.levels() }
    func release() { request.release() }
}
