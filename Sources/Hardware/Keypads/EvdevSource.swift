import CEvdev
import EventLoop
import Glibc
import MonotonicTime

/// An open input device.
@PanelActor
protocol EvdevSource: AnyObject {
    /// A descriptor that is readable while events are queued.
    var descriptor: Int32 { get }

    /// Returns the codes that the device has, and the codes of the keys that are down.
    func keys(of codes: [UInt16]) -> (present: [UInt16], down: [UInt16])

    /// The next event; `nil` where none is queued.
    func next() throws(KeypadError) -> EvdevEvent?

    /// Whether this device is still the one at its path.
    var isAtPath: Bool { get }

    func close()
}

/// An event of an input device (`struct input_event`).
struct EvdevEvent: Sendable, Hashable {
    var time: MonotonicInstant
    /// The type: `EV_KEY`, `EV_SYN` …
    var type: Int32
    var code: Int32
    /// For a key: 1 down, 0 up, 2 repeated.
    var value: Int32
    /// Whether the event only reports the difference after lost events.
    var isSynchronisation = false
}

extension EvdevEvent {
    init(_ event: holdfast_evdev_event) {
        self.init(
            time: MonotonicInstant(nanoseconds: event.time), type: Int32(event.type), code: Int32(event.code),
            value: event.value, isSynchronisation: event.is_synchronisation)
    }
}

/// An input device of the kernel.
final class KernelEvdevSource: EvdevSource {
    private let path: String
    private var handle: Handle?

    /// libevdev's handle, closed with the last reference.
    private final class Handle {
        let pointer: OpaquePointer

        init(_ pointer: OpaquePointer) { self.pointer = pointer }

        deinit { holdfast_evdev_close(pointer) }
    }

    /// Opens the device at a path, which may be a link, and grabs it for this process.
    init(path: String) throws(KeypadError) {
        guard let pointer = holdfast_evdev_open(path) else { throw Self.error("open", path) }
        let handle = Handle(pointer)
        guard holdfast_evdev_grab(pointer) == 0 else { throw Self.error("EVIOCGRAB", path) }
        self.path = path
        self.handle = handle
    }

    var descriptor: Int32 { handle.map { holdfast_evdev_descriptor($0.pointer) } ?? -1 }

    func keys(of codes: [UInt16]) -> (present: [UInt16], down: [UInt16]) {
        guard let pointer = handle?.pointer else { return ([], []) }
        return (
            codes.filter { holdfast_evdev_has_key(pointer, $0) }, codes.filter { holdfast_evdev_is_down(pointer, $0) }
        )
    }

    func next() throws(KeypadError) -> EvdevEvent? {
        guard let handle else { return nil }
        var event = holdfast_evdev_event()
        switch holdfast_evdev_next(handle.pointer, &event) {
        case 1: return EvdevEvent(event)
        case 0: return nil
        default: throw Self.error("read", path)
        }
    }

    var isAtPath: Bool {
        handle.map { holdfast_evdev_number($0.pointer) == holdfast_evdev_number_at(path) } ?? false
    }

    func close() {
        handle = nil
    }

    private static func error(_ call: String, _ path: String) -> KeypadError {
        switch SystemCall.lastError {
        case ENOENT, ENOTDIR, ENODEV, ENXIO: .gone(path: path)
        case EACCES, EPERM: .notPermitted(path: path)
        case EBUSY: .busy(path: path)
        case ENOTTY: .noInputDevice(path: path)
        case let code: .failed(call: call, path: path, code: code)
        }
    }
}
