import Configuration
import Glibc
import Testing

@testable import holdfast

/// `holdfast up` plans its processes and sockets, and splits their output into lines.
@Suite
struct LauncherTests {
    @Test("output that comes in pieces is split at line ends, and an unfinished line comes last")
    func pieces() {
        var splitter = LineSplitter()
        #expect(splitter.split(Array("one\r\ntw".utf8)) == ["one"])
        #expect(splitter.split(Array("o\n\nthr".utf8)) == ["two", ""])
        #expect(splitter.rest() == "thr")
        #expect(splitter.rest() == nil)
    }

    @Test("a line that is too long is split between two characters", arguments: 0...3)
    func longLine(offset: Int) {
        var splitter = LineSplitter()
        let text = String(repeating: "a", count: LineSplitter.longest - 4 + offset) + "🔒🔒"
        var lines = splitter.split(Array(text.utf8))
        if let rest = splitter.rest() { lines.append(rest) }
        #expect(lines.joined() == text)
        #expect(lines.allSatisfy { $0.utf8.count <= LineSplitter.longest })
    }

    @Test("each panel file has its own folder, whose socket's path is short enough for the kernel")
    func places() {
        let long = "/home/user/" + String(repeating: "panels/", count: 40) + "panel.yaml"
        let place = UpPlace(of: long, below: "/run/user/1000")
        #expect(place == UpPlace(of: long, below: "/run/user/1000"))
        #expect(place != UpPlace(of: long + "2", below: "/run/user/1000"))
        // unix(7): 108 bytes with the final zero.
        #expect((place.folder + "/extensions/name-of-an-extension").utf8.count < 108)
    }

    private static func panel(_ extensions: String) throws -> PanelDescription {
        let text = """
            name: Test
            domain: org.example.test
            controls: {lamp: {title: Lamp, toggle: {line: GPIO18}}}
            buttons: {action: {line: GPIO17, hold: lamp}}
            extensions: \(extensions)

            """
        return try PanelFile.parse(Array(text.utf8), file: "/panels/hall.yaml")
    }

    @Test("the programs do not inherit the variables that a service manager sets for the launcher")
    func environment() throws {
        let plan = try LaunchPlan(
            Self.panel("[{name: music, domain: org.example.music, program: [sh, -c, exit]}]"),
            program: "/opt/bin/holdfast",
            socket: "/tmp/up/panel", runtimeDirectory: "/tmp/up", options: ["--log-level", "debug"],
            environment: ["PATH=/usr/bin:/bin", "NOTIFY_SOCKET=/run/notify", "LISTEN_FDS=2", "HOLDFAST_SOCKET=/else"])
        #expect(plan.core.arguments.suffix(2) == ["--log-level", "debug"])

        #expect(plan.core.environment == ["PATH=/usr/bin:/bin", "HOLDFAST_SOCKET=/tmp/up/panel"])
        #expect(plan.extensions.map(\.name) == ["music"])
        #expect(plan.gateway == nil, "the program is not there")
        #expect(plan.extensions.first?.path.hasSuffix("/sh") == true)
        #expect(plan.extensions.first?.environment.last == "HOLDFAST_EXTENSION=music")
    }

    @Test("every program that cannot be started is reported")
    func missingPrograms() throws {
        let panel = try Self.panel(
            "[{name: one, domain: org.example.one, program: [./one]}, {name: two, domain: org.example.two, program: [no-such]}]"
        )
        let error = #expect(throws: ConfigurationError.self) {
            try LaunchPlan(
                panel, program: "/opt/bin/holdfast", socket: "/tmp/up/panel", runtimeDirectory: "/tmp/up", options: [],
                environment: ["PATH=/bin"])
        }
        #expect(error?.diagnostics.count == 2)
        #expect(error?.description.contains("/panels/one: No such file") == true)
        #expect(error?.description.contains("'no-such' is in no folder of $PATH") == true)
    }
}
