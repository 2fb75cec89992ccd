import Configuration
import Indicators

extension DisplayDescription {
    /// The characters that the file says it has.
    public var givenCharacters: DisplayCharacters? {
        switch characters {
        case nil: nil
        case .ascii: .ascii
        case .hd44780A00: .hd44780A00
        case .hd44780A02: .hd44780A02
        case .utf8: .utf8
        }
    }

    /// The characters that it has where there is no device to look at: by its name alone.
    var likelyCharacters: DisplayCharacters {
        let isTerminal = ["/dev/tty", "/dev/pts/", "/dev/console", "/dev/serial"].contains { device.hasPrefix($0) }
        guard !isTerminal else { return givenCharacters ?? .utf8 }
        return givenCharacters == .utf8 ? .ascii : givenCharacters ?? .hd44780A00
    }
}
