import EventLoop
import Gestures
import MonotonicTime

/// A keypad that is an input device of the kernel: a USB keypad, or one driven by `gpio-keys` or `matrix-keypad`.
///
/// The keypad grabs the device, so that no console gets the digits. After the device is unplugged, the keypad watches
/// for it by `inotify(7)`, and takes it again.
@PanelActor
public final class EvdevKeypad: HeldKeypad {
    private let path: String
    private let open: @PanelActor (String) throws(KeypadError) -> any EvdevSource
    private var pathWatch: PathWatch?
    private var drainTimer: PanelTimer?
    private var source: (any EvdevSource)?
    private var watch: DescriptorWatch?
    private var decoder: EvdevDecoder

    /// The most events that are handled in one turn of the loop.
    private static let batch = 64

    /// Creates a keypad, not yet attached.
    ///
    /// - Parameters:
    ///   - path: the device file. Prefer its lasting name (`/dev/input/by-id/…`, a link) to its number. The device
    ///     may appear later.
    public convenience init(path: String, scheduler: any Scheduler) {
        self.init(path: path, scheduler: scheduler) { path throws(KeypadError) in try KernelEvdevSource(path: path) }
    }

    init(
        path: String, scheduler: any Scheduler,
        open: @escaping @PanelActor (String) throws(KeypadError) -> any EvdevSource
    ) {
        self.path = path
        self.open = open
        decoder = EvdevDecoder(down: [], at: scheduler.now)
        super.init(scheduler: scheduler)
        drainTimer = scheduler.makeTimer { [weak self] in self?.drain() }
    }

    override var isHeld: Bool { source != nil }

    override func checkHeld() {
        // A link may point to another device by now.
        if let source, !source.isAtPath { lose(.gone(path: path)) }
    }

    override public func release() {
        pathWatch?.cancel()
        super.release()
    }

    /// Opens the device and grabs it for this process.
    override func take() throws(KeypadError) {
        // Watch before opening the device, so that its appearance in between is not missed.
        if pathWatch == nil {
            // If the watch fails, a new device is found at the next retry.
            pathWatch = try? PathWatch(path: path, noticing: .node) { [weak self] in self?.checkPresence() }
        }
        let source = try open(path)
        let (present, down) = source.keys(of: Array(EvdevKeys.characters.keys))
        guard EvdevKeys.digitCodes.contains(where: present.contains) else {
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
        decoder = EvdevDecoder(down: down, at: scheduler.now)
    }

    /// Handles the queued events; those beyond one batch wait for the next turn.
    private func drain() {
        for _ in 0..<Self.batch {
            // An observer may have released the keypad.
            guard let source else { return }
            do throws(KeypadError) {
                guard let event = try source.next() else { return }
                for output in decoder.take(event) { happened?(output) }
            } catch {
                lose(error)
                return
            }
        }
        // Events that libevdev has buffered do not make the descriptor readable.
        drainTimer?.arm(at: scheduler.now)
    }

    override func giveBack() {
        drainTimer?.cancel()
        watch?.cancel()
        watch = nil
        source?.close()
        source = nil
    }
}
