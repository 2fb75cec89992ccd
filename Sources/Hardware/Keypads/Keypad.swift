import EventLoop
import GPIO
import Gestures

/// A device on which users enter digits.
///
/// The device may disappear and return: `failed` reports a failure, `recovered` its end.
@PanelActor
public protocol Keypad: AnyObject {
    /// Called on the loop for each output.
    var happened: (@PanelActor (KeypadOutput) -> Void)? { get set }

    /// Called when the keypad stops working, or still does not work for another reason than before. All its earlier
    /// reports about keys and contacts are void: no key is down.
    var failed: (@PanelActor (KeypadError) -> Void)? { get set }

    /// Called when the keypad works again after a failure, or after an `attach` that has failed.
    var recovered: (@PanelActor () -> Void)? { get set }

    /// Takes the keypad.
    ///
    /// - Throws: the reason why the keypad cannot be used. It is then taken as soon as possible, and `recovered` is
    ///   called.
    func attach() throws(KeypadError)

    /// Checks whether the device still exists, after `Board.chipsChanged`.
    func checkPresence()

    /// Releases the keypad. It calls no observer after that.
    func release()
}

/// Why a keypad cannot be used.
public enum KeypadError: Error, Sendable, Hashable {
    /// The keypad's lines cannot be requested, or used.
    case lines(GPIOError)
    /// The device does not exist, or not any more.
    case gone(path: String)
    /// The process may not read the device.
    case notPermitted(path: String)
    /// Another program has grabbed the device.
    case busy(path: String)
    /// The file at the path is not a device of the kernel's input layer.
    case noInputDevice(path: String)
    /// The input device has no digit keys.
    case noKeys(path: String)
    /// Another failure of a system or library call.
    case failed(call: String, path: String, code: Int32)

    /// Whether the device is missing, so that a watch will report its return.
    var isAbsence: Bool {
        switch self {
        case .gone, .lines(.noSuchChip), .lines(.noChips), .lines(.noSuchLine), .lines(.offsetOutOfRange),
            .lines(.chipGone):
            true
        case .lines, .notPermitted, .busy, .noInputDevice, .noKeys, .failed: false
        }
    }
}

extension KeypadError: CustomStringConvertible {
    /// The failure, the object, and a remedy where there is one.
    public var description: String {
        switch self {
        case .lines(let error): error.description
        case .gone(let path): "\(path) is not there; plug the keypad in"
        case .notPermitted(let path):
            "no permission to read \(path); run as a member of its group (usually 'input'), with DeviceAllow=char-input r "
                + "in the panel's unit"
        case .busy(let path): "\(path) is in use by a program that has it to itself; end that one"
        case .noInputDevice(let path): "\(path) is not an input device; /dev/input/by-id has their names"
        case .noKeys(let path): "\(path) has no digit keys; name a keypad, or map the keys that it has"
        case .failed(let call, let path, let code): "\(path): \(call): \(SystemCall.message(code))"
        }
    }
}
