import EventLoop
import MonotonicTime
import SimulatedGPIO
import Testing

@testable import Indicators

/// The bytes that are sent to displays.
struct DisplayEncoderTests {
    private static let size = DisplaySize(columns: 16, rows: 2)

    private func frame(_ rows: String..., characters: DisplayCharacters = .hd44780A00) -> DisplayFrame {
        DisplayFrame(rows.map { DisplayText($0, in: characters) }, size: Self.size)
    }

    private func text(_ bytes: [UInt8]) -> String {
        bytes.map { (0x20..<0x7F).contains($0) ? String(Unicode.Scalar($0)) : $0 == 0x1B ? "^" : "<\($0)>" }.joined()
    }

    @Test("a character LCD is initialized, written only at changes, and left dark")
    func characterLCD() {
        let encoder = DisplayEncoder(isTerminal: false, characters: .hd44780A00)
        #expect(text(encoder.beginning) == "<10>^[LI^[LD^[Lc^[Lb^[L+^[2J")
        #expect(
            text(encoder.bytes(from: nil, to: frame("Küche", "Tee     4:59")))
                == "^[Lx0y0;K<245>che^[Lx0y1;Tee^[Lx8y1;4:59")
        #expect(
            text(encoder.bytes(from: frame("Küche", "Tee     5:00"), to: frame("Küche", "Tee     4:59")))
                == "^[Lx8y1;4:59")
        #expect(text(encoder.bytes(from: frame("Küche"), to: frame(""))) == "^[Lx0y0;     ")
        #expect(text(encoder.bytes(from: frame("Küche"), to: frame("Küche"))) == "")
        #expect(text(encoder.ending) == "<10>^[2J^[L-")
    }

    @Test("a terminal is initialized, written only at changes, and gets its cursor back")
    func terminal() {
        let encoder = DisplayEncoder(isTerminal: true, characters: .utf8)
        #expect(text(encoder.beginning) == "^[0m^[?25l^[?7l^[2J")
        let old = frame("a门b", characters: .utf8)
        #expect(text(encoder.bytes(from: old, to: frame("a门c", characters: .utf8))) == "^[1;4Hc")
        #expect(text(encoder.bytes(from: old, to: frame("axyb", characters: .utf8))) == "^[1;2Hxy")
        #expect(text(encoder.bytes(from: nil, to: frame("", "é", characters: .utf8))) == "^[2;1H<195><169>")
        #expect(text(encoder.ending) == "^[2J^[H^[?7h^[?25h")
    }

    @Test("every change of frames leaves exactly the new frame, with no other bytes", arguments: 0..<40)
    func anything(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let size = DisplaySize(
            columns: Int.random(in: 8...24, using: &random), rows: Int.random(in: 1...4, using: &random))
        for characters in DisplayCharacters.allCases {
            // A character LCD has one byte per character.
            let isTerminal = characters == .utf8
            let encoder = DisplayEncoder(isTerminal: isTerminal, characters: characters)
            var model = ModelDisplay(size: size, isTerminal: isTerminal)
            model.write(encoder.beginning)
            var old: DisplayFrame?
            for _ in 0..<20 {
                let content = Self.content(&random)
                var picture = DisplayPicture(size: size, characters: characters)
                _ = picture.show(content, at: .zero)
                let time = MonotonicInstant(nanoseconds: Int64.random(in: 0...20_000_000_000, using: &random))
                let frame = picture.show(content, at: time).frame
                model.write(encoder.bytes(from: old, to: frame))
                #expect(model.mistakes == [])
                #expect(model.cells == frame.cells(in: characters))
                old = frame
            }
        }
    }

    /// Random content with many kinds of characters.
    private static func content(_ random: inout SeededGenerator) -> DisplayContent {
        func text() -> String {
            let scalars = (0..<Int.random(in: 0...40, using: &random)).compactMap { _ -> Unicode.Scalar? in
                switch Int.random(in: 0..<8, using: &random) {
                case 0: Unicode.Scalar(UInt32.random(in: 0...0x1F, using: &random))
                case 1: Unicode.Scalar(UInt32.random(in: 0x7F...0x17F, using: &random))
                case 2: Unicode.Scalar(UInt32.random(in: 0x300...0x36F, using: &random))
                case 3: Unicode.Scalar(UInt32.random(in: 0x1F1E6...0x1F650, using: &random))
                case 4: Unicode.Scalar(UInt32.random(in: 0x2000...0x206F, using: &random))
                case 5: Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
                default: Unicode.Scalar(UInt32.random(in: 0x20...0x7E, using: &random))
                }
            }
            return String(String.UnicodeScalarView(scalars))
        }
        var content = DisplayContent(panel: text())
        content.lock = [.none, .locked, .unlocked].randomElement(using: &random) ?? .none
        if Bool.random(using: &random) { content.hint = text() }
        if Bool.random(using: &random) { content.status = text() }
        if Bool.random(using: &random) { content.question = text() }
        if Bool.random(using: &random) { content.prompt = .init(purpose: text(), hasKeys: Bool.random(using: &random)) }
        if Bool.random(using: &random) { content.faults = [text(), text()] }
        content.activities = (0..<Int.random(in: 0...3, using: &random)).map { _ in
            .init(title: text(), ends: MonotonicInstant(nanoseconds: Int64.random(in: 0...Int64.max, using: &random)))
        }
        return content
    }
}

extension DisplayFrame {
    /// The cells that a model of the display shows for the frame.
    fileprivate func cells(in characters: DisplayCharacters) -> [[String]] {
        rows.map { row in
            row.columns.map { cell in
                guard let cell else { return "" }
                return characters == .utf8 || cell == " " ? cell : "<\(characters.bytes(of: cell)[0])>"
            }
        }
    }
}
