import Glibc

/// Prints what the launcher's programs write, line by line, each behind its program's name.
struct ChildOutput: Sendable {
    private let width: Int
    private let hasColors: Bool

    /// Cyan, yellow, green, magenta, blue; not red, which means that something is wrong.
    private static let colors = [36, 33, 32, 35, 34]

    init(names: [String]) {
        width = names.map(\.count).max() ?? 0
        hasColors = Environment.hasColors(STDOUT_FILENO)
    }

    /// Prints a line of the program; programs that follow one another in `index` differ in colour.
    func print(_ line: String, of name: String, index: Int) {
        let padding = String(repeating: " ", count: max(0, width - name.count))
        let prefix = "\(name)\(padding) |"
        let color = Self.colors[index % Self.colors.count]
        let shown = hasColors ? "\u{1B}[\(color)m\(prefix)\u{1B}[0m" : prefix
        Output.write("\(shown) \(line.plain)\n", to: STDOUT_FILENO)
    }

    /// Prints a line of the launcher's own.
    func say(_ line: String) {
        let prefix = "up" + String(repeating: " ", count: max(0, width - 2)) + " |"
        Output.write("\(hasColors ? "\u{1B}[1m\(prefix)\u{1B}[0m" : prefix) \(line.plain)\n", to: STDOUT_FILENO)
    }
}
