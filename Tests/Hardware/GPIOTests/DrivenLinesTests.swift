import EventLoop
import Foundation
import Testing

@testable import GPIO

@Suite("Driven lines")
@PanelActor
struct DrivenLinesTests {
    private let record = TemporaryRecord()

    private func line(_ offset: Int, name: String? = nil, low: Bool = false) -> DrivenLine {
        let address = LineAddress(chip: "/dev/gpiochip0", chipLabel: "pinctrl-bcm2711", offset: offset, name: name)
        return DrivenLine(address: address, isActiveLow: low)
    }

    @Test("the record of driven lines is text with one line for each output")
    func text() throws {
        defer { record.remove() }
        try DrivenLinesFile(path: record.path).add([line(18, name: "GPIO18"), line(4, low: true)])
        #expect(
            try record.text() == """
                holdfast driven lines 1
                /dev/gpiochip0\tpinctrl-bcm2711\t18\tactive-high\tGPIO18
                /dev/gpiochip0\tpinctrl-bcm2711\t4\tactive-low\t

                """)
        #expect(record.files == ["driven-lines"])
    }

    @Test("added lines are read back, whatever their names are")
    func roundTrip() throws {
        defer { record.remove() }
        let lines = ["GPIO18", "-", "a\tb", "a\r\nb", "100%", "%0a", "Türe 🚪", " "].enumerated().map {
            line($0.offset, name: $0.element, low: $0.offset.isMultiple(of: 2))
        }
        try DrivenLinesFile(path: record.path).add(lines)
        #expect(try DrivenLinesFile(path: record.path).lines == lines)
    }

    @Test("lines can be added and removed, and removing the last one removes the file")
    func comeAndGo() throws {
        defer { record.remove() }
        let file = try DrivenLinesFile(path: record.path)
        #expect(file.lines.isEmpty && record.files.isEmpty)
        try file.add([line(1), line(2)])
        try file.add([line(2, low: true), line(3)])
        #expect(file.lines == [line(1), line(2, low: true), line(3)])
        try file.remove([line(1).address, line(3).address])
        #expect(try DrivenLinesFile(path: record.path).lines == [line(2, low: true)])
        try file.remove([line(2).address])
        try file.remove([line(2).address])
        #expect(file.lines.isEmpty && record.files.isEmpty)
    }

    @Test("a draft left by a crash is replaced")
    func leftDraft() throws {
        defer { record.remove() }
        try record.write("half", to: "driven-lines.new")
        try DrivenLinesFile(path: record.path).add([line(1)])
        #expect(record.files == ["driven-lines"])
    }

    @Test("a record that cannot be written stays unchanged")
    func unwritable() throws {
        defer { record.remove() }
        let path = record.folder + "/missing/driven-lines"
        let file = try DrivenLinesFile(path: path)
        #expect(throws: DrivenLinesError.failed(call: "open", path: path + ".new", code: ENOENT)) {
            try file.add([line(1)])
        }
        #expect(file.lines.isEmpty)
    }

    private nonisolated static let good = "/dev/gpiochip0\tchip\t18\tactive-high\tGPIO18\n"

    @Test(
        "a malformed record is refused with the position of the error",
        arguments: [
            ("", 1), ("\n", 1), ("something else\n", 1), ("holdfast driven lines\n", 1),
            ("holdfast driven lines \n", 1), ("holdfast driven lines 0\n", 1), ("holdfast driven lines +1\n", 1),
            ("holdfast driven lines 1", 1), ("holdfast driven lines 1\r\n", 1),
            ("holdfast driven lines 1\n", 2), ("holdfast driven lines 1\n\n", 2),
            ("holdfast driven lines 1\n" + good + "/dev/gpiochip0\tchip\t18\tactive-high\tGPI", 3),
            ("holdfast driven lines 1\n/dev/gpiochip0\tchip\t18\tactive-high\n", 2),
            ("holdfast driven lines 1\n/dev/gpiochip0\tchip\t18\tactive-high\tA\tB\n", 2),
            ("holdfast driven lines 1\n\tchip\t18\tactive-high\tA\n", 2),
            ("holdfast driven lines 1\n/dev/gpiochip0\tchip\t-1\tactive-high\tA\n", 2),
            ("holdfast driven lines 1\n/dev/gpiochip0\tchip\t\tactive-high\tA\n", 2),
            ("holdfast driven lines 1\n/dev/gpiochip0\tchip\t99999999999999999999\tactive-high\tA\n", 2),
            ("holdfast driven lines 1\n" + good + "/dev/gpiochip0\tchip\t1\tinverted\tA\n", 3),
            ("holdfast driven lines 1\n/dev/gpiochip0\tchip\t1\tactive-low\t%\n", 2),
            ("holdfast driven lines 1\n/dev/gpiochip0\tchip\t1\tactive-low\t%f\n", 2),
            ("holdfast driven lines 1\n/dev/gpiochip0\tchip\t1\tactive-low\t%zz\n", 2),
            ("holdfast driven lines 1\n/dev/gpiochip0\tchip\t1\tactive-low\t%ff\n", 2),
        ])
    func malformed(_ text: String, _ line: Int) throws {
        defer { record.remove() }
        try record.write(text)
        #expect(throws: DrivenLinesError.malformed(path: record.path, line: line)) {
            try DrivenLinesFile(path: record.path)
        }
    }

    @Test("a record that is no text, too large, or no regular file is refused")
    func noText() throws {
        defer { record.remove() }
        try Data([0x68, 0xff, 0xfe]).write(to: URL(fileURLWithPath: record.path))
        #expect(throws: DrivenLinesError.malformed(path: record.path, line: 1)) {
            try DrivenLinesFile(path: record.path)
        }
        let many = String(repeating: Self.good, count: 30_000)
        try record.write("holdfast driven lines 1\n" + many)
        #expect(throws: DrivenLinesError.malformed(path: record.path, line: 1)) {
            try DrivenLinesFile(path: record.path)
        }
        try FileManager.default.removeItem(atPath: record.path)
        try FileManager.default.createSymbolicLink(atPath: record.path, withDestinationPath: "/dev/null")
        #expect(throws: DrivenLinesError.failed(call: "open", path: record.path, code: ELOOP)) {
            try DrivenLinesFile(path: record.path)
        }
        #expect(throws: DrivenLinesError.failed(call: "read", path: record.folder, code: EISDIR)) {
            try DrivenLinesFile(path: record.folder)
        }
    }

    @Test("the first change replaces a damaged record, also a change to no lines")
    func replacing() throws {
        defer { record.remove() }
        for text in ["", "nonsense", "holdfast driven lines 1\n" + Self.good + "/dev", "holdfast driven lines 9\n"] {
            try record.write(text)
            let file = DrivenLinesFile(replacing: record.path)
            #expect(try record.text() == text, "until then, 'holdfast safe' finds the record damaged")
            try file.add([line(1)])
            #expect(try DrivenLinesFile(path: record.path).lines == [line(1)])
            try record.write(text)
            try DrivenLinesFile(replacing: record.path).add([])
            #expect(record.files.isEmpty)
        }
    }

    @Test("a FIFO in the record's place does not block the reader")
    func fifo() throws {
        defer { record.remove() }
        #expect(mkfifo(record.path, 0o600) == 0)
        #expect(throws: DrivenLinesError.malformed(path: record.path, line: 1)) {
            try DrivenLinesFile(path: record.path)
        }
    }

    @Test("a record of a later version is reported as such")
    func newerVersion() throws {
        defer { record.remove() }
        try record.write("holdfast driven lines 2\nwhat it may say\n")
        #expect(throws: DrivenLinesError.newerVersion(path: record.path, version: 2)) {
            try DrivenLinesFile(path: record.path)
        }
    }

    @Test("lines are made inactive one by one, and lines that fail stay in the record")
    func makeInactive() throws {
        defer { record.remove() }
        let board = RecordingBoard(chips: [("/dev/gpiochip0", "pinctrl-bcm2711", 8)])
        board.busy = ["/dev/gpiochip0:1"]
        let file = try DrivenLinesFile(path: record.path)
        var elsewhere = line(0)
        elsewhere.address.chipLabel = "pcf8574"
        try file.add([line(1), line(2, low: true), elsewhere, line(3)])
        let failures = try file.makeInactive(on: board, consumer: "safe")
        #expect(
            board.requests == [
                .init(line: "/dev/gpiochip0:2", isActiveLow: true), .init(line: "/dev/gpiochip0:3"),
            ])
        #expect(board.open == 0)
        #expect(
            failures.map(\.error) == [
                .busy(line: "/dev/gpiochip0:1", consumer: "other"),
                .noSuchChip("pcf8574", known: ["gpiochip0 [pinctrl-bcm2711]"]),
            ])
        #expect(file.lines == [line(1), elsewhere])
        #expect(try DrivenLinesFile(path: record.path).lines == file.lines)
        board.busy = []
        #expect(try file.makeInactive(on: board, consumer: "safe").map(\.line) == [elsewhere])
    }

    @Test("a chip whose number has changed is found by its label, unless two chips have the label")
    func movedChip() throws {
        let moved = RecordingBoard(chips: [("/dev/gpiochip0", "other", 8), ("/dev/gpiochip4", "pinctrl-bcm2711", 8)])
        try line(5).makeInactive(on: moved, consumer: "safe")
        #expect(moved.requests == [.init(line: "/dev/gpiochip4:5")])
        let twins = RecordingBoard(chips: [
            ("/dev/gpiochip1", "pinctrl-bcm2711", 8), ("/dev/gpiochip2", "pinctrl-bcm2711", 8),
        ])
        #expect(
            throws: GPIOError.ambiguousChip("pinctrl-bcm2711", chips: ["/dev/gpiochip1", "/dev/gpiochip2"])
        ) { try line(5).makeInactive(on: twins, consumer: "safe") }
        #expect(twins.requests.isEmpty)
    }
}
