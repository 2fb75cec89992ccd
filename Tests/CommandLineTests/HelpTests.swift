import Testing

/// Help, versions, slips of the hand, completion.
struct HelpTests {
    @Test("the version")
    func version() throws {
        let outcome = try Command.run("--version")
        #expect(outcome.status == 0)
        #expect(outcome.output.wholeMatch(of: /holdfast \d+\.\d+\.\d+\n/) != nil)
    }

    @Test("the help names each command, and what it is for")
    func help() throws {
        let outcome = try Command.run("--help", environment: ["COLUMNS": "80"])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        #expect(
            outcome.output == """
                OVERVIEW: A control panel of buttons and lights for embedded Linux.

                Hold a button and its control performs; tap it and a hint says what holding
                would do; lights show what is so.

                USAGE: holdfast <subcommand>

                OPTIONS:
                  --version               Show the version.
                  -h, --help              Show help information.

                SUBCOMMANDS:
                  run                     Run a panel until it is told to stop.
                  check                   Report all errors of panel files, without touching
                                          hardware.
                  simulate                Run panel scripts, and print what happens.
                  play                    Play a panel in the terminal: keys are its buttons,
                                          coloured text its lights.
                  lines                   List GPIO chips and lines: their names, and who uses
                                          them.
                  safe                    Make the outputs inactive that a panel left driven.

                  See 'holdfast help <subcommand>' for detailed help.

                """)
        #expect(try Command.run(environment: ["COLUMNS": "80"]).output == outcome.output)
    }

    @Test("each command has help", arguments: ["run", "check", "simulate", "play", "lines", "safe"])
    func commandHelp(command: String) throws {
        let outcome = try Command.run(command, "--help")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("OVERVIEW: "))
        #expect(outcome.output.contains("USAGE: holdfast \(command)"))
        expectPlainEnglish(outcome)
    }

    @Test(
        "slips of the hand: one sentence, how to use it, and exit code 64 (sysexits.h)",
        arguments: [
            (["bogus"], "Error: Unexpected argument 'bogus'"),
            (["check"], "Error: Missing expected argument '<files> ...'"),
            (["check", "--advise", "x"], "Error: Unknown option '--advise'"),
            (
                ["simulate", "--board", "moon", "x"],
                "Error: The value 'moon' is invalid for '--board <board>'. Please provide one of 'simulated' and "
                    + "'gpio-sim'."
            ),
        ])
    func slip(arguments: [String], message: String) throws {
        let outcome = try Command(arguments).waitForEnd()
        #expect(outcome.status == 64)
        #expect(outcome.errors.split(separator: "\n").first.map(String.init) == message)
        #expect(outcome.errors.contains("Usage: holdfast"))
        expectPlainEnglish(outcome)
    }

    @Test(
        "completion for each shell",
        arguments: [("bash", "_holdfast"), ("zsh", "#compdef holdfast"), ("fish", "complete -c 'holdfast'")])
    func completion(shell: String, words: String) throws {
        let outcome = try Command.run("--generate-completion-script", shell)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains(words))
        for command in ["run", "check", "simulate", "play", "lines", "safe"] {
            #expect(outcome.output.contains(command))
        }
    }

    @Test("a panel is played in a terminal only")
    func noTerminal() throws {
        let outcome = try Command.run("play", "config/minimal.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.errors == "holdfast: standard input is no terminal; a panel is played with its keys\n")
    }
}
