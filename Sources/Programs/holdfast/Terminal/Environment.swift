import Glibc

/// The variables that this process was started with.
enum Environment {
    /// The variable's value; `nil` where it is not set, or empty.
    static func value(_ name: String) -> String? {
        guard let value = getenv(name) else { return nil }
        let text = String(cString: value)
        return text.isEmpty ? nil : text
    }

    /// Whether lines on this descriptor are read by a person at a terminal that takes colours (no-color.org).
    static func hasColors(_ descriptor: Int32) -> Bool {
        isatty(descriptor) == 1 && value("NO_COLOR") == nil && value("TERM") != "dumb"
    }
}
