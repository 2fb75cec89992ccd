import EventLoop
import Glibc

/// The LEDs of this machine's kernel (`/sys/class/leds`). All share one worker.
@PanelActor
public final class KernelLEDs: LEDClass {
    /// The folder in which the kernel lists LEDs.
    public nonisolated static let defaultPath = "/sys/class/leds"
    /// The stamp file of Holdfast's udev rule. The rule touches the file when LEDs appear, disappear or change their
    /// trigger, after it has given them and their attributes to the panel's group.
    public nonisolated static let defaultStamp = "/run/holdfast/leds"

    /// The longest wait for restoring the LEDs when the process ends. An LED that must wait for udev takes at most 2
    /// s.
    private static let patience = Duration.seconds(3)

    private let path: String
    private let stamp: String
    private let record: LEDRecord?
    private let scheduler: any Scheduler
    /// One worker for all LEDs: waits for a bus or for udev are rare, and a thread costs memory.
    private let worker = Worker()
    private var stampWatch: PathWatch?
    private var taken: [Weak] = []

    /// A weak reference to an LED, which its light owns.
    private struct Weak {
        weak var led: KernelLED?
    }

    /// Called when LEDs may have come or gone; never where no udev rule touches the stamp file.
    public var changed: (@PanelActor () -> Void)? {
        didSet {
            if changed == nil {
                stampWatch?.cancel()
                stampWatch = nil
            } else if stampWatch == nil {
                // If the watch fails, new LEDs are taken when the panel's file is read again.
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
    ///   - stamp: The file that udev's rule touches when LEDs come or go.
    ///   - record: Stores the original state of LEDs, so that another program can restore them after the panel's end.
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
        // A name must not lead to another folder.
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
