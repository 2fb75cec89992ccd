import EventLoop
import Glibc

/// The LEDs of this machine's kernel.
@PanelActor
public final class KernelLEDs: LEDClass {
    /// Where the kernel lists LEDs.
    public nonisolated static let defaultPath = "/sys/class/leds"
    /// The file that the udev rule which comes with Holdfast touches when LEDs have come or gone or have another trigger,
    /// after it has given them and their attributes to the panel's group.
    public nonisolated static let defaultStamp = "/run/holdfast/leds"

    /// How long LEDs may take that are given back when the process ends. Those of which udev is waited for take 2 s at most.
    private static let patience = Duration.seconds(3)

    private let path: String
    private let stamp: String
    private let record: LEDRecord?
    private let scheduler: any Scheduler
    /// One for all of them: what waits for a bus or for udev is rare, and a thread has its price.
    private let worker = Worker()
    private var stampWatch: PathWatch?
    private var taken: [Weak] = []

    /// An LED, as long as somebody has it.
    private struct Weak {
        weak var led: KernelLED?
    }

    /// Called when LEDs may have come or gone; where no udev rule tells of them, never.
    public var changed: (@PanelActor () -> Void)? {
        didSet {
            if changed == nil {
                stampWatch?.cancel()
                stampWatch = nil
            } else if stampWatch == nil {
                // Where it cannot be watched, LEDs that come are taken when the panel's file is read again.
                stampWatch = try? PathWatch(path: stamp, noticing: .content) { [weak self] in self?.stampChanged() }
            }
        }
    }

    private func stampChanged() {
        taken.removeAll { $0.led == nil }
        for entry in taken { entry.led?.rightsMayHaveCome() }
        changed?()
    }

    /// - Parameters:
    ///   - path: A folder like `/sys/class/leds`, with a folder for each LED.
    ///   - stamp: The file whose change tells that LEDs have come or gone.
    ///   - record: Keeps how LEDs were found, for whoever must give them back after the panel.
    public init(
        path: String = defaultPath, stamp: String = defaultStamp, record: LEDRecord? = nil, scheduler: any Scheduler
    ) {
        self.path = path
        self.stamp = stamp
        self.record = record
        self.scheduler = scheduler
    }

    public func take(_ name: String) throws(LEDError) -> any LEDDevice {
        let folder = LEDFolder(name: name, path: "\(path)/\(name)")
        // A name is never a way to another folder.
        guard !name.isEmpty, name != ".", name != "..", !name.utf8.contains(UInt8(ascii: "/")), folder.identity != nil
        else { throw .noSuchLED(name, known: FolderEntries.names(in: path).sorted()) }
        let led = KernelLED(try LEDDriver(folder, record: record, stamp: stamp), worker: worker, scheduler: scheduler)
        taken.append(Weak(led: led))
        return led
    }

    public func finish() {
        worker.finish(within: Self.patience)
    }
}
