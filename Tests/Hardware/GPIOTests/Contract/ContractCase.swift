import EventLoop
import GPIO
import Testing

/// One thing that every board does. A board's suite runs all of them: `@Test(arguments: ContractCase.all)`.
struct ContractCase: Sendable, CustomTestStringConvertible {
    let name: String
    private let body: @Sendable @PanelActor (any BoardUnderTest) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable @PanelActor (any BoardUnderTest) async throws -> Void) {
        self.name = name
        self.body = body
    }

    var testDescription: String { name }

    static let all = finding + inputs + overflow + outputs + chips

    /// Runs the case in a new world, and looks whether anything is left open.
    @PanelActor
    func run(in makeWorld: @PanelActor () throws -> any BoardUnderTest) async throws {
        let world = try makeWorld()
        let before = try world.openDescriptors()
        do {
            try await body(world)
        } catch {
            try? world.dismantle()
            throw error
        }
        // What the case had of board and requests has gone with its scope.
        #expect(try world.openDescriptors() == before, "descriptors left open")
        try world.dismantle()
    }
}

/// The error that `action` throws.
@PanelActor
func thrownError(_ action: () throws -> Void) -> GPIOError? {
    do {
        try action()
        return nil
    } catch {
        return error as? GPIOError
    }
}

extension Board {
    /// What `lines` tells of one line.
    func info(_ address: LineAddress) throws -> LineInfo? {
        try lines().first { $0.address == address }
    }
}
