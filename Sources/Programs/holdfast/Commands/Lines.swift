import ArgumentParser
import EventLoop
import GPIO
import ProgramSupport

/// `holdfast lines`
struct Lines: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "List GPIO chips and lines, with their names and users.",
        discussion: """
            PIN and GPIO are a line's pin and number on a Raspberry Pi's header. A panel's file can name a line by its \
            number, whatever NAME the kernel gives the line.
            """)

    @Argument(help: "A chip's label, name or path. Default: all chips.")
    var chip: String?

    func perform() throws {
        let chip = chip
        let lines = try EventLoop.panel.run { try KernelBoard(chip: chip, watchingChips: false).lines() }
        for line in Table.lines(LineTable.rows(of: lines)) { Output.print(line) }
    }
}
