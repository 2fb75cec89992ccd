import EventLoop
import GPIO
import Testing

/// A rule for every board. A board's suite runs all cases: `@Test(arguments: ContractCase.all)`.
struct ContractCase: Sendable, CustomTestStringConvertible {
    let name: String
    private let body: @Sendable @PanelActor (any BoardUnderTest) async throws -> Void

    init(_ name: String, _ body: @escaping @Sendable @PanelActor (any BoardUnderTest) async throws -> Void) {
        self.name = name
        self.body = body
    }

    var testDescription: String { name }

    static let all = finding + inputs + overflow + outputs + chips

    /// Runs the case in a new world, and checks that no descriptor is left open.
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
        // The case's board and requests have ended with their scope.
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
    /// The entry of `lines` for one line.
    func info(_ address: LineAddress) throws -> LineInfo? {
        try lines().first { $0.address == address }
    }
}
