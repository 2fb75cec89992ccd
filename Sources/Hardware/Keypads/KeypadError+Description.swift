import EventLoop
import GPIO

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
