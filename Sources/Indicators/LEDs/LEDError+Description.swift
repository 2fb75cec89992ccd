import EventLoop

extension LEDError: CustomStringConvertible {
    /// What went wrong, with what and what to do about it.
    public var description: String {
        switch self {
        case .noSuchLED(let name, let known):
            "no LED '\(name)' in /sys/class/leds; there are: \(known.isEmpty ? "none" : known.joined(separator: ", "))"
        case .notPermitted(let path):
            "no permission to write \(path); the udev rule that comes with Holdfast gives it to the panel's group"
        case .gone(let name): "LED '\(name)' is gone; it works again once it is back"
        case .unreadable(let path, let text): "\(path): '\(text)' is nothing that the kernel writes there"
        case .failed(let call, let path, let code): "\(path): \(call): \(SystemCall.message(code))"
        }
    }
}
