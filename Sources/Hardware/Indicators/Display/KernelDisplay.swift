import EventLoop
import MonotonicTime

/// A text display behind a device file: a character LCD of the kernel's, or a terminal.
///
/// ```
///          start, it comes           ok          a frame
///   absent ──────────────▶ opening ─────▶ open ──────────▶ writing
///     ▲                       │           ▲  │               │  │
///     ├──────── error ────────┘           └──│───── ok ──────┘  │
///     │                          stop, gone  ▼                  │
///     └───────────── done ──────────────── closing ◀── error ───┘
/// ```
/// Opening, writing and closing are jobs of a worker, since every system call on a display may take milliseconds, or
/// for ever. One job runs at a time; of the frames that arrive meanwhile, only the last is shown. A job that takes
/// too long is a fault until it ends.
@PanelActor
public final class KernelDisplay: DisplaySink {
    public var attached: (@PanelActor () -> Void)?
    public var failed: (@PanelActor (DisplayError) -> Void)?
    public var recovered: (@PanelActor () -> Void)?
    public var released: (@PanelActor () -> Void)?
    public private(set) var shown: DisplayFrame?
    public private(set) var isReleased = true

    private let path: String
    private let given: DisplayCharacters?
    private let scheduler: any Scheduler
    private let worker: Worker

    private var watch: PathWatch?
    private var device: DisplayDevice?
    private var wanted: DisplayFrame?
    private var problem: DisplayError?
    private var isStarted = false
    private var isBusy = false
    /// Whether the device file must be checked again.
    private var mustLook = false
    /// Whether the open device must be closed, since it failed or was replaced.
    private var mustClose = false
    private var limit: PanelTimer?
    /// The delay before a display that failed is tried again. The attempt is made with the next frame after the
    /// delay.
    private var delay = RetryDelay()
    private var nextAttempt = MonotonicInstant.zero

    /// The longest time that a job may take before it counts as a fault.
    public static let patience = Duration.seconds(5)

    /// Threads are never ended, and neither are workers: one for each path that has ever had a display.
    private static var workers: [String: Worker] = [:]
    /// The displays that use a path, or wait until the previous one releases it: a character LCD can be open only
    /// once.
    private static var users: [String: [KernelDisplay]] = [:]

    /// - Parameters:
    ///   - path: The device file; it may appear later.
    ///   - characters: The character set; `nil`: UTF-8 for a terminal, `hd44780A00` for any other device.
    public init(path: String, characters: DisplayCharacters?, scheduler: any Scheduler) {
        self.path = path
        given = characters
        self.scheduler = scheduler
        let worker = Self.workers[path] ?? Worker()
        Self.workers[path] = worker
        self.worker = worker
    }

    public var isHeld: Bool { device != nil && problem == nil }

    public var characters: DisplayCharacters {
        guard device?.isTerminal != true else { return given ?? .utf8 }
        // A character LCD takes one byte for each character.
        return given == .utf8 ? .ascii : given ?? .hd44780A00
    }

    public func start() {
        (isStarted, isReleased, mustLook) = (true, false, true)
        Self.users[path, default: []].append(self)
        limit = scheduler.makeTimer { [weak self, path] in self?.note(.stuck(path: path)) }
        // The previous display may never release the device.
        if !isFirst { limit?.arm(at: scheduler.now.advanced(by: Self.patience)) }
        // If the watch fails, a missing device is looked for again with the next frame.
        watch = try? PathWatch(path: path, noticing: .node) { [weak self] in
            self?.mustLook = true
            self?.proceed()
        }
        proceed()
    }

    public func show(_ frame: DisplayFrame) {
        wanted = frame
        if device == nil, scheduler.now >= nextAttempt { mustLook = true }
        proceed()
    }

    public func stop() {
        guard isStarted else { return }
        isStarted = false
        wanted = nil
        watch?.cancel()
        limit?.cancel()
        (watch, limit) = (nil, nil)
        proceed()
    }

    private var isFirst: Bool { Self.users[path]?.first === self }

    private func release() {
        isReleased = true
        let next = Self.users[path, default: []].filter { $0 !== self }
        Self.users[path] = next.isEmpty ? nil : next
        released?()
        next.first?.proceed()
    }

    // MARK: Jobs

    /// Starts the next job, unless one is running.
    private func proceed() {
        guard !isBusy else { return }
        guard isStarted else {
            if device != nil { return close(clearing: problem == nil) }
            if !isReleased { release() }
            return
        }
        guard isFirst else { return }
        if mustLook { look() }
        if device != nil, mustClose { return close(clearing: false) }
        if device == nil {
            guard mustLook else { return }
            mustLook = false
            return open()
        }
        if let wanted, wanted != shown { write(wanted) }
    }

    /// Checks whether the open device is still the one at the path.
    private func look() {
        guard let device else { return }
        mustLook = false
        guard DisplayDevice.Identity(path: path) != device.identity else { return }
        (mustClose, mustLook) = (true, true)
    }

    private func open() {
        begin({ [path] () throws(DisplayError) in try DisplayDevice(path: path) }) { display, result in
            switch result {
            case .success(let device):
                // An earlier frame may have characters that this display does not have.
                (display.device, display.shown, display.wanted) = (device, nil, nil)
                display.attached?()
            case .failure(let error): display.note(error)
            }
        }
    }

    private func write(_ frame: DisplayFrame) {
        guard let device else { return }
        let old = shown
        let encoder = DisplayEncoder(isTerminal: device.isTerminal, characters: characters)
        begin({ () throws(DisplayError) in
            let bytes = encoder.bytes(from: old, to: frame)
            try device.write(old == nil ? encoder.beginning + bytes : bytes)
        }) { display, result in
            switch result {
            case .success:
                display.shown = frame
                display.recover()
            case .failure(let error):
                display.mustClose = true
                display.note(error)
            }
        }
    }

    private func close(clearing: Bool) {
        guard let device else { return }
        let encoder = DisplayEncoder(isTerminal: device.isTerminal, characters: characters)
        begin({ () throws(DisplayError) in
            if clearing { try? device.write(encoder.ending) }
            device.close(dropping: !clearing)
        }) { display, _ in
            (display.device, display.shown, display.mustClose) = (nil, nil, false)
        }
    }

    /// Starts a job on the worker. The closure keeps the display alive until the job ends.
    private func begin<Value: Sendable>(
        _ work: @escaping @Sendable () throws(DisplayError) -> Value,
        _ then: @escaping @PanelActor (KernelDisplay, Result<Value, DisplayError>) -> Void
    ) {
        isBusy = true
        limit?.arm(at: scheduler.now.advanced(by: Self.patience))
        worker.perform { () -> Result<Value, DisplayError> in
            do throws(DisplayError) { return .success(try work()) } catch { return .failure(error) }
        } then: { result in
            self.isBusy = false
            self.limit?.cancel()
            then(self, result)
            self.proceed()
        }
    }

    // MARK: Faults

    private func note(_ error: DisplayError) {
        guard isStarted else { return }
        if case .stuck = error {
            // The job is still running, and no other job is tried.
        } else {
            nextAttempt = scheduler.now.advanced(by: delay.next())
        }
        guard problem != error else { return }
        problem = error
        failed?(error)
    }

    private func recover() {
        delay.reset()
        guard problem != nil else { return }
        problem = nil
        if isStarted { recovered?() }
    }
}
