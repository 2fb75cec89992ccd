import Configuration
import EventLoop
import GPIO
import Glibc
import Keypads
import MonotonicTime

/// The kernel's gpio-sim in real time. Contacts are its `pull` attributes. The levels of outputs are read from its
/// `value` attributes (`Documentation/admin-guide/gpio/gpio-sim.rst`).
///
/// The kernel needs a moment between a pull and the edge's event, and an emulated kernel is slow. An expectation
/// therefore has some time to come true.
@PanelActor
public final class GPIOSimWorld: ScriptWorld {
    public let board: any Board
    private var start = EventLoop.panel.now
    private var pulls: [String: String] = [:]

    /// The longest time from a pull to its event, on an emulated machine.
    private static let settlingTime = Duration.milliseconds(20)

    /// The longest time for an expectation to come true.
    private static let patience = Duration.seconds(2)

    /// Creates a world on a board whose chips are gpio-sim's.
    public init(board: any Board) {
        self.board = board
    }

    public var scheduler: any Scheduler { EventLoop.panel }
    public var elapsed: Duration { start.duration(to: EventLoop.panel.now) }
    public var firings: Int { 0 }

    /// A script that is late, after an expectation, goes on late: a tap of 80 ms must not become noise of a few milliseconds.
    public func advance(to time: Duration) async {
        let deadline = start.advanced(by: time)
        let lateness = deadline.duration(to: EventLoop.panel.now)
        guard lateness < .zero else {
            start = start.advanced(by: lateness)
            return
        }
        await fire(at: deadline)
    }

    public func settle() async {
        await EventLoop.panel.settle()
    }

    public func wait(until isSo: @PanelActor () -> Bool) async {
        await fire(at: EventLoop.panel.now.advanced(by: Self.settlingTime))
        let end = EventLoop.panel.now.advanced(by: Self.patience)
        while !isSo() && EventLoop.panel.now < end {
            await fire(at: EventLoop.panel.now.advanced(by: Self.settlingTime))
        }
    }

    public func moveContact(_ button: ButtonDescription, isClosed: Bool, chatters: Bool) throws(GPIOError) {
        try pull(button.line.name, isHigh: isClosed != button.line.isActiveLow)
    }

    public func sense(_ line: String, isActive: Bool) throws(GPIOError) {
        try pull(line, isHigh: isActive)
    }

    public func isActive(_ line: LineDescription) throws(GPIOError) -> Bool {
        let path = try directory(of: line.name) + "/value"
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed(call: "open", object: path, code: errno) }
        defer { close(descriptor) }
        var byte: UInt8 = 0
        guard read(descriptor, &byte, 1) == 1 else { throw .failed(call: "read", object: path, code: errno) }
        return (byte == UInt8(ascii: "1")) != line.isActiveLow
    }

    private func fire(at deadline: MonotonicInstant) async {
        await withCheckedContinuation { continuation in
            let timer = EventLoop.panel.makeTimer { continuation.resume() }
            timer.arm(at: deadline)
        }
    }

    private func pull(_ line: String, isHigh: Bool) throws(GPIOError) {
        let path = try pullPath(of: line)
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .failed(call: "open", object: path, code: errno) }
        defer { close(descriptor) }
        let text: StaticString = isHigh ? "pull-up" : "pull-down"
        guard write(descriptor, text.utf8Start, text.utf8CodeUnitCount) == text.utf8CodeUnitCount else {
            throw .failed(call: "write", object: path, code: errno)
        }
    }

    /// Cached, because looking a line up takes longer than the few microseconds between changes of chatter.
    private func pullPath(of line: String) throws(GPIOError) -> String {
        if let path = pulls[line] { return path }
        let path = try directory(of: line) + "/pull"
        pulls[line] = path
        return path
    }

    /// `/sys/devices/platform/gpio-sim.N/gpiochipM/sim_gpioOFFSET`.
    private func directory(of line: String) throws(GPIOError) -> String {
        let found = try board.addresses(of: [line])[0]
        let device = "/sys/bus/gpio/devices/\(Self.lastComponent(found.chip))"
        guard let resolved = realpath(device, nil) else { throw .failed(call: "realpath", object: device, code: errno) }
        defer { free(resolved) }
        return "\(String(cString: resolved))/sim_gpio\(found.offset)"
    }

    private static func lastComponent(_ path: String) -> String {
        String(path.split(separator: "/").last ?? "")
    }
}
