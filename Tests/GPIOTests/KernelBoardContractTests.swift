import EventLoop
import Testing

extension GPIOSuite {
    @Suite(
        "Kernel board",
        .enabled(
            if: KernelBoardUnderTest.label != nil,
            "needs a kernel with gpio-sim, root, and HOLDFAST_TEST_GPIO_SIM with a label for the chips to make"))
    struct KernelBoardContractTests {
        @Test("keeps the contract", arguments: ContractCase.all)
        func contract(_ contractCase: ContractCase) async throws {
            let label = try #require(KernelBoardUnderTest.label)
            try await contractCase.run { try KernelBoardUnderTest(label: label) }
        }
    }
}
