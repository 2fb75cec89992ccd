import EventLoop
import Glibc

/// The LEDs of this machine's kernel.
@PanelActor
public final class KernelLEDs: LEDClass {
    /// Where the kernel lists them.
    private let path: String
    private let scheduler: any Scheduler

    public var changed: (@PanelActor () -> Void)?

    /// - Parameter path: A folder like `/sys/class/leds`, with a folder for each LED.
    public init(path: String = "/sys/class/leds", scheduler: any Scheduler) {
        self.path = path
        self.scheduler = scheduler
    }

    public func take(_ name: String) throws(LEDError) -> any LEDDevice {
        let names = names
        // A name is never a way to another folder.
        guard names.contains(name) else { throw .noSuchLED(name, known: names.sorted()) }
        return try KernelLED(LEDFolder(name: name, path: "\(path)/\(name)"), scheduler: scheduler)
    }

    private var names: [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }
}
