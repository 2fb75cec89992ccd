import EventLoop
import GPIO
import Glibc
import TestSupport
import Testing

extension GPIOSuite {
    @Suite(
        "Kernel board",
        .enabled(
            if: KernelBoardUnderTest.label != nil,
            "needs a kernel with gpio-sim, root, and HOLDFAST_TEST_GPIO_SIM with a label for the chips to make"))
    struct KernelBoardContractTests {
        @Test("the kernel board keeps the contract of boards", arguments: ContractCase.all)
        func contract(_ contractCase: ContractCase) async throws {
            let label = try #require(KernelBoardUnderTest.label)
            try await contractCase.run { try KernelBoardUnderTest(label: label) }
        }

        @Test(
            "GPIOn is line n of a kernel's chip with a Raspberry Pi's label, whatever its name",
            arguments: RaspberryPiBoard.all)
        @PanelActor
        func header(_ pi: RaspberryPiBoard) throws {
            let before = try openKernelDescriptors()
            let chip = try SimulatedChip(label: pi.label, lineNames: pi.lineNames, hog: nil)
            defer { chip.remove() }
            try chip.plug()
            let board = try KernelBoard(chip: chip.path(), watchingChips: false)
            #expect(try board.lines().map(\.address.name) == pi.lineNames)
            let numbers = (0...27).map { "GPIO\($0)" }
            #expect(try board.addresses(of: numbers).map(\.offset) == Array(0...27))
            // All lines of the header are one request, and each output drives the line of its own number.
            let outputs = try board.requestOutputs(
                numbers.map { OutputConfiguration(line: $0, isActive: false) }, consumer: "test")
            for number in 0...27 {
                try outputs.set((0...27).map { $0 == number })
                #expect(try (0...27).map { try chip.level($0) } == (0...27).map { $0 == number })
            }
            let name = try #require(pi.lineNames[4])
            let second = thrownError { _ = try board.requestInputs([.init(line: name)], consumer: "second") }
            #expect(second == .busy(line: name, consumer: "test"))
            outputs.release()
            #expect(try openKernelDescriptors() == before)
        }

        @Test("chips without permission are left out, and are an error if no other chip exists")
        @PanelActor
        func notPermitted() throws {
            let world = try KernelBoardUnderTest(label: #require(KernelBoardUnderTest.label))
            defer { world.dismantle() }
            let board = try KernelBoard(watchingChips: false)
            let paths = try board.addresses(of: ["IN0", "EXTRA"]).map(\.chip)
            // udev sets the mode of new chips, possibly after this test has changed it.
            system("! command -v udevadm >/dev/null || udevadm settle")
            for path in paths { chmod(path, 0o600) }
            try asNobody {
                #expect(throws: GPIOError.notPermitted(chip: paths.joined(separator: ", "))) { try board.lines() }
                let boardOfOne = try KernelBoard(chip: paths[1], watchingChips: false)
                #expect(throws: GPIOError.notPermitted(chip: paths[1])) {
                    try boardOfOne.requestInputs([.init(line: "EXTRA")], consumer: "test")
                }
            }
            chmod(paths[1], 0o666)
            try asNobody {
                #expect(try board.lines().map(\.address.name) == WiredChip.expander.lineNames)
                let name = String(paths[0].dropFirst("/dev/".count))
                let boardOfOther = try KernelBoard(chip: name, watchingChips: false)
                #expect(throws: GPIOError.notPermitted(chip: name)) { try boardOfOther.lines() }
            }
        }

        /// Opens files with the rights of `nobody`, on this thread only: other tests stay root.
        @PanelActor
        private func asNobody(_ action: () throws -> Void) throws {
            // Swift's Glibc module lacks <sys/fsuid.h>.
            typealias SetFileUser = @convention(c) (uid_t) -> Int32
            let symbol = try #require(dlsym(nil, "setfsuid"))
            let setFileUser = unsafeBitCast(symbol, to: SetFileUser.self)
            _ = setFileUser(65_534)
            defer { _ = setFileUser(0) }
            try action()
        }
    }
}
