import ArgumentParser
import Indicators
import LocalAPI
import MonotonicTime
import ProgramSupport

/// `holdfast lights`
struct Lights: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "List the lights, with what each light shows and why.",
        discussion: """
            A light shows the most urgent of its meanings. The less urgent ones are indented below it. The light shows \
            them when the urgent one is over.
            """,
        subcommands: [LightsTest.self])

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let lights = try panel.client.ask(PanelInterface.Lights.self, NoParameters(), more: true).compactMap(\.light)
        let rows = [ListedLight.headings] + lights.flatMap(\.rows)
        try json.print(lights, lines: Table.lines(rows.map { $0.map(\.onOneLine) }))
    }
}

/// `holdfast lights test`
struct LightsTest: PanelCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Test the lights: show all meanings one after the other.",
        discussion: """
            Shows whether the lights work, and which rhythm each meaning has. A light with a fault or a lockout \
            continues to show it. The test ends early, with exit code 1, when a button is pressed, something breaks, or \
            another test begins. Only an administrator (sudo) can choose a meaning or more than 3s, or test the lights \
            again within 10 minutes.
            """)

    @Argument(help: "The light. Default: all lights.")
    var light: String?

    @Option(
        help: "Show only this meaning: \(LightMeaning.allCases.map(\.rawValue).joined(separator: ", ")).",
        completion: .list(LightMeaning.allCases.map(\.rawValue)))
    var meaning: String?

    @Option(
        name: .customLong("for"), help: "How long to show each meaning, from 0.1s to 60s. Default: 3s.",
        transform: Duration.argument)
    var time = Duration.seconds(3)

    @OptionGroup var panel: PanelOptions

    func perform() throws {
        let request = PanelInterface.TestLights.Parameters(
            light: light, meaning: meaning, seconds: Double(time.nanoseconds) / 1e9)
        let json = json
        let replies = try panel.client.ask(PanelInterface.TestLights.self, request, more: true, within: nil) { reply in
            // JSON can always encode two texts.
            try? json.print([reply], lines: ["\(reply.meaning ?? ""): \(reply.words ?? "")"])
        }
        if let reason = replies.last?.words { throw LightTestProblem(reason: reason) }
    }
}

/// A test of the lights that ended early.
private struct LightTestProblem: Error, CustomStringConvertible {
    let reason: String
    var description: String { "the test has ended early: \(reason)" }
}
