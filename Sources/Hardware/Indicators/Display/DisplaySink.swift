import EventLoop

/// The output of frames: a device, or a simulated display.
@PanelActor
public protocol DisplaySink: AnyObject {
    /// The character set of the display, as far as it is known yet.
    var characters: DisplayCharacters { get }

    /// Whether the display works. While it does not, scrolling and countdowns need no wakeups.
    var isHeld: Bool { get }

    /// The frame on the display; `nil` where it is unknown.
    var shown: DisplayFrame? { get }

    /// Whether the display is not in use, or not any more: no work is under way.
    var isReleased: Bool { get }

    /// Called when the display appears. The whole content must then be shown, in the display's character set.
    var attached: (@PanelActor () -> Void)? { get set }

    /// Called with the error when the display stops working.
    var failed: (@PanelActor (DisplayError) -> Void)? { get set }

    /// Called when the display works again.
    var recovered: (@PanelActor () -> Void)? { get set }

    /// Called when the display is released, after `stop`.
    var released: (@PanelActor () -> Void)? { get set }

    /// Takes the display, now or when it appears.
    func start()

    /// Shows a frame. While the display is busy, only the latest frame is kept.
    func show(_ frame: DisplayFrame)

    /// Clears the display and releases it, at once or soon after.
    func stop()
}

/// Why a text display does not work.
public enum DisplayError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The device does not exist, or not any more.
    case gone(path: String)
    /// The process may not write to the device.
    case notPermitted(path: String)
    /// Another process has the device open. The kernel's character LCDs can be open only once.
    case busy(path: String)
    /// The file at the path is not a device.
    case noDevice(path: String)
    /// The display has not accepted output within the time limit.
    case stuck(path: String)
    case failed(call: String, path: String, code: Int32)

    /// The failure, the object, and a remedy where there is one.
    public var description: String {
        switch self {
        case .gone(let path):
            "\(path) is not there, or nothing is behind it; plug the display in, or have the kernel load its driver"
        case .notPermitted(let path):
            "no permission to write \(path); the udev rule that comes with Holdfast gives /dev/lcd to the panel's "
                + "group, another device needs its group and DeviceAllow= in the panel's unit"
        case .busy(let path): "\(path) is in use by another program; end that one"
        case .noDevice(let path): "\(path) is not a device; name that of a character LCD or a terminal"
        case .stuck(let path):
            "\(path) does not take what is written to it; look at its cable, and whether it is paused"
        case .failed(let call, let path, let code):
            "\(path): \(call): \(SystemCall.message(code)); name a character LCD or a terminal"
        }
    }
}
