import Glibc
import Testing

/// `holdfast display`.
struct DisplayTests {
    @Test("display prints the display's rows, also for another size, and no row moves the terminal's cursor")
    func rows() async throws {
        let panel = try await FakePanel()
        let outcome = try Command.run("display", "--socket", panel.path)
        #expect(outcome.status == 0)
        #expect(outcome.output == "Hallway\nTea \\u{1B}[2J 4:59\n")
        let row = try Command.run("display", "--columns", "8", "--rows", "1", "--json", "--socket", panel.path)
        #expect(row.output == "{\"columns\":8,\"rows\":[\"Hallway\"]}\n")
    }

    @Test("display follows each change until Ctrl-C or the panel's end", arguments: [SIGINT, nil])
    func following(signal: Int32?) async throws {
        let panel = try await FakePanel()
        let command = try Command(["display", "--follow", "--socket", panel.path])
        #expect(try command.nextLine() == "Hallway")
        #expect(try command.nextLine() == "Tea \\u{1B}[2J 4:59")
        #expect(try command.nextLine() == "")
        await panel.show(["Hold to Turn On", "'Lamp'"])
        #expect(try command.nextLine() == "Hold to Turn On")
        #expect(try command.nextLine() == "'Lamp'")
        #expect(try command.nextLine() == "")
        if let signal { command.send(signal) } else { await panel.stop() }
        let outcome = try command.waitForEnd()
        #expect(outcome.status == (signal == nil ? 1 : 0))
        #expect(outcome.output == "")
        #expect(outcome.errors == (signal == nil ? "holdfast: the panel at \(panel.path) has ended\n" : ""))
    }

    @Test(
        "display refuses a size out of range",
        arguments: [("--columns", "7"), ("--columns", "201"), ("--rows", "0"), ("--rows", "51")])
    func sizes(option: String, number: String) async throws {
        let panel = try await FakePanel()
        let outcome = try Command(["display", option, number, "--socket", panel.path]).waitForEnd()
        #expect(outcome.status == 64)
        let range = option == "--rows" ? "1 to 50" : "8 to 200"
        #expect(outcome.errors.hasPrefix("Error: \(option) is \(number); expected \(range).\n"))
    }
}
