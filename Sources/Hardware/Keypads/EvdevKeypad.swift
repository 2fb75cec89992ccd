import EventLoop
import Gestures
import MonotonicTime

/// A keypad that is an input device of the kernel's: a USB one, or one that `gpio-keys` or `matrix-keypad` drives.
///
/// It has the device to itself, so that no console gets the digits. A device that is unplugged is waited for by
/// `inotify(7)`, and taken again.
@PanelActor
public final class EvdevKeypad: Keypad {
    public var happened: (@PanelActor (KeypadOutput) -> Void)?
    public var failed: (@PanelActor (KeypadError) -> Void)?
    public var recovered: (@PanelActor () -> Void)?

    private let path: String
    private let map: EvdevKeyMap
    private let scheduler: any Scheduler
    private let open: @PanelActor (String) throws(KeypadError) -> any EvdevSource
    private var pathWatch: PathWatch?
    private var retryTimer: PanelTimer?
    private var drainTimer: PanelTimer?
    private var retryDelay = RetryDelay()
    private var source: (any EvdevSource)?
    private var watch: DescriptorWatch?
    private var decoder: EvdevDecoder
    private var problem: KeypadError?
    private var isReleased = false

    /// The most events that are taken in one turn of the loop.
    private static let batch = 64

    /// A keypad, not yet taken.
    ///
    /// - Parameters:
    ///   - path: the device file, better by its lasting name (`/dev/input/by-id/…`, a link) than by its number; it may come
    ///     later.
    ///   - keys: what its keys stand for.
    public convenience init(path: String, keys: EvdevKeyMap = .numeric, scheduler: any Scheduler) {
        self.init(path: path, keys: keys, scheduler: scheduler) { path throws(KeypadError) in
            try KernelEvdevSource(path: path)
        }
    }

    init(
        path: String, keys: EvdevKeyMap, scheduler: any Scheduler,
        open: @escaping @PanelActor (String) throws(KeypadError) -> any EvdevSource
    ) {
        self.path = path
        map = keys
        self.scheduler = scheduler
        self.open = open
        decoder = EvdevDecoder(map: keys, down: [], at: scheduler.now)
        retryTimer = scheduler.makeTimer { [weak self] in self?.checkPresence() }
        drainTimer = scheduler.makeTimer { [weak self] in self?.drain() }
    }

    /// Opens the device and has it from now on for this process alone.
    public func attach() throws(KeypadError) {
        guard source == nil, !isReleased else { return }
        // Before it is looked for, so that its coming meanwhile is not missed.
        if pathWatch == nil {
            // Where it cannot be watched, a device that comes is found when it is looked for again.
            pathWatch = try? PathWatch(path: path, noticing: .node) { [weak self] in self?.checkPresence() }
        }
        do throws(KeypadError) {
            try take()
            problem = nil
            retryDelay.reset()
            retryTimer?.cancel()
        } catch {
            problem = error
            retry(after: error)
            throw error
        }
    }

    public func checkPresence() {
        guard !isReleased else { return }
        // A link may lead to another device by now.
        if let source, !source.isAtPath { lose(.gone(path: path)) }
        guard source == nil else { return }
        let before = problem
        do throws(KeypadError) {
            try attach()
            recovered?()
        } catch {
            if error != before { failed?(error) }
        }
    }

    public func release() {
        isReleased = true
        (happened, failed, recovered) = (nil, nil, nil)
        pathWatch?.cancel()
        retryTimer?.cancel()
        giveBack()
    }

    private func take() throws(KeypadError) {
        let source = try open(path)
        let (present, down) = source.keys(of: Array(map.characters.keys))
        guard map.digitCodes.contains(where: present.contains) else {
            source.close()
            throw .noKeys(path: path)
        }
        do throws(EventLoopError) {
            watch = try EventLoop.panel.watch(source.descriptor) { [weak self] _ in self?.drain() }
        } catch {
            source.close()
            throw .failed(call: error.call, path: path, code: error.code)
        }
        self.source = source
        decoder = EvdevDecoder(map: map, down: down, at: scheduler.now)
    }

    /// Takes what is queued; what is more than a batch is left to the next turn.
    private func drain() {
        for _ in 0..<Self.batch {
            // Whoever was told of a key may have released the keypad.
            guard let source else { return }
            do throws(KeypadError) {
                guard let event = try source.next() else { return }
                for output in decoder.take(event) { happened?(output) }
            } catch {
                lose(error)
                return
            }
        }
        // What libevdev has read ahead does not make the descriptor readable.
        drainTimer?.arm(at: scheduler.now)
    }

    private func lose(_ error: KeypadError) {
        giveBack()
        problem = error
        retry(after: error)
        failed?(error)
    }

    private func giveBack() {
        drainTimer?.cancel()
        watch?.cancel()
        watch = nil
        source?.close()
        source = nil
    }

    /// A device that is away makes itself known when it comes; one that somebody has does not tell when it is free.
    private func retry(after error: KeypadError) {
        retryTimer?.arm(at: error.isAbsence ? nil : scheduler.now.advanced(by: retryDelay.next()))
    }
}
