import Configuration
import Indicators

extension DisplayDescription {
    /// The display's characters as stated in the file; `nil` if the file does not state them.
    public var givenCharacters: DisplayCharacters? {
        switch characters {
        case nil: nil
        case .ascii: .ascii
        case .hd44780A00: .hd44780A00
        case .hd44780A02: .hd44780A02
        case .utf8: .utf8
        }
    }

    /// The display's probable characters without access to the device, judged by the device's name.
    var likelyCharacters: DisplayCharacters {
        let isTerminal = ["/dev/tty", "/dev/pts/", "/dev/console", "/dev/serial"].contains { device.hasPrefix($0) }
        guard !isTerminal else { return givenCharacters ?? .utf8 }
        return givenCharacters == .utf8 ? .ascii : givenCharacters ?? .hd44780A00
    }
}
