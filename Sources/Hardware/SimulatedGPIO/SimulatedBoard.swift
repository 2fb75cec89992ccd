import EventLoop
import GPIO
import Glibc
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
    var unplugged: Set<String> = [] {
        didSet { directory = LineDirectory(chips: presentChips) }
    }
    private var directory: LineDirectory
    /// In the order in which they were made.
    private var requests: [WeakRequest] = []
    var states: [LineAddress: SimulatedLine] = [:]
    var generator: SeededGenerator
    var bounces: [LineAddress: [PanelTimer]] = [:]
    /// What closed contacts between lines connect, each way.
    var joints: [LineAddress: [LineAddress]] = [:]
    var jointBounces: [SimulatedJoint: [PanelTimer]] = [:]
    /// The pairs of connected lines so far of which one was to be low and the other high with the same force: push-pull
    /// outputs that a keypad shorts, or resistors against each other, whose level is anybody's guess.
    public internal(set) var conflicts: Set<SimulatedConflict> = []
    private var notification: PanelTimer?

    /// A request that nobody keeps holds nothing, as with the kernel.
    private struct WeakRequest {
        weak var request: SimulatedRequest?
    }

    /// How many timers of the board's own have fired: chatter, and news of chips.
    public internal(set) var firings = 0

    public var chipsChanged: (@PanelActor () -> Void)?

    /// Called when the level of a line changes that is driven; for transcripts and displays.
    public var outputChanged: (@PanelActor (LineAddress, _ isActive: Bool) -> Void)?

    /// Called when the level of a line may have changed, whatever it came from, once the board is in its new state.
    public var levelChanged: (@PanelActor (LineAddress) -> Void)?

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
        directory = LineDirectory(chips: chips)
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
            switch LineReference(line) {
            case .place(let chip, let offset):
                guard offset <= Self.lastOffset else { continue }
                let index = (try? LineDirectory(chips: chips).chip(chip)) ?? chips.count
                if index == chips.count { chips.append(SimulatedChip(name: chip, label: chip, lines: [])) }
                let missing = offset + 1 - chips[index].lines.count
                if missing > 0 { chips[index].lines.append(contentsOf: repeatElement(nil, count: missing)) }
            case .name(let name):
                if !chips[0].lines.contains(name), !unknown.contains(name) { unknown.append(name) }
            }
        }
        if !unknown.isEmpty {
            let taken = Set(chips.map(\.name))
            let name = (1...).lazy.map { "gpiochip\($0)" }.first { !taken.contains($0) } ?? "gpiochip"
            chips.append(SimulatedChip(name: name, label: "simulated-more", lines: unknown))
        }
        self.init(chips: chips, scheduler: scheduler, seed: seed)
    }

    /// A chip of the kernel has at most 65,535 lines: `u16 ngpio` in `include/linux/gpio/driver.h`.
    private static let lastOffset = 65_534

    /// The names and labels of all chips, also of those that are unplugged.
    public var chipNames: [String] { chips.flatMap { [$0.name, $0.label] } }

    private var presentChips: [SimulatedChip] { chips.filter { !unplugged.contains($0.name) } }

    // MARK: Board

    /// All lines of the chips that are plugged in.
    ///
    /// - Throws: `noChips`.
    public func lines() throws(GPIOError) -> [LineInfo] {
        let present = presentChips
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
        let addresses = try claim(lines.map(\.line), for: consumer)
        let request = SimulatedInputRequest(
            board: self, addresses: addresses, consumer: consumer,
            pipe: try EventPipe(lines: addresses.count, hasSequenceNumbers: hasSequenceNumbers))
        for (address, configuration) in zip(addresses, lines) {
            states[address]?.bias = configuration.bias
            states[address]?.isActiveLow = configuration.isActiveLow
            states[address]?.driven = nil
            states[address]?.isOpenDrain = false
        }
        hold(addresses, request)
        // A resistor holds the line now.
        for address in addresses { levelChanged?(address) }
        return request
    }

    public func requestOutputs(
        _ lines: [OutputConfiguration], consumer: String
    ) throws(GPIOError) -> any OutputRequest {
        let addresses = try claim(lines.map(\.line), for: consumer)
        let request = SimulatedOutputRequest(board: self, addresses: addresses, consumer: consumer)
        hold(addresses, request)
        for (address, configuration) in zip(addresses, lines) {
            states[address]?.isActiveLow = configuration.isActiveLow
            take(address, configuration.drive)
            drive(address, isActive: configuration.isActive)
        }
        return request
    }

    // MARK: For requests

    func isActive(_ address: LineAddress) -> Bool {
        guard let line = states[address] else { return false }
        return isHigh(line) != line.isActiveLow
    }

    func isHigh(_ line: SimulatedLine) -> Bool {
        joints[line.address] == nil ? line.isHigh : netLevel(of: line.address)
    }

    private func take(_ address: LineAddress, _ drive: OutputDrive) {
        change(address) { line in
            switch drive {
            case .pushPull: line.isOpenDrain = false
            case .openDrain(let bias): (line.isOpenDrain, line.bias) = (true, bias)
            }
        }
    }

    func drive(_ address: LineAddress, isActive: Bool) {
        guard let line = states[address] else { return }
        let level = isActive != line.isActiveLow
        guard line.driven != level else { return }
        change(address) { $0.driven = level }
        outputChanged?(address, isActive)
    }

    /// How many requests are held, also of chips that are gone; a test ends with none.
    public var heldRequests: Int { holders.count }

    private var holders: [SimulatedRequest] {
        requests.removeAll { $0.request?.isReleased ?? true }
        return requests.compactMap(\.request)
    }

    private func hold(_ addresses: [LineAddress], _ request: SimulatedRequest) {
        requests.removeAll { $0.request?.isReleased ?? true }
        requests.append(WeakRequest(request: request))
        for address in addresses { states[address]?.holder = request }
    }

    // MARK: For the world

    /// Changes a line, and tells those who hold it as an input of the edge that came of it.
    func change(_ address: LineAddress, _ body: (inout SimulatedLine) -> Void) {
        guard var line = states[address] else { return }
        if joints[address] != nil {
            changeNets(of: [address]) {
                body(&line)
                states[address] = line
            }
            return
        }
        let before = line.isHigh
        body(&line)
        states[address] = line
        if line.isHigh != before { tellEdge(of: address, isHigh: !before) }
    }

    /// Tells who holds the line as an input of an edge.
    func tellEdge(of address: LineAddress, isHigh: Bool) {
        levelChanged?(address)
        guard let line = states[address] else { return }
        let isLost = line.eventsToDrop > 0
        if isLost { states[address]?.eventsToDrop -= 1 }
        guard let request = line.holder as? SimulatedInputRequest, !request.isReleased, !request.isGone else { return }
        request.lineChanged(address, isActive: isHigh != line.isActiveLow, at: scheduler.now, isLost: isLost)
    }

    func removeRequests(onChip chip: String) {
        // In the order in which they were made, so that their ends are told in one order, always.
        for request in holders where request.addresses.contains(where: { $0.chip == chip }) { request.chipWentAway() }
        for address in states.keys where address.chip == chip {
            states[address]?.occupant = nil
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

    /// Where lines are that a panel's file names.
    ///
    /// - Throws: `noChips`, `noSuchChip`, `ambiguousChip`, `noSuchLine`, `ambiguousLine`, `offsetOutOfRange`.
    public func addresses(of lines: [String]) throws(GPIOError) -> [LineAddress] {
        if directory.chips.isEmpty { throw .noChips }
        var addresses: [LineAddress] = []
        for line in lines { addresses.append(try directory.address(of: LineReference(line))) }
        return addresses
    }

    /// Where a line is that is named as in a panel's file.
    public func address(of line: String) throws(GPIOError) -> LineAddress {
        try addresses(of: [line])[0]
    }

    private func claim(_ lines: [String], for consumer: String) throws(GPIOError) -> [LineAddress] {
        let addresses = try addresses(of: lines)
        guard let chip = addresses.first?.chip else {
            throw .failed(call: "request", object: "no lines", code: EINVAL)
        }
        for (index, address) in addresses.enumerated() where addresses[..<index].contains(address) {
            throw .busy(line: lines[index], consumer: consumer)
        }
        guard addresses.allSatisfy({ $0.chip == chip }) else {
            throw .severalChips(lines: zip(lines, addresses).map { "\($0) on \($1.chip) [\($1.chipLabel)]" })
        }
        for (line, address) in zip(lines, addresses) {
            if let consumer = states[address]?.consumer { throw .busy(line: line, consumer: consumer) }
        }
        return addresses
    }

    private static func addresses(of chip: SimulatedChip) -> [LineAddress] {
        chip.lines.enumerated().map { offset, name in
            LineAddress(chip: chip.name, chipLabel: chip.label, offset: offset, name: name)
        }
    }
}
