import CEvdev
import MonotonicTime

/// An event of an input device (`struct input_event`).
struct EvdevEvent: Sendable, Hashable {
    var time: MonotonicInstant
    /// `EV_KEY`, `EV_SYN` …
    var type: Int32
    var code: Int32
    /// Of a key: 1 down, 0 up, 2 repeated.
    var value: Int32
    /// Whether it is not what happened, but the difference that lost events have made.
    var isSynchronisation: Bool

    init(time: MonotonicInstant, type: Int32, code: Int32, value: Int32, isSynchronisation: Bool = false) {
        self.time = time
        self.type = type
        self.code = code
        self.value = value
        self.isSynchronisation = isSynchronisation
    }

    init(_ event: holdfast_evdev_event) {
        self.init(
            time: MonotonicInstant(nanoseconds: event.time), type: Int32(event.type), code: Int32(event.code),
            value: event.value, isSynchronisation: event.is_synchronisation)
    }
}
