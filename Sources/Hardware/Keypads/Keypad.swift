import EventLoop
import GPIO
import Gestures

/// Something that a person enters digits with.
///
/// It may go and come: what was wrong with it is told by `failed`, and that it works again by `recovered`.
@PanelActor
public protocol Keypad: AnyObject {
    /// Called for each output, on the loop.
    var happened: (@PanelActor (KeypadOutput) -> Void)? { get set }

    /// Called when the keypad cannot be used any more, or not yet again for another reason than before. Whatever it has told
    /// of keys and contacts before is void: none is down.
    var failed: (@PanelActor (KeypadError) -> Void)? { get set }

    /// Called when a keypad that had failed, or that `attach` has not found, can be used.
    var recovered: (@PanelActor () -> Void)? { get set }

    /// Takes the keypad.
    ///
    /// - Throws: why that cannot be; it is then taken as soon as it can be, and `recovered` called.
    func attach() throws(KeypadError)

    /// Looks whether it is there, after `Board.chipsChanged`.
    func checkPresence()

    /// Gives it back, and tells nothing any more.
    func release()
}

/// Why a keypad cannot be used. `KeypadError+Description.swift` has the words.
public enum KeypadError: Error, Sendable, Hashable {
    /// Its lines cannot be had, or used.
    case lines(GPIOError)
    /// There is no such device, or not any more.
    case gone(path: String)
    /// The process may not read the device.
    case notPermitted(path: String)
    /// Another program has the device to itself.
    case busy(path: String)
    /// What lies at the path is no device of the kernel's input layer.
    case noInputDevice(path: String)
    /// It is one, but has none of the keys.
    case noKeys(path: String)
    /// A system or library call failed otherwise.
    case failed(call: String, path: String, code: Int32)

    /// Whether it is not there, and news will tell when it is.
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
    /// What went wrong, with what and what to do about it.
    public var description: String {
        switch self {
        case .lines(let error): error.description
        case .gone(let path): "\(path) is not there; plug the keypad in"
        case .notPermitted(let path):
            "no permission to read \(path); run as a member of its group (usually 'input'), with DeviceAllow=char-input r "
                + "in the panel's unit"
        case .busy(let path): "\(path) is in use by a program that has it to itself; end that one"
        case .noInputDevice(let path): "\(path) is no input device; /dev/input/by-id has their names"
        case .noKeys(let path): "\(path) has no digit keys; name a keypad, or map the keys that it has"
        case .failed(let call, let path, let code): "\(path): \(call): \(SystemCall.message(code))"
        }
    }
}
