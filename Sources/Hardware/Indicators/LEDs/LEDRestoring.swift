import CEventLoop
import EventLoop
import Glibc

/// The original state of an LED of the kernel.
struct LEDState: Sendable, Hashable {
    /// The text of the LED's `brightness`.
    var brightness: String?
    /// The text of the LED's `multi_intensity`; `nil` for an LED of one colour.
    var intensities: String?
    /// The active trigger; `nil` where the kernel has no triggers.
    var trigger: String?
    /// The trigger's own attributes, such as `delay_on` of `timer`. They disappear with the trigger.
    var attributes: [String: String] = [:]

    /// Whether a trigger other than `none` was active.
    var isDriven: Bool { trigger != nil && trigger != LEDTrigger.none.rawValue }
}

/// The triggers that a panel sets.
enum LEDTrigger: String, Sendable {
    case none
    case pattern
    case timer
}

/// Restores LEDs that still exist to their original states.
enum LEDRestoring {
    /// The longest wait for udev to grant access to a trigger's attributes, in ms. The caller is about to end.
    private static let patience: Int32 = 2_000

    /// Restores an LED to a state. May block.
    ///
    /// - Parameter stamp: The file that udev's rule touches once it has granted access to attributes. The watch needs
    ///   this file: sysfs reports changes only within the same mount, and a unit with `PrivateNetwork=` has its own
    ///   sysfs mount (systemd 257).
    /// - Returns: `false` where access to the attributes did not come in time.
    @discardableResult
    static func restore(_ state: LEDState, to folder: LEDFolder, stamp: String) -> Bool {
        try? folder.write(LEDTrigger.none.rawValue, to: "trigger")
        if let intensities = state.intensities { try? folder.write(intensities, to: "multi_intensity") }
        if let brightness = state.brightness { try? folder.write(brightness, to: "brightness") }
        guard state.isDriven, let trigger = state.trigger else { return true }
        // The watch starts before the trigger brings its attributes, so that it cannot miss the grant of access.
        let watch = StampWatch(stamp, within: patience)
        // The trigger comes last, since it then controls the brightness.
        try? folder.write(trigger, to: "trigger")
        var isComplete = true
        for (name, text) in state.attributes.sorted(by: { $0.key < $1.key }) {
            var isWritten = isWritten(text, to: name, in: folder)
            while !isWritten, watch.wait() { isWritten = self.isWritten(text, to: name, in: folder) }
            isComplete = isComplete && isWritten
        }
        return isComplete
    }

    /// Whether the wait is over: the value is written, or cannot be for a reason other than missing access.
    private static func isWritten(_ text: String, to name: String, in folder: LEDFolder) -> Bool {
        do throws(LEDError) {
            try folder.write(text, to: name)
        } catch .notPermitted {
            return false
        } catch {}
        return true
    }
}

/// Waits for a file to be touched, without the event loop.
private struct StampWatch {
    private let descriptor: OwnedDescriptor
    private let name: String
    private let deadline: Int64

    /// - Parameter limit: The total time of all waits, in ms.
    init(_ path: String, within limit: Int32) {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        name = String(path[path.index(after: end)...])
        descriptor = OwnedDescriptor(holdfast_content_watch_open(String(path[..<end])))
        deadline = holdfast_monotonic_now() + Int64(limit) * 1_000_000
    }

    /// Waits until the file may have been touched; `false` after the limit, or where the file cannot be watched.
    func wait() -> Bool {
        while descriptor.number >= 0 {
            let remaining = (deadline - holdfast_monotonic_now()) / 1_000_000
            var wanted = pollfd(fd: descriptor.number, events: Int16(POLLIN), revents: 0)
            guard remaining > 0, poll(&wanted, 1, Int32(clamping: remaining)) > 0 else { return false }
            if holdfast_content_watch_read(descriptor.number, name) != HOLDFAST_CONTENT_SAME { return true }
        }
        return false
    }
}
