import GPIO

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
