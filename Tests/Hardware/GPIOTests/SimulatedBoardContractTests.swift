import EventLoop
import Testing

extension GPIOSuite {
    @Suite("Simulated board")
    struct SimulatedBoardContractTests {
        @Test("keeps the contract, with either ABI's way of losing events", arguments: ContractCase.all, [true, false])
        func contract(_ contractCase: ContractCase, hasSequenceNumbers: Bool) async throws {
            try await contractCase.run { try SimulatedBoardUnderTest(hasSequenceNumbers: hasSequenceNumbers) }
        }
    }
}
