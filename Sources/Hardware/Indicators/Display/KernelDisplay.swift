import EventLoop
import MonotonicTime

/// A text display behind a device file: a character LCD of the kernel's, or a terminal.
///
/// Opening, writing and closing are jobs of a worker, since every system call on a display may take milliseconds, or
/// for ever. `DisplayJobs` decides their order. A job that takes too long is a fault until it ends.
@PanelActor
public final class KernelDisplay: DisplaySink {
    public var attached: (@PanelActor () -> Void)?
    public var failed: (@PanelActor (DisplayError) -> Void)?
    public var recovered: (@PanelActor () -> Void)?
    public var released: (@PanelActor () -> Void)?

    private let path: String
    private let given: DisplayCharacters?
    private let scheduler: any Scheduler
    private let worker: Worker

    private var watch: PathWatch?
    private var device: DisplayDevice?
    private var jobs = DisplayJobs()
    private var limit: PanelTimer?
    private var renewal: PanelTimer?

    /// The longest time that a job may take before it counts as a fault.
    public static let patience = Duration.seconds(5)

    /// The time after which a display is initialised and written whole again.
    ///
    /// A spike on the wires, as of a relay, garbles a character LCD, which cannot be read back. In 4-bit mode the
    /// controller may also lose half a byte. All later text is then garbled until the display is initialised (Hitachi
    /// HD44780U, "Initializing by Instruction"). The kernel's driver takes about 0.1 s for that, while the display is
    /// blank; once an hour, no user notices.
    static let freshness = Duration.seconds(3_600)

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

    public var shown: DisplayFrame? { jobs.shown }

    public var isReleased: Bool { jobs.isReleased }

    public var isHeld: Bool { device != nil && jobs.problem == nil }

    public var characters: DisplayCharacters {
        guard device?.isTerminal != true else { return given ?? .utf8 }
        // A character LCD takes one byte for each character.
        return given == .utf8 ? .ascii : given ?? .hd44780A00
    }

    public func start() {
        jobs.start()
        Self.users[path, default: []].append(self)
        limit = scheduler.makeTimer { [weak self, path] in self?.note(.stuck(path: path)) }
        renewal = scheduler.makeTimer { [weak self] in
            self?.jobs.renew()
            self?.proceed()
        }
        // The previous display may never release the device.
        if !isFirst { limit?.arm(at: scheduler.now.advanced(by: Self.patience)) }
        // If the watch fails, a missing device is looked for again with the next frame.
        watch = try? PathWatch(path: path, noticing: .node) { [weak self] in
            self?.jobs.deviceFileChanged()
            self?.proceed()
        }
        proceed()
    }

    public func show(_ frame: DisplayFrame) {
        jobs.show(frame, at: scheduler.now)
        renewIfDue()
        proceed()
    }

    public func stop() {
        guard jobs.isStarted else { return }
        jobs.stop()
        watch?.cancel()
        limit?.cancel()
        renewal?.cancel()
        (watch, limit, renewal) = (nil, nil, nil)
        proceed()
    }

    private func renewIfDue() {
        guard let due = renewal?.deadline, due <= scheduler.now else { return }
        renewal?.cancel()
        jobs.renew()
    }

    private var isFirst: Bool { Self.users[path]?.first === self }

    private var isReplaced: Bool { device.map { DisplayDevice.Identity(path: path) != $0.identity } ?? false }

    private func release() {
        let next = Self.users[path, default: []].filter { $0 !== self }
        Self.users[path] = next.isEmpty ? nil : next
        released?()
        next.first?.proceed()
    }

    // MARK: Jobs

    /// Starts the next job, unless one is running.
    private func proceed() {
        switch jobs.next(isFirst: isFirst, isReplaced: { isReplaced }) {
        case .open: open()
        case .write(let frame, let old): write(frame, over: old)
        case .close(let clearing): close(clearing: clearing)
        case .release: release()
        case nil: break
        }
    }

    private func open() {
        begin({ [path] () throws(DisplayError) in try DisplayDevice(path: path) }) { display, result in
            switch result {
            case .success(let device):
                display.device = device
                display.jobs.opened()
                display.attached?()
            case .failure(let error): display.note(error)
            }
        }
    }

    private func write(_ frame: DisplayFrame, over old: DisplayFrame?) {
        guard let device else { return }
        let encoder = DisplayEncoder(isTerminal: device.isTerminal, characters: characters)
        begin({ () throws(DisplayError) in
            let bytes = encoder.bytes(from: old, to: frame)
            try device.write(old == nil ? encoder.beginning + bytes : bytes)
        }) { display, result in
            switch result {
            case .success:
                if old == nil {
                    display.renewal?.arm(at: display.scheduler.now.advanced(by: Self.freshness))
                }
                if display.jobs.written(frame) { display.recovered?() }
            case .failure(let error):
                display.jobs.writingFailed()
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
            display.device = nil
            display.renewal?.cancel()
            display.jobs.closed()
        }
    }

    /// Starts a job on the worker. The closure keeps the display alive until the job ends.
    private func begin<Value: Sendable>(
        _ work: @escaping @Sendable () throws(DisplayError) -> Value,
        _ then: @escaping @PanelActor (KernelDisplay, Result<Value, DisplayError>) -> Void
    ) {
        limit?.arm(at: scheduler.now.advanced(by: Self.patience))
        worker.attempt(work) { result in
            self.jobs.ended()
            self.limit?.cancel()
            then(self, result)
            self.proceed()
        }
    }

    // MARK: Faults

    private func note(_ error: DisplayError) {
        if jobs.fail(error, at: scheduler.now) { failed?(error) }
    }
}
