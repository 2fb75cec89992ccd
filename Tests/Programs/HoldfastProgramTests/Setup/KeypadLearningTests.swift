import TestSupport
import Testing

@testable import holdfast

/// Rows and columns from presses.
struct KeypadLearningTests {
    private static let layouts = [
        ["12", "3#"], ["123", "456", "789", "*0#"], ["123A", "456B", "789C", "*0#D"], ["1 2", "3#4"],
    ]

    @Test("any wiring of any keypad is found, whatever other keys are pressed meanwhile")
    func anyWiring() {
        for seed in 0..<UInt64(Effort.count(500)) {
            var generator = SplitMix64(seed: seed)
            let keys = Self.layouts[Int(generator.next() % UInt64(Self.layouts.count))]
            let columnCount = keys[0].count
            let lines = (0..<keys.count + columnCount).map { "GPIO\($0)" }.shuffled(using: &generator)
            let (rows, columns) = (Array(lines.prefix(keys.count)), Array(lines.dropFirst(keys.count)))
            var learning = KeypadLearning(keys: keys)
            var wrong = 0
            while let key = learning.asked {
                var pressed = key
                // A slip in the first row or column shows only at a later key.
                let isKnown = !keys[0].contains(key) && !keys.contains { $0.first == key }
                if isKnown, generator.once(in: 4), wrong < 20 {
                    pressed = keys.joined().filter { $0 != " " }.randomElement(using: &generator) ?? key
                    wrong += 1
                }
                var finding: KeypadLearning.Finding?
                for (row, text) in keys.enumerated() {
                    for (column, character) in text.enumerated() where character == pressed {
                        finding = Self.press([Contact(rows[row], columns[column])], &learning)
                    }
                }
                #expect(
                    (finding == .learned(key)) == (pressed == key),
                    "\(keys) \(key) \(pressed) \(String(describing: finding))")
            }
            #expect(learning.lines?.rows == rows && learning.lines?.columns == columns)
        }
    }

    private static func press(_ contacts: Set<Contact>, _ learning: inout KeypadLearning) -> KeypadLearning.Finding? {
        var findings: [KeypadLearning.Finding] = []
        for contacts in [[], [], contacts, contacts, contacts, [], []] {
            if let finding = learning.scan(contacts) { findings.append(finding) }
        }
        return findings.count == 1 ? findings[0] : nil
    }

    @Test("a contact that is seen in one scan alone does not count, nor one that was closed at the beginning")
    func bounce() {
        var learning = KeypadLearning(keys: ["12", "3#"])
        let contact: Set = [Contact("a", "b")]
        #expect(learning.scan(contact) == nil)
        #expect(learning.scan(contact) == nil)
        #expect(learning.scan([]) == nil)
        #expect(learning.scan(contact) == nil)
        #expect(learning.scan([]) == nil)
        #expect(learning.scan([]) == nil)
        #expect(learning.scan(contact) == nil)
        #expect(learning.scan(contact) == .learned("1"))
        learning.restart()
        #expect(learning.asked == "1")
    }
}
