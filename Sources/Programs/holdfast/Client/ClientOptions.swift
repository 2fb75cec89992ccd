import ArgumentParser

/// For people, or for programs.
struct JSONOption: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Print JSON, one value a line, for programs.",
            discussion: "An error is one line on standard error: {\"error\": \"…\"}."))
    var json = false

    /// Prints each value as JSON, or else the lines for people.
    func print(_ values: [some Encodable], lines: @autoclosure () -> [String]) throws {
        for line in json ? try values.map({ try JSONText.line($0) }) : lines() { Output.print(line) }
    }
}

/// `--unlock`
struct UnlockOption: ParsableArguments {
    @Flag(
        help:
            "Ask for a PIN first, for what needs one and for what is private. Without a terminal it is a line of standard input."
    )
    var unlock = false

    /// The panel at `path`, asked with the PIN where one is wanted.
    func client(path: String) throws -> PanelClient {
        PanelClient(path: path, pin: try pin())
    }

    /// The PIN, where one is wanted.
    func pin() throws -> String? { unlock ? try SecretInput.read("PIN") : nil }
}
