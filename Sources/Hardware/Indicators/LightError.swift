import GPIO

/// Why a light does not show what it should.
public enum LightError: Error, Sendable, Hashable, CustomStringConvertible {
    /// One of its lines.
    case line(GPIOError)
    /// The LED of the kernel.
    case led(LEDError)

    /// In words.
    public var description: String {
        switch self {
        case .line(let error): error.description
        case .led(let error): error.description
        }
    }
}
