import Testing

/// `holdfast lights`.
struct LightsTests {
    @Test("lights prints each light's look, its reason, and the covered ones below it")
    func table() async throws {
        let panel = try await FakePanel()
        let outcome = try Command.run("lights", "--socket", panel.path)
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                LIGHT   SHOWS   SEEN       WHY
                status  status  red fault  button 'side': stuck
                                  hold     a button is held
                lamp    lamp    yellow     'Lamp': On
                bell    -       failed     'Bell' was not performed
                spare   -       off        -

                """)
    }

    @Test("lights test shows the looks of a light one after the other")
    func walk() async throws {
        let panel = try await FakePanel()
        let outcome = try Command.run("lights", "test", "lamp", "--for", "1500ms", "--socket", panel.path)
        #expect(outcome.status == 0 && outcome.output == "off: for 1.5 s\n")
        let json = try Command.run("lights", "test", "--meaning", "fault", "--json", "--socket", panel.path)
        #expect(json.output == #"{"meaning":"fault","words":"for 3.0 s"}"# + "\n")
        let refused = try Command.run("lights", "test", "none", "--socket", panel.path)
        #expect(refused.status == 1 && refused.errors.contains("no light 'none'; there are: lamp"))
        let early = try Command.run("lights", "test", "--meaning", "hold", "--socket", panel.path)
        #expect(early.status == 1 && early.errors == "holdfast: the test has ended early: a press\n")
        let slip = try Command.run("lights", "test", "--for", "soon", "--socket", panel.path)
        #expect(slip.status != 0 && slip.errors.contains("'soon' is not a duration such as 3s"))
    }

    @Test("lights --json prints a light on each line")
    func json() async throws {
        let panel = try await FakePanel()
        let lines = try Command.run("lights", "--json", "--socket", panel.path).output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.last == #"{"isLit":false,"layers":[],"name":"spare"}"#)
    }
}
