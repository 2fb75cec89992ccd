import EventLoop
import GPIO
import MonotonicTime

/// A board in memory: contacts that bounce and stick, events that get lost, lines that are busy, chips that are
/// unplugged.
///
/// What happens to it from outside is in `SimulatedBoard+World.swift`. Its edges travel through a real pipe into the
/// same loop as the kernel's, and outputs go on driving when they are given back, as on real controllers.
@PanelActor
public final class SimulatedBoard: Board {
    let scheduler: any Scheduler
    /// Whether edges carry sequence numbers, as with libgpiod 2, or not, as with 1.6.
    public let hasSequenceNumbers: Bool

    var chips: [SimulatedChip]
    var unplugged: Set<String> = []
    var states: [LineAddress: SimulatedLine] = [:]
    var generator: SeededGenerator
    var bounces: [LineAddress: [PanelTimer]] = [:]
    private var inputs: [SimulatedInputRequest] = []
    private var outputs: [SimulatedOutputRequest] = []
    private var notification: PanelTimer?

    /// How many timers of the board's own have fired: chatter, and news of chips.
    public internal(set) var firings = 0

    public var chipsChanged: (@PanelActor () -> Void)?

    /// Called when the level of a line changes that is driven; for transcripts and displays.
    public var outputChanged: (@PanelActor (LineAddress, _ isActive: Bool) -> Void)?

    /// How contacts chatter.
    public var bounce = ContactBounce.typical

    /// A board with these chips, nothing connected.
    ///
    /// - Parameters:
    ///   - seed: of the generator of bounce.
    ///   - hasSequenceNumbers: whether it behaves as the kernel's second ABI does, or as the first.
    public init(
        chips: [SimulatedChip] = [.header], scheduler: any Scheduler, seed: UInt64 = 1, hasSequenceNumbers: Bool = true
    ) {
        self.chips = chips
        self.scheduler = scheduler
        self.hasSequenceNumbers = hasSequenceNumbers
        generator = SeededGenerator(seed: seed)
        for chip in chips {
            for address in Self.addresses(of: chip) { states[address] = SimulatedLine(address: address) }
        }
    }

    /// A board that has the given lines: the header's, and what is not among those on a chip of its own, so that a panel
    /// of any board can be simulated.
    ///
    /// - Parameter lines: names, or `CHIP:OFFSET`.
    public convenience init(covering lines: [String], scheduler: any Scheduler, seed: UInt64 = 1) {
        var chips = [SimulatedChip.header]
        var unknown: [String] = []
        for line in lines {
            if let (chip, offset) = Self.split(line), offset < 1_024 {
                let index = chips.firstIndex { $0.name == chip || $0.label == chip } ?? chips.count
                if index == chips.count { chips.append(SimulatedChip(name: chip, label: chip, lines: [])) }
                while chips[index].lines.count <= offset { chips[index].lines.append(nil) }
            } else if !chips[0].lines.contains(line), !unknown.contains(line) {
                unknown.append(line)
            }
        }
        if !unknown.isEmpty {
            chips.append(SimulatedChip(name: "gpiochip1", label: "simulated-more", lines: unknown))
        }
        self.init(chips: chips, scheduler: scheduler, seed: seed)
    }

    // MARK: Board

    public func lines() throws(GPIOError) -> [LineInfo] {
        let present = chips.filter { !unplugged.contains($0.name) }
        guard !present.isEmpty else { throw .noChips }
        return present.flatMap { chip in
            Self.addresses(of: chip).compactMap { states[$0] }.map { line in
                LineInfo(address: line.address, isOutput: line.driven != nil, consumer: line.consumer)
            }
        }
    }

    public func requestInputs(
        _ lines: [InputConfiguration], consumer: String
    ) throws(GPIOError) -> any InputRequest {
        let addresses = try claim(lines.map(\.line))
        let request = try SimulatedInputRequest(board: self, addresses: addresses, configurations: lines)
        for (address, configuration) in zip(addresses, lines) {
            states[address]?.bias = configuration.bias
            states[address]?.isActiveLow = configuration.isActiveLow
            states[address]?.driven = nil
            states[address]?.consumer = consumer
        }
        inputs.append(request)
        return request
    }

    public func requestOutputs(
        _ lines: [OutputConfiguration], consumer: String
    ) throws(GPIOError) -> any OutputRequest {
        let addresses = try claim(lines.map(\.line))
        let request = SimulatedOutputRequest(board: self, addresses: addresses)
        for (address, configuration) in zip(addresses, lines) {
            states[address]?.isActiveLow = configuration.isActiveLow
            states[address]?.consumer = consumer
            drive(address, isActive: configuration.isActive)
        }
        outputs.append(request)
        return request
    }

    // MARK: For requests

    func isActive(_ address: LineAddress) -> Bool { states[address]?.isActive ?? false }

    func drive(_ address: LineAddress, isActive: Bool) {
        guard let line = states[address] else { return }
        let level = isActive != line.isActiveLow
        guard line.driven != level else { return }
        change(address) { $0.driven = level }
        outputChanged?(address, isActive)
    }

    func forget(_ request: SimulatedInputRequest) {
        inputs.removeAll { $0 === request }
        if !request.isGone { for address in request.addresses { states[address]?.consumer = nil } }
    }

    func forget(_ request: SimulatedOutputRequest) {
        outputs.removeAll { $0 === request }
        if !request.isGone { for address in request.addresses { states[address]?.consumer = nil } }
    }

    /// How many requests are held; a test ends with none.
    public var heldRequests: Int { inputs.count + outputs.count }

    // MARK: For the world

    /// Changes a line, and tells those who hold it as an input of the edge that came of it.
    func change(_ address: LineAddress, _ body: (inout SimulatedLine) -> Void) {
        guard var line = states[address] else { return }
        let before = line.isHigh
        body(&line)
        let isEdge = line.isHigh != before
        let isLost = isEdge && line.eventsToDrop > 0
        if isLost { line.eventsToDrop -= 1 }
        states[address] = line
        guard isEdge, line.consumer != nil, !unplugged.contains(address.chip) else { return }
        for request in inputs {
            request.lineChanged(address, isActive: line.isActive, at: scheduler.now, isLost: isLost)
        }
    }

    func removeRequests(onChip chip: String) {
        for request in inputs where request.addresses.contains(where: { $0.chip == chip }) { request.chipWentAway() }
        for request in outputs where request.addresses.contains(where: { $0.chip == chip }) { request.chipWentAway() }
        for address in states.keys where address.chip == chip {
            states[address]?.consumer = nil
            states[address]?.driven = nil
        }
    }

    func notifyOfChips() {
        // Never inside the call that changed the world: the kernel's news come through the loop as well.
        let timer =
            notification
            ?? scheduler.makeTimer { [weak self] in
                self?.firings += 1
                self?.chipsChanged?()
            }
        notification = timer
        timer.arm(at: scheduler.now)
    }

    /// Where a line is that is named as in a panel's file.
    public func address(of line: String) throws(GPIOError) -> LineAddress {
        let present = chips.filter { !unplugged.contains($0.name) }
        guard !present.isEmpty else { throw .noChips }
        let found = present.flatMap(Self.addresses).filter { $0.name == line }
        if found.count > 1 { throw .ambiguousLine(line, chips: found.map(\.chip)) }
        if let address = found.first { return address }
        guard let (name, offset) = Self.split(line) else { throw .noSuchLine(line, chips: present.map(\.name)) }
        guard let chip = present.first(where: { $0.name == name || $0.label == name }) else {
            throw .noSuchChip(name, known: present.map(\.name))
        }
        guard chip.lines.indices.contains(offset) else {
            throw .offsetOutOfRange(line: line, count: chip.lines.count)
        }
        return Self.addresses(of: chip)[offset]
    }

    private func claim(_ lines: [String]) throws(GPIOError) -> [LineAddress] {
        var addresses: [LineAddress] = []
        for line in lines {
            let address = try address(of: line)
            if let consumer = states[address]?.consumer { throw .busy(line: line, consumer: consumer) }
            if addresses.contains(address) { throw .busy(line: line, consumer: "this request") }
            addresses.append(address)
        }
        return addresses
    }

    private static func addresses(of chip: SimulatedChip) -> [LineAddress] {
        chip.lines.enumerated().map { offset, name in
            LineAddress(chip: chip.name, chipLabel: chip.label, offset: offset, name: name)
        }
    }

    private static func split(_ line: String) -> (chip: String, offset: Int)? {
        guard let colon = line.lastIndex(of: ":"), let offset = Int(line[line.index(after: colon)...]), offset >= 0
        else {
            return nil
        }
        return (String(line[..<colon]), offset)
    }
}
