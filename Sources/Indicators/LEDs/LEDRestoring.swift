import CEventLoop
import Glibc

/// Giving LEDs back as they were found, as far as they are still there.
enum LEDRestoring {
    /// How long udev may take to give a trigger's attributes away, in ms: who gives an LED back is about to end.
    private static let patience: Int32 = 2_000

    /// Brings an LED to a state; may sleep.
    ///
    /// - Returns: `false` where rights that it takes did not come in time.
    @discardableResult
    static func restore(_ state: LEDState, to folder: LEDFolder) -> Bool {
        try? folder.write(LEDTrigger.none.rawValue, to: "trigger")
        if let intensities = state.intensities { try? folder.write(intensities, to: "multi_intensity") }
        if let brightness = state.brightness { try? folder.write(brightness, to: "brightness") }
        guard state.isDriven, let trigger = state.trigger else { return true }
        // Before the trigger, and its attributes with it, come: that they are given away must not be missed.
        let descriptor = holdfast_content_watch_open(folder.path)
        defer { if descriptor >= 0 { close(descriptor) } }
        // Last: with it, the brightness is the trigger's.
        try? folder.write(trigger, to: "trigger")
        let deadline = holdfast_monotonic_now() + Int64(patience) * 1_000_000
        var isComplete = true
        for (name, text) in state.attributes.sorted(by: { $0.key < $1.key }) {
            while !isWritten(text, to: name, in: folder) {
                guard isTold(descriptor, of: name, until: deadline) else {
                    isComplete = false
                    break
                }
            }
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

    /// Waits until an attribute may have changed; `false` where it is too late.
    private static func isTold(_ descriptor: Int32, of name: String, until deadline: Int64) -> Bool {
        while descriptor >= 0 {
            let remaining = (deadline - holdfast_monotonic_now()) / 1_000_000
            var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard remaining > 0, poll(&wanted, 1, Int32(clamping: remaining)) > 0 else { return false }
            if holdfast_content_watch_read(descriptor, name) != HOLDFAST_CONTENT_SAME { return true }
        }
        return false
    }
}
