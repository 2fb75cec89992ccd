import CEvdev
import EventLoop
import Glibc

/// An input device of this process (`Documentation/input/uinput.rst`), which the kernel treats like any other.
final class KernelDevice {
    /// Whether this machine permits such devices.
    static let isPossible = access("/dev/uinput", W_OK) == 0

    /// A failed call of uinput.
    struct Failure: Error {
        var call: String
        var code: Int32
    }

    /// The path of the device file.
    let path: String
    private let descriptor: Int32
    private var isPlugged = true

    // From include/uapi/linux/uinput.h, whose ioctl macros Swift does not import.
    private static let (create, destroy): (UInt, UInt) = (0x5501, 0x5502)
    private static let (setType, setKey): (UInt, UInt) = (0x4004_5564, 0x4004_5565)
    private static let (setUp, getName): (UInt, UInt) = (0x405c_5503, 0x8040_552c)

    private static let virtualBus: UInt8 = 0x06

    /// The layout of `struct input_event` on 64-bit machines.
    private struct Event {
        var seconds = 0
        var microseconds = 0
        var type: UInt16
        var code: UInt16
        var value: Int32
    }

    init(keys: [Int32], name: String = "Test keypad") throws {
        let descriptor = open("/dev/uinput", O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        self.descriptor = descriptor
        guard descriptor >= 0 else { throw Failure(call: "open", code: errno) }
        // struct uinput_setup has four 16-bit numbers, a name of 80 bytes, and a 32-bit number.
        var setup = [UInt8](repeating: 0, count: 92)
        setup[0] = Self.virtualBus
        setup.replaceSubrange(8..<(8 + name.utf8.count), with: Array(name.utf8))
        var sysName = [CChar](repeating: 0, count: 64)
        // The device repeats keys, as keyboards do.
        var results = [EV_KEY, EV_REP].map { ioctl(descriptor, Self.setType, $0) }
        results += keys.map { ioctl(descriptor, Self.setKey, $0) }
        results.append(ioctl(descriptor, Self.setUp, &setup))
        results.append(ioctl(descriptor, Self.create))
        results.append(ioctl(descriptor, Self.getName, &sysName))
        guard results.allSatisfy({ $0 >= 0 }) else { throw Failure(call: "ioctl", code: errno) }
        let input = String(decoding: sysName.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        path = "/dev/input/" + (try Self.eventName(ofInput: input))
    }

    deinit {
        unplug()
    }

    private static func eventName(ofInput input: String) throws -> String {
        guard let folder = opendir("/sys/devices/virtual/input/\(input)") else {
            throw Failure(call: "opendir", code: errno)
        }
        defer { closedir(folder) }
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasPrefix("event") { return name }
        }
        throw Failure(call: "readdir", code: ENOENT)
    }

    /// Sends events, as a driver does, and ends the packet.
    func send(_ events: [(code: Int32, value: Int32)]) throws {
        for event in events { try send(EV_KEY, event.code, event.value) }
        try send(EV_SYN, SYN_REPORT, 0)
    }

    /// Presses and releases a key.
    func type(_ code: Int32) throws {
        try send([(code, 1)])
        try send([(code, 0)])
    }

    private func send(_ type: Int32, _ code: Int32, _ value: Int32) throws {
        var event = Event(type: UInt16(type), code: UInt16(code), value: value)
        let size = MemoryLayout<Event>.size
        guard write(descriptor, &event, size) == size else { throw Failure(call: "write", code: errno) }
    }

    /// Removes the device.
    func unplug() {
        guard isPlugged else { return }
        isPlugged = false
        _ = ioctl(descriptor, Self.destroy)
        close(descriptor)
    }
}
