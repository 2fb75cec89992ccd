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
