import CGPIO
import EventLoop
import Glibc

/// The GPIO chips of this machine, through the kernel's character devices.
///
/// A chip's number may change with the kernel and whenever it is plugged in, so each request looks up its chip again.
@PanelActor
public final class KernelBoard: Board {
    /// Called when a chip's device file appeared, disappeared, or changed its permissions, if the board watches for
    /// that.
    public var chipsChanged: (@PanelActor () -> Void)?

    /// The version of libgpiod that this program uses, such as `2.2.1`.
    public nonisolated static var libraryVersion: String { String(cString: holdfast_gpio_library_version()) }

    private let selection: String?
    private let devices: KernelDevices
    private let deviceWatch: OwnedDescriptor?
    private var watch: DescriptorWatch?

    /// Creates a board of one chip, or of all.
    ///
    /// - Parameters:
    ///   - chip: the chip's label, name (`gpiochip0`) or path; `nil` for all chips. The chip may appear later.
    ///   - watchingChips: whether to call `chipsChanged`. A program that runs once needs no watch. Without a watch,
    ///     the limit `fs.inotify.max_user_instances` cannot make it fail.
    ///   - folder: the folder of the chips' device files.
    /// - Throws: `failed` where the watch cannot be set up.
    public init(chip: String? = nil, watchingChips: Bool = true, folder: String = "/dev") throws(GPIOError) {
        selection = chip
        devices = KernelDevices(folder: folder)
        deviceWatch = watchingChips ? try devices.watch() : nil
        guard let deviceWatch else { return }
        do {
            watch = try EventLoop.panel.watch(deviceWatch.number) { [weak self] _ in self?.takeDeviceChanges() }
        } catch {
            throw .failed(call: error.call, object: folder, code: error.code)
        }
    }

    private func takeDeviceChanges() {
        guard let deviceWatch, holdfast_device_watch_read(deviceWatch.number, KernelDevices.prefix) > 0 else { return }
        chipsChanged?()
    }

    // MARK: Lines

    /// A chip of this board, and the kernel's information about its lines.
    fileprivate struct Listing {
        var chip: KernelChip
        var lines: [LineInfo]
    }

    /// All lines of the board's chips.
    ///
    /// - Throws: `noChips`, `noSuchChip`, `ambiguousChip`, `notPermitted`, `failed`.
    public func lines() throws(GPIOError) -> [LineInfo] {
        try listings().flatMap(\.lines)
    }

    /// The addresses of lines named in a panel's file.
    ///
    /// - Throws: as `lines`; `noSuchLine`, `ambiguousLine`, `offsetOutOfRange`.
    public func addresses(of lines: [String]) throws(GPIOError) -> [LineAddress] {
        try LineDirectory(listings: try listings()).addresses(of: lines.map(reference))
    }

    private func listings() throws(GPIOError) -> [Listing] {
        let chips = try selectedChips(of: try devices.openAll())
        var listings: [Listing] = []
        for chip in chips {
            do throws(GPIOError) {
                listings.append(Listing(chip: chip, lines: try chip.lines()))
            } catch .chipGone {
                continue
            }
        }
        return listings
    }

    private func selectedChips(of found: (chips: [KernelChip], denied: [String])) throws(GPIOError) -> [KernelChip] {
        let path = selection.map(devices.resolvingLink)
        if let path, found.denied.contains(where: { $0 == path || $0 == "\(devices.folder)/\(path)" }) {
            throw .notPermitted(chip: path)
        }
        // If no chip can be opened, no label is known either.
        if found.chips.isEmpty, !found.denied.isEmpty {
            throw .notPermitted(chip: found.denied.joined(separator: ", "))
        }
        guard let path else {
            if found.chips.isEmpty { throw .noChips }
            return found.chips
        }
        let directory = LineDirectory(
            chips: found.chips.map { .init(path: $0.path, label: $0.label, lineNames: []) })
        do throws(GPIOError) {
            return [found.chips[try directory.chip(path)]]
        } catch .noSuchChip(let chip, let known, isBoard: _) {
            throw .noSuchChip(chip, known: known, isBoard: true)
        }
    }

    private func reference(_ text: String) -> LineReference {
        switch LineReference(text) {
        case .place(let chip, let offset): .place(chip: devices.resolvingLink(chip), offset: offset)
        case .name(let name): .name(name)
        }
    }

    // MARK: Requests

    /// Requests input lines of one chip, with both edges.
    ///
    /// A bias that the chip's driver cannot set stays unchanged; the kernel does not report that (`gpio_set_bias` in
    /// `drivers/gpio/gpiolib.c`).
    ///
    /// - Throws: as `addresses`; `severalChips`, `busy`, `chipGone`.
    public func requestInputs(
        _ lines: [InputConfiguration], consumer: String
    ) throws(GPIOError) -> any InputRequest {
        try request(lines.map(\.line), consumer: consumer) { chip, addresses in
            let inputs = zip(lines, addresses).map { line, address in
                holdfast_gpio_input(
                    offset: UInt32(address.offset), is_active_low: line.isActiveLow, bias: line.bias.kernelBias)
            }
            return holdfast_gpio_request_inputs(chip.pointer, inputs, inputs.count, consumer)
        }
    }

    /// Requests output lines of one chip. Each line gets its state in one step, without a glitch.
    ///
    /// - Throws: as `addresses`; `severalChips`, `busy`, `chipGone`.
    public func requestOutputs(
        _ lines: [OutputConfiguration], consumer: String
    ) throws(GPIOError) -> any OutputRequest {
        try request(lines.map(\.line), consumer: consumer) { chip, addresses in
            let outputs = zip(lines, addresses).map { line, address in
                holdfast_gpio_output(
                    offset: UInt32(address.offset), is_active_low: line.isActiveLow, is_active: line.isActive,
                    is_open_drain: line.drive != .pushPull, bias: line.drive.kernelBias)
            }
            return holdfast_gpio_request_outputs(chip.pointer, outputs, outputs.count, consumer)
        }
    }

    /// Requests lines of one chip, and refuses lines that are in use.
    ///
    /// The kernel would refuse these too, but line by line, after driving the outputs before the busy one.
    ///
    /// - Parameter call: The kernel's call; returns `nil` and sets `errno` where the kernel refuses the request.
    private func request(
        _ lines: [String], consumer: String, _ call: (KernelChip, [LineAddress]) -> OpaquePointer?
    ) throws(GPIOError) -> KernelRequest {
        let listings = try listings()
        let (index, offsets) = try LineDirectory(listings: listings).request(
            lines, as: lines.map(reference), consumer: consumer)
        let (chip, infos) = (listings[index].chip, offsets.map { listings[index].lines[$0] })
        for (line, info) in zip(lines, infos) {
            if let consumer = info.consumer { throw .busy(line: line, consumer: consumer) }
        }
        let addresses = infos.map(\.address)
        guard let pointer = call(chip, addresses) else { throw requestError(lines, chip, addresses) }
        return KernelRequest(pointer, chip: chip, addresses: addresses)
    }

    /// The error of a request that the kernel refused, from the current `errno`.
    private func requestError(_ lines: [String], _ chip: KernelChip, _ addresses: [LineAddress]) -> GPIOError {
        let error = chip.error(call: "request of \(lines.joined(separator: ", "))")
        guard case .failed(_, _, EBUSY) = error else { return error }
        // Another process took a line after the check. By now that process may have released it again.
        for (line, address) in zip(lines, addresses) {
            if let consumer = try? chip.line(address.offset).consumer {
                return .busy(line: line, consumer: consumer)
            }
        }
        return error
    }
}

extension LineDirectory {
    fileprivate init(listings: [KernelBoard.Listing]) {
        self.init(
            chips: listings.map { listing in
                Chip(path: listing.chip.path, label: listing.chip.label, lineNames: listing.lines.map(\.address.name))
            })
    }
}

extension OutputDrive {
    fileprivate var kernelBias: holdfast_gpio_bias {
        switch self {
        case .pushPull: HOLDFAST_GPIO_BIAS_AS_IS
        case .openDrain(let bias): bias.kernelBias
        }
    }
}

extension Bias {
    /// The bias in the kernel's information about a line; `nil` for "as is".
    init?(_ bias: holdfast_gpio_bias) {
        switch bias {
        case HOLDFAST_GPIO_BIAS_PULL_UP: self = .up
        case HOLDFAST_GPIO_BIAS_PULL_DOWN: self = .down
        case HOLDFAST_GPIO_BIAS_DISABLED: self = .none
        default: return nil
        }
    }

    fileprivate var kernelBias: holdfast_gpio_bias {
        switch self {
        case .up: HOLDFAST_GPIO_BIAS_PULL_UP
        case .down: HOLDFAST_GPIO_BIAS_PULL_DOWN
        // Not `AS_IS`: a Raspberry Pi pulls every line up or down from power on.
        case .none: HOLDFAST_GPIO_BIAS_DISABLED
        }
    }
}
