/// Finds words of a program and its arguments that only a shell would understand. Holdfast runs no shell.
enum CommandWords {
    /// The remark on a list of words; `nil` where nothing is wrong with it.
    static func remark(on words: [String]) -> String? {
        guard let program = words.first else { return nil }
        if !program.contains("/"), program.contains(where: \.isWhitespace) {
            return "the program is called '\(program.shown)'; write each of its words as an item of the list"
        }
        let own = words.prefix { !shells.contains($0.split(separator: "/").last.map(String.init) ?? "") }
        guard own.count == words.count, let word = words.dropFirst().first(where: isOfShell) else { return nil }
        return "no shell reads '\(word.shown)', and the program gets it as an argument; for a shell write "
            + "[sh, -c, \"…\"], with the whole command in the quotes"
    }

    /// Programs that read a word of their arguments as a command.
    private static let shells: Set = ["ash", "bash", "busybox", "dash", "fish", "ksh", "sh", "ssh", "watch", "zsh"]

    private static let operators: Set = ["|", "||", "|&", "&", "&&", ";", "<", "<<", "<<<", ">", ">>", "&>", ">&"]

    /// Whether a shell would not pass the word to a program as it is: `|`, `2>/dev/null`, `$HOME`, `~/file`.
    private static func isOfShell(_ word: String) -> Bool {
        if operators.contains(word) || word == "~" || word.hasPrefix("~/") { return true }
        let behindDigit = word.first.map { "12&".contains($0) } == true ? word.dropFirst() : Substring(word)
        if behindDigit.count > 1, behindDigit.first == ">" { return true }
        guard word.first == "$", let next = word.dropFirst().first else { return false }
        return next == "{" || next == "(" || next.isLetter && next.isUppercase
    }
}
