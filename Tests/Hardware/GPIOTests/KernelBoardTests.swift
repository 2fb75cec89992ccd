import EventLoop
import Testing

@testable import GPIO

extension GPIOSuite {
    /// A kernel board without chips, with a temporary folder for devices.
    @Suite("Kernel board without chips")
    @PanelActor
    struct KernelBoardTests {
        private let folder = TemporaryRecord()

        private func board(_ chip: String?, watchingChips: Bool = false) throws -> KernelBoard {
            try KernelBoard(
                chip: chip, watchingChips: watchingChips, folder: folder.folder)
        }

        @Test("without a chip every call of the board fails with that error")
        func noChips() throws {
            defer { folder.remove() }
            let board = try board(nil)
            #expect(throws: GPIOError.noChips) { try board.lines() }
            #expect(throws: GPIOError.noChips) { try board.requestInputs([.init(line: "GPIO17")], consumer: "test") }
            #expect(throws: GPIOError.noChips) { try board.requestOutputs([.init(line: "GPIO17")], consumer: "test") }
            #expect(throws: GPIOError.noChips) { try board.addresses(of: ["GPIO17"]) }
        }

        @Test("non-GPIO paths find no chip", arguments: ["pinctrl-rp1", "gpiochip0", "/dev/gpiochip99", "/dev/null"])
        func noSuchChip(_ chip: String) throws {
            defer { folder.remove() }
            let board = try board(chip)
            #expect(throws: GPIOError.noSuchChip(chip, known: [], isBoard: true)) { try board.lines() }
        }

        @Test("a file with a chip's name is no chip, and its descriptor is closed again")
        func notAChip() throws {
            defer { folder.remove() }
            try folder.write("", to: "gpiochip0")
            #expect(throws: GPIOError.noChips) { try board(nil).lines() }
            #expect(throws: GPIOError.noSuchChip("gpiochip0", known: [], isBoard: true)) {
                try board("gpiochip0").lines()
            }
            #expect(try openDescriptors { $0.hasPrefix(folder.folder) }.isEmpty)
        }

        @Test("chips that appear and vanish are reported, and other devices are not")
        func chipsChanged() async throws {
            defer { folder.remove() }
            let before = try openKernelDescriptors(watching: folder.folder)
            do {
                let board = try board(nil, watchingChips: true)
                let happening = Happening()
                var changes = 0
                board.chipsChanged = {
                    changes += 1
                    happening.changed()
                }
                try folder.write("", to: "ttyUSB0")
                await EventLoop.panel.settle()
                #expect(changes == 0)
                try folder.write("", to: "gpiochip3")
                try await happening.wait(for: "the coming") { changes > 0 }
                await EventLoop.panel.settle()
                let afterComing = changes
                folder.remove()
                try await happening.wait(for: "the going") { changes > afterComing }
                board.chipsChanged = nil
            }
            #expect(try openKernelDescriptors(watching: folder.folder) == before)
        }

        @Test("a device folder that cannot be watched is an error")
        func noFolder() {
            folder.remove()
            #expect(throws: GPIOError.failed(call: "inotify", object: folder.folder, code: 2)) {
                _ = try board(nil, watchingChips: true)
            }
        }
    }
}
