import Testing

/// Help, version, invalid command lines, completion.
struct HelpTests {
    private static let commands = [
        "setup", "run", "up", "check", "explain", "schema", "simulate", "play", "lines", "safe", "doctor", "list",
        "show",
        "perform",
        "set", "confirm",
        "reload", "push-token",
        "intents", "lights", "display", "monitor", "status", "extension", "fleet", "press", "sense", "keys", "pin",
        "lock",
        "log",
        "backup", "restore", "gallery", "layout", "place", "move",
        "resize", "remove",
        "configure",
    ]

    @Test("--version prints the version")
    func version() throws {
        let outcome = try Command.run("--version")
        #expect(outcome.status == 0)
        #expect(outcome.output.wholeMatch(of: /holdfast \d+\.\d+\.\d+\n/) != nil)
    }

    @Test("--help lists each command with its purpose")
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

                PANEL SUBCOMMANDS:
                  setup                   Make a panel of a board with wires on it, by
                                          questions.
                  run                     Run a panel until it is told to stop.
                  up                      Run a panel with its extensions and its page until
                                          Ctrl-C, for development.
                  check                   Report all errors of panel files, without touching
                                          hardware.
                  explain                 Explain a key of panel files: what it is for, its
                                          values, default and an example.
                  schema                  Print the JSON schema of panel files, for editors.
                  simulate                Run panel scripts, and print what happens.
                  play                    Play a panel in the terminal: keys are its buttons,
                                          coloured text its lights.
                  lines                   List GPIO chips and lines: their names, and who uses
                                          them.
                  safe                    Make the outputs inactive that a panel left driven.
                  doctor                  Examine the machine and its panel, and print what is
                                          wrong with the remedy.

                RUNNING PANEL SUBCOMMANDS:
                  list                    List the controls of the running panel: what they
                                          show, and where they are placed.
                  show                    Show all that there is to know of a control of the
                                          running panel.
                  perform                 Perform a control of the running panel as holding it
                                          does, or an intent by its name.
                  set                     Switch a toggle of the running panel on or off,
                                          whatever it is now.
                  confirm                 Confirm what a control of the running panel asks to
                                          have confirmed.
                  reload                  Reload the state of controls of the running panel.
                  push-token              Print the MQTT topic whose messages reload a control
                                          of the running panel.
                  intents                 List the intents of the running panel that can be
                                          performed by name.
                  lights                  List the lights of the running panel: what each shows
                                          now, and why.
                  display                 Print what the running panel's text display shows, or
                                          would show.
                  monitor                 Watch the running panel until Ctrl-C: its controls,
                                          hints, activities, and what happens.
                  status                  Show the running panel's status: lock, faults, what
                                          to do.

                INSTALLATION SUBCOMMANDS:
                  extension               Install, list and remove extensions that systemd
                                          starts.

                MANY PANELS SUBCOMMANDS:
                  fleet                   List the panels of an MQTT broker, with versions,
                                          faults and lock states.

                SIMULATED PANEL SUBCOMMANDS:
                  press                   Press a button of a simulated panel.
                  sense                   Give a sensor's line of a simulated panel a level.
                  keys                    Press keys of a simulated panel's PIN pad, one after
                                          the other.

                LOCK SUBCOMMANDS:
                  pin                     Say who may unlock the panel.
                  lock                    Lock the running panel.
                  log                     Tell who did what with the running panel's lock, and
                                          what came of it.
                  backup                  Write the panel's file, those who have a PIN, and the
                                          device's key into a file under a passphrase.
                  restore                 Take those who have a PIN from a backup, in place of
                                          those there are.

                LAYOUT SUBCOMMANDS:
                  gallery                 List the controls that can be placed on the running
                                          panel, by where they come from.
                  layout                  Tell where the running panel's controls are, and
                                          whether by the file or by hand.
                  place                   Place a control on the running panel: on a button, a
                                          light, the lock screen, in Control Center.
                  move                    Move a control of the running panel to another place.
                  resize                  Give a control in the running panel's Control Center
                                          another size.
                  remove                  Take a control away from a place of the running panel.
                  configure               Configure a control of the running panel where it is
                                          placed.

                  See 'holdfast help <subcommand>' for detailed help.

                """)
        #expect(try Command.run(environment: ["COLUMNS": "80"]).output == outcome.output)
    }

    @Test("each command has a help text", arguments: commands)
    func commandHelp(command: String) throws {
        let outcome = try Command.run(command, "--help")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("OVERVIEW: "))
        #expect(outcome.output.contains("USAGE: holdfast \(command)"))
        expectPlainEnglish(outcome)
    }

    @Test(
        "an invalid command line prints the error and the usage, and exits with 64 (sysexits.h)",
        arguments: [
            (["bogus"], "Error: Unknown command 'bogus'"),
            (["chek", "config/minimal.yaml"], "Error: Unknown command 'chek'. Did you mean 'check'?"),
            (["help", "chek"], "Error: Unknown command 'chek'. Did you mean 'check'?"),
            (["check"], "Error: Missing expected argument '<files> ...'"),
            (["check", "--advise", "x"], "Error: Unknown option '--advise'. Did you mean '--advice'?"),
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
        "each shell gets a completion script with all commands",
        arguments: [("bash", "_holdfast"), ("zsh", "#compdef holdfast"), ("fish", "complete -c 'holdfast'")])
    func completion(shell: String, words: String) throws {
        let outcome = try Command.run("--generate-completion-script", shell)
        #expect(outcome.status == 0)
        #expect(outcome.output.contains(words))
        for command in Self.commands {
            #expect(outcome.output.contains(command))
        }
    }

    @Test("play refuses standard input that is no terminal")
    func noTerminal() throws {
        let outcome = try Command.run("play", "config/minimal.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.errors == "holdfast: standard input is no terminal; a panel is played with its keys\n")
    }
}
