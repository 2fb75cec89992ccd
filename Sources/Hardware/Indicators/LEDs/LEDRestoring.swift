import CEventLoop
import Glibc

/// How an LED of the kernel was found, to be given back so.
struct LEDState: Sendable, Hashable {
    /// The text of its `brightness`.
    var brightness: String?
    /// The text of its `multi_intensity`; `nil` where it mixes no colours.
    var intensities: String?
    /// What drove it; `nil` where the kernel has no triggers.
    var trigger: String?
    /// The trigger's own attributes, such as `delay_on` of `timer`: they go with it.
    var attributes: [String: String] = [:]

    /// Whether a trigger drove it.
    var isDriven: Bool { trigger != nil && trigger != LEDTrigger.none.rawValue }
}

/// The triggers that a panel sets.
enum LEDTrigger: String, Sendable {
    case none
    case pattern
    case timer
}

/// Giving LEDs back as they were found, as far as they are still there.
enum LEDRestoring {
    /// How long udev may take to give a trigger's attributes away, in ms: who gives an LED back is about to end.
    private static let patience: Int32 = 2_000

    /// Brings an LED to a state; may sleep.
    ///
    /// - Parameter stamp: The file that udev's rule touches once it has given attributes away. sysfs itself tells only of what
    ///   is done in the same mount of it, and a unit with `PrivateNetwork=` has one of its own (systemd 257).
    /// - Returns: `false` where rights that it takes did not come in time.
    @discardableResult
    static func restore(_ state: LEDState, to folder: LEDFolder, stamp: String) -> Bool {
        try? folder.write(LEDTrigger.none.rawValue, to: "trigger")
        if let intensities = state.intensities { try? folder.write(intensities, to: "multi_intensity") }
        if let brightness = state.brightness { try? folder.write(brightness, to: "brightness") }
        guard state.isDriven, let trigger = state.trigger else { return true }
        // Before the trigger, and its attributes with it, come: that they are given away must not be missed.
        let watch = StampWatch(stamp, within: patience)
        defer { watch.close() }
        // Last: with it, the brightness is the trigger's.
        try? folder.write(trigger, to: "trigger")
        var isComplete = true
        for (name, text) in state.attributes.sorted(by: { $0.key < $1.key }) {
            var isWritten = isWritten(text, to: name, in: folder)
            while !isWritten, watch.wait() { isWritten = self.isWritten(text, to: name, in: folder) }
            isComplete = isComplete && isWritten
        }
        return isComplete
    }

    /// Whether there is nothing to wait for: it is written, or cannot be for another reason than rights.
    private static func isWritten(_ text: String, to name: String, in folder: LEDFolder) -> Bool {
        do throws(LEDError) {
            try folder.write(text, to: name)
        } catch .notPermitted {
            return false
        } catch {}
        return true
    }
}

/// Waits, without the loop, for a file to be touched.
private struct StampWatch {
    private let descriptor: Int32
    private let name: String
    private let deadline: Int64

    /// - Parameter limit: How long all waiting may take together, in ms.
    init(_ path: String, within limit: Int32) {
        let end = path.lastIndex(of: "/") ?? path.startIndex
        name = String(path[path.index(after: end)...])
        descriptor = holdfast_content_watch_open(String(path[..<end]))
        deadline = holdfast_monotonic_now() + Int64(limit) * 1_000_000
    }

    /// Waits until it may have been touched; `false` where it is too late, or nobody would tell.
    func wait() -> Bool {
        while descriptor >= 0 {
            let remaining = (deadline - holdfast_monotonic_now()) / 1_000_000
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard remaining > 0, poll(&wanted, 1, Int32(clamping: remaining)) > 0 else { return false }
            if holdfast_content_watch_read(descriptor, name) != HOLDFAST_CONTENT_SAME { return true }
        }
        return false
    }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
    }
}
