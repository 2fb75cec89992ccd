import EventLoop

extension LEDError: CustomStringConvertible {
    /// What went wrong, with what and what to do about it.
    public var description: String {
        switch self {
        case .noSuchLED(let name, let known):
            "no LED '\(name)' in /sys/class/leds; there are: \(Self.list(known))"
        case .notPermitted(let path):
            "no permission to write \(path); 60-holdfast-leds.rules in /etc/udev/rules.d gives it to the group gpio, to which "
                + "the panel's user belongs, after: udevadm control --reload; udevadm trigger --subsystem-match=leds"
        case .gone(let name): "LED '\(name)' is gone; it works again once it is back"
        case .unreadable(let path, let text): "\(path): '\(text)' is nothing that the kernel writes there"
        case .failed(let call, let path, let code): "\(path): \(call): \(SystemCall.message(code))"
        }
    }

    /// A board with an LED for each network port has dozens.
    private static let mostNames = 12

    private static func list(_ names: [String]) -> String {
        guard !names.isEmpty else { return "none" }
        let more = names.count - mostNames
        return names.prefix(mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
