import Glibc

/// Lines at the end of a terminal that change in place.
struct Screen {
    private var drawnLines = 0

    /// Lines of the terminal; 24 where it does not say.
    static var height: Int {
        var size = winsize()
        guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 0 else { return 24 }
        return Int(size.ws_row)
    }

    /// Draws the lines over those that were drawn before.
    mutating func draw(_ lines: [String]) {
        // Back to the first line, and clear from there. A line that is too long is cut off meanwhile, since one that went
        // on below would not be counted.
        let back = drawnLines > 0 ? "\u{1B}[\(drawnLines)A\r\u{1B}[J" : ""
        let picture = "\u{1B}[?7l" + back + lines.map { $0 + "\n" }.joined() + "\u{1B}[?7h"
        Output.write(picture, to: STDOUT_FILENO)
        drawnLines = lines.count
    }
}
