import EventLoop

/// One LED, taken by the panel.
///
/// What it is told is carried out beside the loop, and the latest wins: what has been overtaken by something newer may never
/// be seen.
@PanelActor
public protocol LEDDevice: AnyObject {
    /// The brightness that is as bright as it gets; at least 1.
    var maxBrightness: Int { get }

    /// Whether it mixes red, green and blue.
    var hasColors: Bool { get }

    /// Whether it is still the one that was taken: not once it has been pulled out, though another of its name may have come.
    var isPresent: Bool { get }

    /// Called when it does not do what it is told, with the reason, and with `nil` when it does so again.
    var changed: (@PanelActor (LEDError?) -> Void)? { get set }

    /// Shows a brightness, from now on.
    ///
    /// - Parameter color: What red, green and blue are mixed of, each from 0 to 1; without effect where it has no colours.
    func show(brightness: Int, color: LEDMixture)

    /// Goes through these steps again and again, by itself: until something else is shown, nobody is woken for it.
    ///
    /// - Parameter givenUp: is called where it turns out later that it does not.
    /// - Returns: whether it does, as far as that is known yet; an LED may know no way.
    func play(_ steps: [LEDStep], color: LEDMixture, givenUp: @escaping @PanelActor () -> Void) -> Bool

    /// Gives it back as it was found.
    func release()
}

/// Where LEDs come from.
@PanelActor
public protocol LEDClass: AnyObject {
    /// Called when LEDs may have come or gone. It is told of them while somebody asks.
    var changed: (@PanelActor () -> Void)? { get set }

    /// Takes an LED.
    func take(_ name: String) throws(LEDError) -> any LEDDevice

    /// Blocks until what LEDs were told is done, so that the process can end; for a few seconds at most.
    func finish()
}

/// A stretch of time of an LED that goes on and off by itself.
public struct LEDStep: Sendable, Hashable {
    /// The brightness at its begin, from 0 to the LED's highest.
    public var start: Int
    /// The brightness at its end, to which it changes evenly.
    public var end: Int
    /// How long, in whole milliseconds; more than zero.
    public var milliseconds: Int

    /// A step of its parts.
    public init(from start: Int, to end: Int, milliseconds: Int) {
        (self.start, self.end) = (start, end)
        self.milliseconds = milliseconds
    }

    /// A step that keeps a brightness.
    public init(brightness: Int, milliseconds: Int) {
        self.init(from: brightness, to: brightness, milliseconds: milliseconds)
    }
}

/// Why an LED of the kernel does not do as it should. `LEDError+Description.swift` has the words.
public enum LEDError: Error, Sendable, Hashable {
    /// There is no LED of this name; there are these.
    case noSuchLED(String, known: [String])
    /// The process may not write an attribute.
    case notPermitted(path: String)
    /// The LED is gone with what it was on.
    case gone(String)
    /// An attribute says something that the kernel does not document.
    case unreadable(path: String, String)
    /// A system call failed.
    case failed(call: String, path: String, code: Int32)
}

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
