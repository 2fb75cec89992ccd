import Testing

/// `holdfast lights`.
struct LightsTests {
    @Test("what each light shows and why, and below it what it would show else")
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
                bell    -       failed     'Bell' failed
                spare   -       off        -

                """)
    }

    @Test("as JSON, a light a line")
    func json() async throws {
        let panel = try await FakePanel()
        let lines = try Command.run("lights", "--json", "--socket", panel.path).output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines.last == #"{"isLit":false,"layers":[],"name":"spare"}"#)
    }
}
