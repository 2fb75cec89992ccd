import EventLoop
import TestSupport
import Testing

@testable import Authentication

@Suite("PINs")
@PanelActor
struct PINTests {
    private func bytes(_ pin: PIN) -> [UInt8] { pin.bytes.withBytes { Array($0) } }

    @Test("the text of a PIN entry has no digits")
    func layout() {
        #expect(bytes(pin("")) == [UInt8](repeating: 0, count: 16))
        #expect(bytes(pin("907")) == [0x39, 0x30, 0x37] + [UInt8](repeating: 0, count: 10) + [3, 0, 0])
        #expect(bytes(pin("123456789012")) == Array("123456789012".utf8) + [0, 12, 0, 0])
    }

    @Test(
        "digits beyond the twelfth make a different PIN, which is not longer",
        arguments: [13, 14, 50, 300])
    func tooMany(count: Int) {
        let entry = bytes(pin("123456789012" + String(repeating: "7", count: count - 12)))
        #expect(entry == Array("123456789012".utf8) + [0, 13, 0, 0])
        #expect(entry != bytes(pin("123456789012")))
    }

    @Test("a value that is no digit makes a different PIN", arguments: [-1, 10, 1_000, .min, .max])
    func noDigit(number: Int) {
        let entry = PINEntry()
        entry.append(number)
        let taken = entry.take()
        #expect(bytes(taken) != bytes(pin("0")) && !taken.isEmpty)
        #expect(PINRule().refusal(of: taken) == .notDigits)
    }

    @Test("clearing or taking a PIN entry leaves it empty")
    func clearing() {
        let entry = PINEntry()
        for digit in 1...8 { entry.append(digit) }
        entry.clear()
        entry.append(5)
        #expect(bytes(entry.take()) == bytes(pin("5")))
        #expect(entry.take().isEmpty)
    }

    @Test(
        "a weak PIN is refused with the reason",
        arguments: [
            ("", 6, .tooShort(minimum: 6)), ("13579", 6, .tooShort(minimum: 6)), ("271", 4, .tooShort(minimum: 4)),
            ("1234567890123", 6, .tooLong), ("000000", 6, .sameDigit), ("7777", 4, .sameDigit),
            ("777777777777", 12, .sameDigit), ("123456", 6, .run), ("987654", 6, .run), ("890123", 6, .run),
            ("210987", 6, .run), ("012345678901", 12, .run), ("3456", 4, .run), ("121212", 6, .repeated),
            ("714714", 6, .repeated), ("27182718", 6, .repeated),
            ("2718227182", 6, .repeated), ("159753", 6, .common), ("1984", 4, .common), ("90210", 5, .common),
            ("112233", 6, .common), ("4815162342", 6, .common), ("753159", 6, .common), ("1342", 4, .common),
        ] as [(String, Int, PINRefusal)])
    func refused(digits: String, minimum: Int, refusal: PINRefusal) {
        #expect(PINRule(minimum: minimum).refusal(of: pin(digits)) == refusal)
    }

    @Test(
        "an ordinary PIN is accepted",
        arguments: [
            ("271828", 6), ("2718271827", 6), ("2718", 4), ("27182718", 4), ("271827182718", 4), ("271828271828", 6),
            ("100001", 6),
            ("1234568", 6), ("314159265358", 6), ("1597531", 6), ("53159", 5),
        ])
    func taken(digits: String, minimum: Int) {
        #expect(PINRule(minimum: minimum).refusal(of: pin(digits)) == nil)
    }

    @Test("a PIN's minimum length is 4 to 12, 6 by default", arguments: [(-3, 4), (4, 4), (6, 6), (12, 12), (99, 12)])
    func minimum(asked: Int, counts: Int) {
        #expect(PINRule(minimum: asked).minimum == counts)
        #expect(PINRule().minimum == 6)
    }

    @Test("fewer than 0.5 % of all six-digit PINs are refused")
    func share() {
        let count = Effort.count(20_000)
        var total = 0
        var random = SplitMix64(seed: 11)
        for _ in 0..<count {
            let digits = String(String(1_000_000 + random.number(in: 0...999_999)).dropFirst())
            if PINRule().refusal(of: pin(digits)) != nil { total += 1 }
        }
        print("of \(count) PINs of six digits \(total) are refused")
        #expect((1..<count / 200).contains(total))
    }

    @Test("no refusal of a PIN contains its digits")
    func words() {
        for digits in ["159753", "000000", "890123", "714714", "13579"] {
            let refusal = PINRule().refusal(of: pin(digits))
            #expect(refusal.map { !"\($0)".contains(digits) } == true)
        }
    }
}
