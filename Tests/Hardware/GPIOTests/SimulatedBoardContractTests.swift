import EventLoop
import Testing

extension GPIOSuite {
    @Suite("Simulated board")
    struct SimulatedBoardContractTests {
        @Test("the simulated board keeps the contract in both ABIs", arguments: ContractCase.all, [true, false])
        func contract(_ contractCase: ContractCase, hasSequenceNumbers: Bool) async throws {
            try await contractCase.run { try SimulatedBoardUnderTest(hasSequenceNumbers: hasSequenceNumbers) }
        }
    }
}
