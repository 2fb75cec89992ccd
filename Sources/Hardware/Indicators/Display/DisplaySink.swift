import EventLoop

/// Where frames are brought to: a device, or what stands in for one.
@PanelActor
public protocol DisplaySink: AnyObject {
    /// The characters that it has, as far as that is known by now.
    var characters: DisplayCharacters { get }

    /// Whether it shows what it is given; while it does not, nobody need be woken for what moves on it.
    var isHeld: Bool { get }

    /// What is on it, as far as that is known.
    var shown: DisplayFrame? { get }

    /// Whether it is not, or not any more, in use: nothing is under way any more.
    var isReleased: Bool { get }

    /// Called when it has come: all is to be shown to it, in its characters.
    var attached: (@PanelActor () -> Void)? { get set }

    /// Called with why it does not show what it should.
    var failed: (@PanelActor (DisplayError) -> Void)? { get set }

    /// Called when it does so again.
    var recovered: (@PanelActor () -> Void)? { get set }

    /// Called when it is released, after `stop`.
    var released: (@PanelActor () -> Void)? { get set }

    /// Takes the display, now or when it comes.
    func start()

    /// Shows a frame; of several that come while it is at work, the last.
    func show(_ frame: DisplayFrame)

    /// Clears the display and gives it back, if not at once then soon.
    func stop()
}

/// Why a text display does not show what it should. `DisplayError+Description.swift` has the words.
public enum DisplayError: Error, Sendable, Hashable {
    /// There is no such device, or not any more.
    case gone(path: String)
    /// The process may not write to it.
    case notPermitted(path: String)
    /// Somebody else has it open; the kernel's character LCDs are one program's at a time.
    case busy(path: String)
    /// What lies at the path is no device.
    case noDevice(path: String)
    /// It has not taken for so long what was written to it.
    case stuck(path: String)
    /// A system call failed.
    case failed(call: String, path: String, code: Int32)
}

extension DisplayError: CustomStringConvertible {
    /// What went wrong, with what and what to do about it.
    public var description: String {
        switch self {
        case .gone(let path):
            "\(path) is not there, or nothing is behind it; plug the display in, or have the kernel load its driver"
        case .notPermitted(let path):
            "no permission to write \(path); the udev rule that comes with Holdfast gives /dev/lcd to the panel's "
                + "group, another device needs its group and DeviceAllow= in the panel's unit"
        case .busy(let path): "\(path) is in use by another program; end that one"
        case .noDevice(let path): "\(path) is no device; name that of a character LCD or a terminal"
        case .stuck(let path):
            "\(path) does not take what is written to it; look at its cable, and whether it is paused"
        case .failed(let call, let path, let code):
            "\(path): \(call): \(SystemCall.message(code)); name a character LCD or a terminal"
        }
    }
}
