import Configuration
import GPIO

/// The table of `holdfast lines`.
enum LineTable {
    /// The rows with the heads of their columns: a line of a Raspberry Pi's header has its pin and its GPIO number beside
    /// the kernel's name. `-` stands for nothing.
    static func rows(of lines: [LineInfo]) -> [[String]] {
        [["CHIP", "LABEL", "LINE", "PIN", "GPIO", "NAME", "DIRECTION", "USED BY"]] + lines.map(row)
    }

    private static func row(of line: LineInfo) -> [String] {
        let address = line.address
        let onHeader = address.headerLine.flatMap { HeaderLine(number: $0, kernelName: address.name) }
        return [
            address.chip.split(separator: "/").last.map(String.init) ?? address.chip, address.chipLabel,
            String(address.offset), onHeader.map { String($0.pin) } ?? "-", onHeader?.name ?? "-",
            address.name ?? "-", line.isOutput ? "output" : "input", line.consumer ?? "-",
        ]
    }
}
