import ArgumentParser

/// The `--json` option: output for programs instead of people.
struct JSONOption: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print JSON, one value a line, for programs.",
            discussion: "An error is one line on standard error: {\"error\": \"…\"}."))
    var json = false

    /// Prints each value as a line of JSON with `--json`, and the lines for people without.
    func print(_ values: [some Encodable], lines: @autoclosure () -> [String]) throws {
        for line in json ? try values.map({ try JSONText.line($0) }) : lines() { Output.print(line) }
    }
}

/// The `--unlock` option: the command asks for a PIN first.
struct UnlockOption: ParsableArguments {
    @Flag(
        help:
            "Ask for a PIN first, for what needs one and for what is private. Without a terminal it is a line of standard input."
    )
    var unlock = false

    /// A client of the panel at `path`, with the PIN if `--unlock` is given.
    func client(path: String) throws -> PanelClient {
        PanelClient(path: path, pin: try pin())
    }

    /// The PIN that the user types; `nil` without `--unlock`.
    func pin() throws -> String? { unlock ? try SecretInput.read("PIN") : nil }
}
