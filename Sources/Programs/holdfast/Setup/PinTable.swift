import Configuration
import GPIO
import ProgramSupport

/// A line of the chip, as the dialogue names it to people.
struct BoardPin: Sendable, Hashable {
    /// The line as a panel's file names it: `GPIO17`, or `CHIP:OFFSET` for a line without a name of its own.
    let line: String
    /// The pin of a Raspberry Pi's header; `nil` on other chips.
    let number: Int?
    /// The kernel's name for a line that `line` does not name so; `nil` for none.
    let kernelName: String?
    /// The program, the driver or the function that has the line; `nil` for a free line.
    let holder: String?
    /// The part of the existing panel that uses the line; `nil` for none.
    let use: String?
    /// The resistor that the chip gives the line at a reset.
    let bias: Bias

    /// `pin 11 · GPIO17`, or `pin 7 · GPIO4 (GPIO_GCLK)` where the kernel has another name.
    var text: String {
        (number.map { "pin \($0) · " } ?? "") + line + (kernelName.map { " (\($0))" } ?? "")
    }
}

/// The lines of one chip that people can wire parts to.
struct PinTable: Sendable, Hashable {
    /// The chip's label; its name if another chip has the same label.
    let chip: String
    /// Whether the chip's lines are on a Raspberry Pi's header, or on the simulation of one.
    let isHeader: Bool
    /// The lines, by the header's pins, else by their offsets.
    let pins: [BoardPin]

    func pin(_ line: String) -> BoardPin? { pins.first { $0.line == line } }

    /// The name of a line for people.
    func text(of line: String) -> String { pin(line)?.text ?? line }

    /// The tables of all chips that the lines belong to.
    ///
    /// - Parameter panel: The existing panel, whose lines are marked.
    static func tables(of lines: [LineInfo], panel: PanelDescription?) -> [PinTable] {
        let directory = LineDirectory(lines: lines)
        var uses: [LineAddress: String] = [:]
        for used in panel?.usedLines ?? [] {
            guard let place = try? directory.place(of: LineReference(used.line.name)) else { continue }
            uses[directory.address(chip: place.chip, offset: place.offset)] = used.usedBy
        }
        return directory.chips.map { chip in
            let isOnly = directory.chips.count { $0.label == chip.label } == 1
            return PinTable(
                chip: isOnly && !chip.label.isEmpty ? chip.label : chip.name, directory: directory, of: chip,
                lines: lines.filter { $0.address.chip == chip.path }, uses: uses)
        }
    }

    private init(
        chip name: String, directory: LineDirectory, of chip: LineDirectory.Chip, lines: [LineInfo],
        uses: [LineAddress: String]
    ) {
        self.chip = name
        let isHeader = chip.isHeader || chip.label == LineAddress.simulatedLabel
        self.isHeader = isHeader
        let pins = lines.compactMap { info -> BoardPin? in
            let use = uses[info.address]
            guard isHeader else {
                let line = info.address.name.flatMap { directory.isLine(info.address, named: $0) ? $0 : nil }
                return BoardPin(
                    line: line ?? "\(name):\(info.address.offset)", number: nil, kernelName: nil,
                    holder: info.consumer, use: use, bias: .none)
            }
            guard let line = HeaderLine(number: info.address.offset, kernelName: info.address.name) else { return nil }
            let isOnMemory = RaspberryPiHeader.addOnMemory.contains(line.number)
            return BoardPin(
                line: line.name, number: line.pin, kernelName: line.kernelName,
                holder: isOnMemory ? Self.addOnMemory : info.consumer.map { Self.holder($0, of: line.number) },
                use: use, bias: RaspberryPiHeader.pulledUp.contains(line.number) ? .up : .down)
        }
        self.pins = isHeader ? pins.sorted { ($0.number ?? 0) < ($1.number ?? 0) } : pins
    }

    /// The holder of the two lines that belong to an add-on board on every header.
    static let addOnMemory = "the memory of an add-on board"

    /// A consumer, with the function of the line. The kernel names no consumer of a line that is no GPIO at present; the
    /// functions are those of Raspberry Pi OS (`dtparam=i2c_arm`, `dtparam=spi`, `enable_uart`).
    private static func holder(_ consumer: String, of line: Int) -> String {
        guard consumer == "kernel" else { return consumer }
        return switch line {
        case 2, 3: "i2c"
        case 7...11: "spi"
        case 14, 15: "uart"
        default: consumer
        }
    }

    /// The line that a person means: the number of a pin, or a name such as `GPIO17` or `SPI_MISO`.
    ///
    /// - Throws: `AnswerProblem`.
    func find(_ word: String) throws(AnswerProblem) -> BoardPin {
        let name = word.lowercased()
        if let pin = pins.first(where: { $0.line.lowercased() == name || $0.kernelName?.lowercased() == name }) {
            return pin
        }
        guard let number = Int(word), isHeader else {
            let meant = NearestWord.to(word, among: pins.map(\.line)).map { "; did you mean '\($0)'?" }
            let hint = meant ?? "; write a line as \(example)"
            throw AnswerProblem("'\(word.onOneLine)' is not a line of this board\(hint)")
        }
        if let pin = pins.first(where: { $0.number == number }) { return pin }
        throw AnswerProblem(
            (1...RaspberryPiHeader.pinCount).contains(number)
                ? "pin \(number) is supply or ground" : "the header has pins 1 to \(RaspberryPiHeader.pinCount)")
    }

    private var example: String { isHeader ? "11 (its pin) or GPIO17" : pins.first?.line ?? "CHIP:OFFSET" }

    /// The lines that a person names, separated by spaces or commas. The word `pin` is left out.
    ///
    /// - Throws: `AnswerProblem`.
    func findAll(_ answer: String) throws(AnswerProblem) -> [BoardPin] {
        var found: [BoardPin] = []
        let words = answer.split { ", \t".contains($0) }
        for word in words where !["pin", "pins"].contains(word.lowercased()) {
            let pin = try find(String(word))
            if !found.contains(pin) { found.append(pin) }
        }
        return found
    }
}

extension LineDirectory {
    /// Whether a file that has this name means the line at `address`: a Raspberry Pi's header takes its names from other
    /// chips, and several lines may have one name.
    fileprivate func isLine(_ address: LineAddress, named name: String) -> Bool {
        guard let place = try? place(of: .name(name)) else { return false }
        return self.address(chip: place.chip, offset: place.offset) == address
    }
}

/// Why an answer makes no sense, in one line for people.
struct AnswerProblem: Error, Sendable, Hashable, CustomStringConvertible {
    let description: String

    init(_ problem: String) { description = problem.hasSuffix("?") ? problem : problem + "." }
}
