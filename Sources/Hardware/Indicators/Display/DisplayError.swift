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
