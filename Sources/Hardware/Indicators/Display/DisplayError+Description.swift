import EventLoop

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
