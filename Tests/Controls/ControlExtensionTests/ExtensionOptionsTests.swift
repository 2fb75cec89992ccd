import Controls
import Testing

@testable import ControlExtension

/// The command line, the environment, and names derived from types.
struct ExtensionOptionsTests {
    private func options(
        _ arguments: String..., environment: [String: String] = [:], type: String = "ProductivityTimer"
    ) throws(ExtensionProgramError) -> ExtensionOptions {
        try ExtensionOptions(
            arguments: arguments, environment: environment, type: type)
    }

    @Test("by default the panel is the system's and the name is the type's")
    func defaults() throws {
        let options = try options()
        #expect(options.task == .serve)
        #expect(options.panelSocket == "/run/holdfast/panel")
        #expect(options.hostSocket == "/run/holdfast/host")
        #expect(options.socket == "/run/holdfast/extensions/productivity-timer")
        #expect(options.displayName == "Productivity Timer")
    }

    @Test("the launcher's settings come from the environment, and the command line overrides them")
    func precedence() throws {
        let environment = ["HOLDFAST_SOCKET": "/tmp/p", "HOLDFAST_EXTENSION": "focus", "HOLDFAST_NAME": "Focus"]
        let launched = try options(environment: environment)
        #expect(launched.socket == "/tmp/extensions/focus")
        #expect(launched.displayName == "Focus")
        let told = try options("--socket", "panel", "--name=other", environment: environment)
        #expect(told.socket == "./extensions/other")
        #expect(told.hostSocket == "./host")
        #expect(try options("--socket", "/panel").hostSocket == "/host")
    }

    @Test("--help selects help over serving", arguments: [("--help", ExtensionOptions.Task.help), ("-h", .help)])
    func tasks(option: String, task: ExtensionOptions.Task) throws {
        #expect(try options(option).task == task)
        #expect(try options("--describe").task == .describe)
    }

    @Test(
        "an invalid command line is refused in one line, and exits with 64",
        arguments: [
            ["--sokcet", "x"], ["--name"], ["--name", ""], ["--name="], ["--help=1"], ["x"], ["--name", "1a"],
        ])
    func refused(arguments: [String]) {
        let error = #expect(throws: ExtensionProgramError.self) {
            try ExtensionOptions(arguments: arguments, environment: [:], type: "Timer")
        }
        #expect(error?.exitCode == 64)
        #expect(error?.description.contains("\n") == false)
    }

    @Test(
        "a type's name becomes words and an extension's name",
        arguments: [
            ("ProductivityTimer", "Productivity Timer", "productivity-timer"),
            ("MyControls", "My Controls", "my-controls"),
            ("HTTPTimer", "HTTP Timer", "http-timer"),
            ("Garage", "Garage", "garage"),
            ("Timer2Go", "Timer2 Go", "timer2-go"),
            ("my_controls", "my controls", "my-controls"),
        ])
    func names(type: String, spaced: String, kebab: String) {
        #expect(ExtensionName.spaced(type) == spaced)
        #expect(ExtensionName.kebab(type) == kebab)
        #expect(ShortName.isValid(kebab))
    }

    @Test("E3 recent names are remembered, and the oldest are forgotten")
    func recentNames() {
        var names = RecentNames(capacity: 3)
        let areNew = ["1", "2", "3", "1", "4", "2", "1", "2"].map { names.insert($0) }
        #expect(areNew == [true, true, true, false, true, false, true, true])
    }

    @Test("a service manager's socket is descriptor 3, if it is for this process")
    func sockets() throws {
        func socket(_ variables: [String: String]) throws(ExtensionProgramError) -> ListeningSocket {
            try ListeningSocket(environment: variables, process: 42, path: "/p")
        }
        #expect(try socket([:]) == .path("/p"))
        #expect(try socket(["LISTEN_PID": "42", "LISTEN_FDS": "1"]) == .descriptor(3))
        #expect(try socket(["LISTEN_PID": "41", "LISTEN_FDS": "1"]) == .path("/p"))
        #expect(try socket(["LISTEN_FDS": "1"]) == .path("/p"))
        for count in ["2", "0", "x"] {
            #expect(throws: ExtensionProgramError.self) { try socket(["LISTEN_PID": "42", "LISTEN_FDS": count]) }
        }
    }
}
