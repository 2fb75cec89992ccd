import EventLoop
import GPIO
import SimulatedGPIO
import Testing

@Suite("Contacts between simulated lines")
@PanelActor
struct NetTests {
    private let rows = ["GPIO0", "GPIO1", "GPIO2"]
    private let columns = ["GPIO10", "GPIO11"]

    private func keypad(
        _ world: SimulatedWorld, drive: OutputDrive = .openDrain(.up)
    ) throws -> (rows: any InputRequest, columns: any OutputRequest) {
        (
            try world.board.requestInputs(
                rows.map { .init(line: $0, isActiveLow: true, bias: .up) }, consumer: "keypad"),
            try world.board.requestOutputs(
                columns.map { .init(line: $0, isActiveLow: true, drive: drive) }, consumer: "keypad")
        )
    }

    @Test("a closed key makes its row follow its column, and no other row, and the edges are reported")
    func key() throws {
        let world = SimulatedWorld()
        let (inputs, outputs) = try keypad(world)
        for (row, rowName) in rows.enumerated() {
            for (column, columnName) in columns.enumerated() {
                try world.board.moveContact(between: rowName, and: columnName, isClosed: true)
                for driven in columns.indices {
                    try outputs.set(columns.indices.map { $0 == driven })
                    #expect(try inputs.levels() == rows.indices.map { $0 == row && driven == column })
                }
                try outputs.set([false, false])
                #expect(try inputs.levels() == [false, false, false])
                try world.board.moveContact(between: columnName, and: rowName, isClosed: false)
                let edges = try inputs.events()
                #expect(edges.map(\.isActive) == [true, false] && edges.allSatisfy { $0.line == row })
            }
        }
        // As with a key that closes while its column is low.
        try outputs.set([true, true])
        try world.board.moveContact(between: "GPIO1", and: "GPIO11", isClosed: true)
        try world.board.moveContact(between: "GPIO1", and: "GPIO11", isClosed: true)
        try world.board.moveContact(between: "GPIO1", and: "GPIO11", isClosed: false)
        #expect(try inputs.events().map(\.isActive) == [true, false])
        #expect(world.board.conflicts.isEmpty)
    }

    @Test("three keys of a rectangle make a ghost of the fourth")
    func ghost() throws {
        let world = SimulatedWorld()
        let (inputs, outputs) = try keypad(world)
        for (row, column) in [("GPIO0", "GPIO10"), ("GPIO0", "GPIO11"), ("GPIO1", "GPIO10")] {
            try world.board.moveContact(between: row, and: column, isClosed: true)
        }
        try outputs.set([false, true])
        #expect(try inputs.levels() == [true, true, false])
        #expect(try outputs.levels() == [true, true], "the column that floats follows")
        try world.board.moveContact(between: "GPIO0", and: "GPIO10", isClosed: false)
        #expect(try inputs.levels() == [true, false, false])
        #expect(world.board.conflicts.isEmpty)
    }

    @Test("two keys that short push-pull columns are a conflict, and so are opposing resistors")
    func conflicts() throws {
        let world = SimulatedWorld()
        let (_, outputs) = try keypad(world, drive: .pushPull)
        try outputs.set([true, false])
        for column in columns { try world.board.moveContact(between: "GPIO0", and: column, isClosed: true) }
        let conflict = try #require(world.board.conflicts.first)
        #expect(world.board.conflicts.count == 1)
        #expect(conflict.low.name == "GPIO10" && conflict.high.name == "GPIO11")

        // The column's chip has pulled it down since power on.
        let other = SimulatedWorld()
        let held = try keypad(other, drive: .openDrain(.down))
        try other.board.moveContact(between: "GPIO0", and: "GPIO10", isClosed: true)
        #expect(other.board.conflicts.map(\.low.name) == ["GPIO10"])
        _ = held
    }

    @Test("a key bounces like other contacts, from the same generator")
    func chatter() throws {
        func edges(seed: UInt64) throws -> [EdgeEvent] {
            let world = SimulatedWorld(seed: seed)
            world.board.bounce = .typical
            let (inputs, outputs) = try keypad(world)
            try outputs.set([true, true])
            try world.board.moveContact(between: "GPIO0", and: "GPIO10", isClosed: true)
            world.runAtOnce(for: .milliseconds(10))
            #expect(try inputs.levels() == [true, false, false])
            try world.board.moveContact(between: "GPIO0", and: "GPIO10", isClosed: false)
            world.runAtOnce(for: .milliseconds(10))
            #expect(try inputs.levels() == [false, false, false])
            return try inputs.events()
        }
        let counts = try (0..<20).map { try edges(seed: $0).count }
        #expect(counts.contains { $0 > 4 } && counts.allSatisfy { $0.isMultiple(of: 2) })
        #expect(try edges(seed: 5) == edges(seed: 5))
    }

    @Test("an open drain drives only low, and releases a line that was high before")
    func openDrain() throws {
        let world = SimulatedWorld()
        let output = try world.board.requestOutputs(
            [.init(line: "GPIO1", isActiveLow: true, drive: .openDrain(.up))], consumer: "bus")
        #expect(try world.board.isHigh("GPIO1"))
        try world.board.connect("GPIO1", toHigh: false)
        #expect(try !world.board.isHigh("GPIO1") && output.levels() == [true])
        try world.board.connect("GPIO1", toHigh: true)
        #expect(try world.board.isHigh("GPIO1"))
        try output.set(0, isActive: true)
        #expect(try !world.board.isHigh("GPIO1"))
    }
}
