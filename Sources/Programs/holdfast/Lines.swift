import ArgumentParser
import EventLoop
import GPIO
import ProgramSupport

/// `holdfast lines`
struct Lines: ReportingCommand {
    static let configuration = CommandConfiguration(
        abstract: "List GPIO chips and lines: their names, and who uses them.")

    @Argument(help: "A chip's label, name or path; without it, all chips.")
    var chip: String?

    func perform() throws {
        let chip = chip
        let lines = try EventLoop.panel.run { try KernelBoard(chip: chip, watchingChips: false).lines() }
        var rows = [["CHIP", "LABEL", "LINE", "NAME", "DIRECTION", "USED BY"]]
        for line in lines {
            let address = line.address
            rows.append([
                address.chip.split(separator: "/").last.map(String.init) ?? address.chip, address.chipLabel,
                String(address.offset), address.name ?? "-", line.isOutput ? "output" : "input",
                line.consumer ?? "-",
            ])
        }
        for line in Table.lines(rows) { Output.print(line) }
    }
}
