import EventLoop

/// One LED, taken by the panel.
///
/// Requests are carried out by a worker. A newer request replaces one that has not started, which is then never
/// visible.
@PanelActor
public protocol LEDDevice: AnyObject {
    /// The highest brightness value; at least 1.
    var maxBrightness: Int { get }

    /// Whether the LED mixes red, green and blue.
    var hasColors: Bool { get }

    /// Whether the LED that was taken is still connected. `false` after it was unplugged, even if another of the same
    /// name has come.
    var isPresent: Bool { get }

    /// Called with the error when the LED stops carrying out requests, and with `nil` when it works again.
    var changed: (@PanelActor (LEDError?) -> Void)? { get set }

    /// Shows a constant brightness from now on.
    ///
    /// - Parameter color: the mixture of red, green and blue, each from 0 to 1. Ignored for an LED of one colour.
    func show(brightness: Int, color: LEDMixture)

    /// Plays these steps for ever in the kernel, without wakeups, until the next request.
    ///
    /// - Parameter givenUp: called if the LED later turns out not to play the steps.
    /// - Returns: whether the LED plays the steps, as far as is known so far. Some LEDs have no suitable trigger.
    func play(_ steps: [LEDStep], color: LEDMixture, givenUp: @escaping @PanelActor () -> Void) -> Bool

    /// Restores the state in which the LED was found.
    func release()
}

/// A source of LEDs.
@PanelActor
public protocol LEDClass: AnyObject {
    /// Called when LEDs may have come or gone. The source watches for changes only while this is set.
    var changed: (@PanelActor () -> Void)? { get set }

    /// Takes the LED with this name.
    func take(_ name: String) throws(LEDError) -> any LEDDevice

    /// Blocks until all requests are carried out, so that the process can end; for a few seconds at most.
    func finish()
}

/// A step of a rhythm that an LED plays by itself.
public struct LEDStep: Sendable, Hashable {
    /// The brightness at the start of the step, from 0 to the LED's `maxBrightness`.
    public var start: Int
    /// The brightness at the end of the step, to which the LED changes evenly.
    public var end: Int
    /// The length of the step, in whole milliseconds; more than zero.
    public var milliseconds: Int

    public init(from start: Int, to end: Int, milliseconds: Int) {
        (self.start, self.end) = (start, end)
        self.milliseconds = milliseconds
    }
}

/// Why an LED of the kernel does not work.
public enum LEDError: Error, Sendable, Hashable, CustomStringConvertible {
    /// No LED has this name; `known` lists the existing ones.
    case noSuchLED(String, known: [String])
    /// The process may not write an attribute.
    case notPermitted(path: String)
    /// The LED has disappeared, with the device that it belongs to.
    case gone(String)
    /// An attribute has a value that the kernel does not document.
    case unreadable(path: String, String)
    case failed(call: String, path: String, code: Int32)

    /// The failure, the object, and a remedy where there is one.
    public var description: String {
        switch self {
        case .noSuchLED(let name, let known):
            "no LED '\(name)' in /sys/class/leds; there are: \(Self.list(known))"
        case .notPermitted(let path):
            "no permission to write \(path); udev's 60-holdfast-leds.rules gives it to the group gpio, to which "
                + "the panel's user belongs, after: udevadm control --reload; udevadm trigger --subsystem-match=leds"
        case .gone(let name): "LED '\(name)' is gone; it works again once it is back"
        case .unreadable(let path, let text): "\(path): '\(text)' is nothing that the kernel writes there"
        case .failed(let call, let path, let code): "\(path): \(call): \(SystemCall.message(code))"
        }
    }

    /// The most names that a message lists. A board with an LED for each network port has dozens.
    private static let mostNames = 12

    private static func list(_ names: [String]) -> String {
        guard !names.isEmpty else { return "none" }
        let more = names.count - mostNames
        return names.prefix(mostNames).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
    }
}
