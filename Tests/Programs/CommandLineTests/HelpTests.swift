import Testing

/// Help, version, invalid command lines, completion.
struct HelpTests {
    private static let commands = [
        "setup", "run", "up", "check", "explain", "schema", "simulate", "play", "lines", "safe", "doctor", "list",
        "show",
        "perform",
        "set", "confirm",
        "reload", "push-token",
        "intents", "lights", "display", "monitor", "status", "extension", "system", "fleet", "press", "sense", "keys",
        "pin",
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

                Hold a button, and its control performs. Tap the button, and a hint says what a
                hold does. Lights show the state of controls.

                USAGE: holdfast <subcommand>

                OPTIONS:
                  --version               Show the version.
                  -h, --help              Show help information.

                PANEL SUBCOMMANDS:
                  setup                   Set up a panel by answering questions.
                  run                     Run a panel until SIGTERM or SIGINT.
                  up                      Run a panel with its extensions and its page, for
                                          development.
                  check                   Check panel files and report all errors.
                  explain                 Explain a key of panel files.
                  schema                  Print the JSON schema of panel files, for editors.
                  simulate                Run panel scripts and print their transcripts.
                  play                    Play a panel in the terminal: keys are its buttons,
                                          coloured text its lights.
                  lines                   List GPIO chips and lines, with their names and users.
                  safe                    Make outputs inactive that a panel left driven.
                  doctor                  Find problems of the machine and its panel, with
                                          remedies.

                RUNNING PANEL SUBCOMMANDS:
                  list                    List the controls, with their values and places.
                  show                    Show all details of a control.
                  perform                 Perform a control as a hold does, or an intent.
                  set                     Turn a toggle on or off, whatever its present state.
                  confirm                 Confirm or decline what a control asks.
                  reload                  Reload a control.
                  push-token              Print the MQTT topic that reloads a control.
                  intents                 List the intents that can be performed by name.
                  lights                  List the lights, with what each light shows and why.
                  display                 Show the contents of the panel's text display.
                  monitor                 Watch the running panel until Ctrl-C.
                  status                  Show the status of the running panel.

                INSTALLATION SUBCOMMANDS:
                  extension               Manage the extensions that systemd starts.
                  system                  Manage the system of a Raspberry Pi that starts from
                                          Holdfast's card.

                MANY PANELS SUBCOMMANDS:
                  fleet                   List the panels of an MQTT broker, with versions,
                                          faults and lock states.

                SIMULATED PANEL SUBCOMMANDS:
                  press                   Press a button of a simulated panel.
                  sense                   Set the level of a sensor's line of a simulated panel.
                  keys                    Press keys on the PIN pad of a simulated panel.

                LOCK SUBCOMMANDS:
                  pin                     Manage the people who can unlock the panel.
                  lock                    Lock the running panel.
                  log                     Show the log of the lock.
                  backup                  Save the panel's file, the people and the device key
                                          in an encrypted file.
                  restore                 Replace the people and their PINs with those of a
                                          backup.

                LAYOUT SUBCOMMANDS:
                  gallery                 List the controls that can be placed, by source.
                  layout                  Show where controls are placed, by the file or by
                                          hand.
                  place                   Place a control on a button, a light or the lock
                                          screen, or in Control Center.
                  move                    Move a control to another place.
                  resize                  Change the size of a control in Control Center.
                  remove                  Remove a control from a place.
                  configure               Change the configuration of a placed control.

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
        #expect(outcome.errors == "holdfast: standard input is not a terminal; a panel is played with its keys\n")
    }
}
