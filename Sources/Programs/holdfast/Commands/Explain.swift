import ArgumentParser
import Configuration

/// `holdfast explain [KEY]`
struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Explain a key of panel files: what it is for, its values, default and an example.",
        discussion: "Without a key, lists all of them.")

    @Argument(
        help: "A key, such as hold_time, or its path, such as buttons.hold_time.",
        completion: .list(KeyExplanation.all.map(\.path)))
    var key: String?

    func run() throws {
        guard let key else {
            let rows = KeyExplanation.all.map { [$0.path, $0.presence, $0.value] }
            for line in Table.lines([["KEY", "PRESENCE", "VALUE"]] + rows) { Output.print(line) }
            return
        }
        let found = KeyExplanation.find(key)
        guard !found.isEmpty else {
            let meant = KeyExplanation.nearest(to: key).map { "; did you mean '\($0)'?" } ?? " (holdfast explain)"
            Output.printError("holdfast: no key '\(key.onOneLine)' in panel files\(meant)")
            throw Output.failure
        }
        Output.print(found.map { $0.lines.joined(separator: "\n") }.joined(separator: "\n\n"))
    }
}

extension KeyExplanation {
    /// The path, what the key is for, and a row for each thing to know.
    fileprivate var lines: [String] {
        var rows = [["value", value], ["presence", presence]]
        rows += rules.map { ["rule", $0] }
        if !keys.isEmpty { rows.append(["keys", keys.joined(separator: ", ")]) }
        rows.append(["example", example])
        return [path] + documentation.wrapped(at: 76).map { "  " + $0 } + Table.lines(rows).map { "  " + $0 }
    }
}

extension String {
    /// The text in lines of at most `width` characters, broken between words.
    fileprivate func wrapped(at width: Int) -> [String] {
        var lines: [String] = []
        for word in split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = "\(last) \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
