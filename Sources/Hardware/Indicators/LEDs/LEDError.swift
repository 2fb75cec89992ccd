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
