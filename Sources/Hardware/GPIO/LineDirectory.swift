import Glibc

/// Finds the line that a reference names among the chips of a board.
public struct LineDirectory: Sendable, Hashable {
    /// A chip and the names of its lines.
    public struct Chip: Sendable, Hashable {
        /// The device file (`/dev/gpiochip0`), or the name of a simulated board's chip.
        public var path: String
        /// The chip's label.
        public var label: String
        /// The lines' names by offset; `nil` where a line has none.
        public var lineNames: [String?]

        /// Creates a chip with one line for each name.
        public init(path: String, label: String, lineNames: [String?]) {
            self.path = path
            self.label = label
            self.lineNames = lineNames
        }

        /// The last part of the path: `gpiochip0`.
        public var name: String { path.split(separator: "/").last.map(String.init) ?? path }

        /// Whether the chip's lines are on a Raspberry Pi's 40-pin header, by its label.
        public var isHeader: Bool { LineDirectory.headerLabels.contains(label) }

        /// The chip's description in errors: `gpiochip0 [pinctrl-bcm2711]`.
        public var description: String { label.isEmpty ? name : "\(name) [\(label)]" }
    }

    /// The chips of the board.
    public let chips: [Chip]
    /// The offsets of each name, by the chip's index. An index, since panels with a thousand lines look up a line at
    /// each press.
    private let offsets: [[String: [Int]]]

    /// A directory of `chips`.
    public init(chips: [Chip]) {
        self.chips = chips
        offsets = chips.map { chip in
            var offsets: [String: [Int]] = [:]
            for (offset, name) in chip.lineNames.enumerated() {
                if let name { offsets[name, default: []].append(offset) }
            }
            return offsets
        }
    }

    /// Creates a directory of the chips of `lines`, in the order of their first lines.
    public init(lines: [LineInfo]) {
        var indices: [String: Int] = [:]
        var chips: [Chip] = []
        for address in lines.map(\.address) {
            let index = indices[address.chip] ?? chips.count
            if index == chips.count {
                indices[address.chip] = index
                chips.append(Chip(path: address.chip, label: address.chipLabel, lineNames: []))
            }
            let missing = address.offset + 1 - chips[index].lineNames.count
            if missing > 0 { chips[index].lineNames.append(contentsOf: Array(repeating: nil, count: missing)) }
            chips[index].lineNames[address.offset] = address.name
        }
        self.init(chips: chips)
    }

    /// Labels of the chips whose lines are on a Raspberry Pi's 40-pin header: Pi 5; Pi 4 and Compute Module 4; older
    /// ones (the kernel's `drivers/pinctrl/pinctrl-rp1.c`, `drivers/pinctrl/bcm/pinctrl-bcm2835.c`). The other chips of
    /// these boards may have lines of the same name.
    ///
    /// Both drivers give a line the offset that its GPIO number is. The names are those of the board's device tree, and
    /// differ: `gpio-line-names` in the kernel's `arch/arm/boot/dts/broadcom/bcm2711-rpi-4-b.dts` calls GPIO4
    /// `GPIO_GCLK`, and the device tree of Raspberry Pi's own kernel calls the line `GPIO4`.
    package static let headerLabels: Set<String> = ["pinctrl-rp1", "pinctrl-bcm2711", "pinctrl-bcm2835"]

    /// The offsets of the lines that a file may name by their GPIO numbers, `GPIO0` to `GPIO27`.
    ///
    /// The chip's further lines lead to parts of the board. GPIO48 of a Raspberry Pi 3 is the clock of the card with the
    /// root file system: a typing error must not take such a line from its driver.
    package static let headerLines = 0...27

    /// The offset of the header's line `GPIOn`; `nil` for any other text, such as `GPIO04`, `gpio4` or `GPIO28`.
    private static func headerLine(_ name: String) -> Int? {
        guard name.hasPrefix("GPIO"), let number = Int(name.dropFirst(4)), headerLines.contains(number),
            name == "GPIO\(number)"
        else { return nil }
        return number
    }

    /// The index in `chips` of the chip with this path, name or label.
    ///
    /// - Throws: `noSuchChip`, `ambiguousChip`.
    public func chip(_ text: String) throws(GPIOError) -> Int {
        if let index = chips.firstIndex(where: { $0.path == text || $0.name == text }) { return index }
        let labelled = chips.indices.filter { chips[$0].label == text }
        guard let index = labelled.first else {
            throw .noSuchChip(text, known: chips.map(\.description))
        }
        guard labelled.count == 1 else {
            throw .ambiguousChip(text, chips: labelled.map { chips[$0].description })
        }
        return index
    }

    /// The line that `reference` names: the index of its chip in `chips`, and its offset.
    ///
    /// A line of a Raspberry Pi's header has its number as a name, `GPIO4`, whatever name the kernel has for the line.
    ///
    /// - Throws: `noSuchChip`, `ambiguousChip`, `offsetOutOfRange`, `noSuchLine`, `ambiguousLine`.
    public func place(of reference: LineReference) throws(GPIOError) -> (chip: Int, offset: Int) {
        switch reference {
        case .place(let text, let offset):
            let index = try chip(text)
            let count = chips[index].lineNames.count
            guard offset < count else { throw .offsetOutOfRange(line: "\(text):\(offset)", count: count) }
            return (index, offset)
        case .name(let name):
            let header = chips.indices.filter { chips[$0].isHeader }
            var found = places(numbered: name, on: header)
            if found.isEmpty { found = places(named: name, on: header) }
            if found.isEmpty { found = places(named: name, on: Array(chips.indices)) }
            guard let place = found.first else {
                throw .noSuchLine(name, chips: chips.map(\.description))
            }
            guard found.count == 1 else {
                throw .ambiguousLine(name, chips: found.map { chips[$0.chip].description })
            }
            return place
        }
    }

    /// The addresses of the lines that `references` name.
    ///
    /// - Throws: as `place(of:)`.
    public func addresses(of references: [LineReference]) throws(GPIOError) -> [LineAddress] {
        try references.map { reference throws(GPIOError) in
            let (chip, offset) = try place(of: reference)
            return address(chip: chip, offset: offset)
        }
    }

    /// The address of the line at `offset` of the chip with the index `chip`.
    public func address(chip: Int, offset: Int) -> LineAddress {
        let chip = chips[chip]
        return LineAddress(chip: chip.path, chipLabel: chip.label, offset: offset, name: chip.lineNames[offset])
    }

    /// The index of the chip and the offsets of lines that are to be requested together.
    ///
    /// - Parameters:
    ///   - lines: The names of the lines in errors: at least one, each once, all on one chip.
    ///   - consumer: The requesting program, in the error for a line that is listed twice.
    /// - Throws: as `place(of:)`, and `busy`, `severalChips`.
    public func request(
        _ lines: [String], as references: [LineReference], consumer: String
    ) throws(GPIOError) -> (chip: Int, offsets: [Int]) {
        var places: [(chip: Int, offset: Int)] = []
        for (line, reference) in zip(lines, references) {
            let place = try place(of: reference)
            guard !places.contains(where: { $0 == place }) else { throw .busy(line: line, consumer: consumer) }
            places.append(place)
        }
        guard let chip = places.first?.chip else {
            throw .failed(call: "request", object: "no lines", code: EINVAL)
        }
        guard places.allSatisfy({ $0.chip == chip }) else {
            throw .severalChips(lines: zip(lines, places).map { "\($0) on \(chips[$1.chip].description)" })
        }
        return (chip, places.map(\.offset))
    }

    private func places(numbered name: String, on headers: [Int]) -> [(chip: Int, offset: Int)] {
        guard let offset = Self.headerLine(name) else { return [] }
        return headers.filter { offset < chips[$0].lineNames.count }.map { (chip: $0, offset: offset) }
    }

    private func places(named name: String, on indices: [Int]) -> [(chip: Int, offset: Int)] {
        indices.flatMap { index in (offsets[index][name] ?? []).map { (chip: index, offset: $0) } }
    }
}
