import EventLoop
import Glibc

/// Prints what the launcher's programs write, line by line, each behind its program's name.
@PanelActor
struct ChildOutput {
    private let width: Int
    private let hasColors: Bool
    private let write: @PanelActor (String) -> Void

    /// Cyan, yellow, green, magenta, blue; not red, which means that something is wrong.
    private static let colors = [36, 33, 32, 35, 34]

    init(names: [String]) {
        width = names.map(\.count).max() ?? 0
        hasColors = Environment.hasColors(STDOUT_FILENO)
        write = { Output.write($0 + "\n", to: STDOUT_FILENO) }
    }

    /// Gives each line to `write`, without colours.
    init(names: [String], write: @escaping @PanelActor (String) -> Void) {
        width = names.map(\.count).max() ?? 0
        hasColors = false
        self.write = write
    }

    /// Prints a line of the program; programs that follow one another in `index` differ in colour.
    func print(_ line: String, of name: String, index: Int) {
        let padding = String(repeating: " ", count: max(0, width - name.count))
        let prefix = "\(name)\(padding) |"
        let color = Self.colors[index % Self.colors.count]
        let shown = hasColors ? "\u{1B}[\(color)m\(prefix)\u{1B}[0m" : prefix
        write("\(shown) \(line.plain)")
    }

    /// Prints a line of the launcher's own.
    func say(_ line: String) {
        let prefix = "up" + String(repeating: " ", count: max(0, width - 2)) + " |"
        write("\(hasColors ? "\u{1B}[1m\(prefix)\u{1B}[0m" : prefix) \(line.plain)")
    }
}
