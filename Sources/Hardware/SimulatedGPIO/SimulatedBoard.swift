import EventLoop
import GPIO
import Glibc
import MonotonicTime

/// A board in memory. It simulates bouncing and stuck contacts, lost events, busy lines, and unplugged chips.
///
/// Events from outside are in `SimulatedBoard+World.swift`. Edges reach the loop through a real pipe, as the kernel's
/// do. Released outputs keep driving, as on real controllers.
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
    /// The requests, in the order in which they were made.
    private var requests: [WeakRequest] = []
    var nets: SimulatedNets
    let contacts: BouncingContacts
    private var notification: PanelTimer?

    /// A weak reference. Like a kernel's request, a request without an owner holds no lines.
    private struct WeakRequest {
        weak var request: SimulatedRequest?
    }

    private var notifications = 0

    public var chipsChanged: (@PanelActor () -> Void)?

    /// Called when the level of a driven line changes; for transcripts and displays.
    public var outputChanged: (@PanelActor (LineAddress, _ isActive: Bool) -> Void)?

    /// Called when the level of a line may have changed for any reason, after the board is in its new state.
    public var levelChanged: (@PanelActor (LineAddress) -> Void)?

    /// The number of firings of the board's own timers: bounce, and changes of chips.
    public var firings: Int { contacts.firings + notifications }

    public var bounce: ContactBounce {
        get { contacts.bounce }
        set { contacts.bounce = newValue }
    }

    /// The pairs of connected lines that were to be low and high with the same force: push-pull outputs shorted by a
    /// keypad, or resistors against each other. The real level of such lines is undefined.
    public var conflicts: Set<SimulatedConflict> { nets.conflicts }

    /// Creates a board with these chips and no connections.
    ///
    /// - Parameters:
    ///   - seed: the seed for the generator of bounce.
    ///   - hasSequenceNumbers: whether the board behaves like the kernel's second ABI; otherwise like the first.
    public init(
        chips: [SimulatedChip] = [.header], scheduler: any Scheduler, seed: UInt64 = 1, hasSequenceNumbers: Bool = true
    ) {
        self.chips = chips
        self.scheduler = scheduler
        self.hasSequenceNumbers = hasSequenceNumbers
        contacts = BouncingContacts(scheduler: scheduler, seed: seed)
        directory = LineDirectory(chips: chips)
        nets = SimulatedNets(chips.flatMap(Self.addresses))
    }

    /// Creates a board that has the given lines, so that any panel can be simulated. It has the header's chip, and
    /// other chips for lines that are not on the header.
    ///
    /// - Parameters:
    ///   - lines: names, or `CHIP:OFFSET`.
    ///   - headerNames: names of lines of the header's chip in place of `GPIOn`, by their offsets.
    public convenience init(
        covering lines: [String], headerNames: [Int: String] = [:], scheduler: any Scheduler, seed: UInt64 = 1
    ) {
        var chips = [SimulatedChip.header]
        for (offset, name) in headerNames where chips[0].lineNames.indices.contains(offset) {
            chips[0].lineNames[offset] = name
        }
        var unknown: [String] = []
        for line in lines {
            switch LineReference(line) {
            case .place(let chip, let offset):
                guard offset <= Self.lastOffset else { continue }
                let index = (try? LineDirectory(chips: chips).chip(chip)) ?? chips.count
                if index == chips.count { chips.append(SimulatedChip(path: chip, label: chip, lineNames: [])) }
                let missing = offset + 1 - chips[index].lineNames.count
                if missing > 0 { chips[index].lineNames.append(contentsOf: repeatElement(nil, count: missing)) }
            case .name(let name):
                if !chips[0].lineNames.contains(name), !unknown.contains(name) { unknown.append(name) }
            }
        }
        if !unknown.isEmpty {
            let taken = Set(chips.map(\.path))
            let name = (1...).lazy.map { "gpiochip\($0)" }.first { !taken.contains($0) } ?? "gpiochip"
            chips.append(SimulatedChip(path: name, label: "simulated-more", lineNames: unknown))
        }
        self.init(chips: chips, scheduler: scheduler, seed: seed)
    }

    /// A chip of the kernel has at most 65,535 lines: `u16 ngpio` in `include/linux/gpio/driver.h`.
    private static let lastOffset = 65_534

    /// The names and labels of all chips, including unplugged ones.
    public var chipNames: [String] { chips.flatMap { [$0.path, $0.label] } }

    /// The labels of all chips, including unplugged ones.
    public var chipLabels: [String] { chips.map(\.label) }

    private var presentChips: [SimulatedChip] { chips.filter { !unplugged.contains($0.path) } }

    // MARK: Board

    /// All lines of the chips that are present.
    ///
    /// - Throws: `noChips`.
    public func lines() throws(GPIOError) -> [LineInfo] {
        let present = presentChips
        guard !present.isEmpty else { throw .noChips }
        return present.flatMap { chip in
            Self.addresses(of: chip).compactMap { nets[$0] }.map { line in
                LineInfo(
                    address: line.address, isOutput: line.driven != nil, consumer: line.consumer,
                    bias: line.hasRequestedBias ? line.bias : nil)
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
            nets[address]?.bias = configuration.bias
            nets[address]?.isActiveLow = configuration.isActiveLow
            nets[address]?.driven = nil
            nets[address]?.isOpenDrain = false
        }
        hold(addresses, request)
        // The bias may have changed the level.
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
            nets[address]?.isActiveLow = configuration.isActiveLow
            take(address, configuration.drive)
            drive(address, isActive: configuration.isActive)
        }
        return request
    }

    // MARK: For requests

    func isActive(_ address: LineAddress) -> Bool {
        nets[address].map { nets.isHigh(address) != $0.isActiveLow } ?? false
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
        guard let line = nets[address] else { return }
        let level = isActive != line.isActiveLow
        guard line.driven != level else { return }
        change(address) { $0.driven = level }
        outputChanged?(address, isActive)
    }

    /// The number of held requests, including those of removed chips. A test ends with 0.
    public var heldRequests: Int { holders.count }

    private var holders: [SimulatedRequest] {
        requests.removeAll { $0.request?.isReleased ?? true }
        return requests.compactMap(\.request)
    }

    private func hold(_ addresses: [LineAddress], _ request: SimulatedRequest) {
        requests.removeAll { $0.request?.isReleased ?? true }
        requests.append(WeakRequest(request: request))
        for address in addresses { nets[address]?.holder = request }
    }

    // MARK: For the world

    /// Changes a line, and reports the resulting edges to the input requests that hold the lines.
    func change(_ address: LineAddress, _ body: (inout SimulatedLine) -> Void) {
        tell(nets.change(address, body))
    }

    /// Reports edges to the input requests that hold the lines.
    func tell(_ edges: [SimulatedNets.Edge]) {
        for edge in edges { tellEdge(of: edge.line, isHigh: edge.isHigh) }
    }

    private func tellEdge(of address: LineAddress, isHigh: Bool) {
        levelChanged?(address)
        guard let line = nets[address] else { return }
        let isLost = line.eventsToDrop > 0
        if isLost { nets[address]?.eventsToDrop -= 1 }
        guard let request = line.holder as? SimulatedInputRequest, !request.isReleased, !request.isGone else { return }
        request.lineChanged(address, isActive: isHigh != line.isActiveLow, at: scheduler.now, isLost: isLost)
    }

    func removeRequests(onChip chip: String) {
        // In the order in which the requests were made, so that the reports always come in the same order.
        for request in holders where request.addresses.contains(where: { $0.chip == chip }) { request.chipWentAway() }
        for address in nets.addresses where address.chip == chip {
            nets[address]?.occupant = nil
            nets[address]?.driven = nil
        }
    }

    func notifyOfChips() {
        // Never inside the call that made the change: the kernel reports changes through the loop as well.
        let timer =
            notification
            ?? scheduler.makeTimer { [weak self] in
                self?.notifications += 1
                self?.chipsChanged?()
            }
        notification = timer
        timer.arm(at: scheduler.now)
    }

    /// The addresses of lines named in a panel's file.
    ///
    /// - Throws: `noChips`, `noSuchChip`, `ambiguousChip`, `noSuchLine`, `ambiguousLine`, `offsetOutOfRange`.
    public func addresses(of lines: [String]) throws(GPIOError) -> [LineAddress] {
        if directory.chips.isEmpty { throw .noChips }
        return try directory.addresses(of: lines.map(LineReference.init))
    }

    /// The address of a line named as in a panel's file.
    public func address(of line: String) throws(GPIOError) -> LineAddress {
        try addresses(of: [line])[0]
    }

    private func claim(_ lines: [String], for consumer: String) throws(GPIOError) -> [LineAddress] {
        if directory.chips.isEmpty { throw .noChips }
        let (chip, offsets) = try directory.request(lines, as: lines.map(LineReference.init), consumer: consumer)
        let addresses = offsets.map { directory.address(chip: chip, offset: $0) }
        for (line, address) in zip(lines, addresses) {
            if let consumer = nets[address]?.consumer { throw .busy(line: line, consumer: consumer) }
        }
        return addresses
    }

    private static func addresses(of chip: SimulatedChip) -> [LineAddress] {
        chip.lineNames.enumerated().map { offset, name in
            LineAddress(chip: chip.path, chipLabel: chip.label, offset: offset, name: name)
        }
    }
}
