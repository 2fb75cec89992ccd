import ArgumentParser
import EventLoop
import GPIO
import ProgramSupport

/// `holdfast lines`
struct Lines: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "List GPIO chips and lines: their names, and who uses them.",
        discussion: """
            PIN and GPIO are a line's pin and number on a Raspberry Pi's header; a panel's file may name the line by its \
            number, whatever NAME the kernel has for it.
            """)

    @Argument(help: "A chip's label, name or path; without it, all chips.")
    var chip: String?

    func perform() throws {
        let chip = chip
        let lines = try EventLoop.panel.run { try KernelBoard(chip: chip, watchingChips: false).lines() }
        for line in Table.lines(LineTable.rows(of: lines)) { Output.print(line) }
    }
}
