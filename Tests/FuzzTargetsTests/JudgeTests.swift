import Configuration
import EventLoop
import Gestures
import MonotonicTime
import Testing

@testable import FuzzTargets

@Suite("What fuzzers take for wrong")
@PanelActor
struct JudgeTests {
    private func at(_ milliseconds: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
    }

    private func ledger() -> KeypadLedger { KeypadLedger(afterglow: .milliseconds(4)) }

    @Test("a key that nobody has down, or let go too long ago, is invented")
    func invention() throws {
        var ledger = ledger()
        ledger.press("1")
        try ledger.note(.pressed("1", at: at(5)), at: at(5))
        #expect(throws: FuzzFinding.self) { try ledger.note(.pressed("2", at: at(6)), at: at(6)) }
        ledger.press("3")
        ledger.release("3", at: at(7))
        var late = ledger
        try ledger.note(.pressed("3", at: at(11)), at: at(11))
        #expect(throws: FuzzFinding.self) { try late.note(.pressed("3", at: at(12)), at: at(12)) }
    }

    @Test("presses and releases alternate, in the order of time")
    func order() throws {
        var ledger = ledger()
        ledger.press("1")
        #expect(throws: FuzzFinding.self) { try ledger.note(.released("1", at: at(1)), at: at(1)) }
        try ledger.note(.pressed("1", at: at(5)), at: at(5))
        #expect(throws: FuzzFinding.self) { try ledger.note(.pressed("1", at: at(6)), at: at(6)) }
        #expect(throws: FuzzFinding.self) { try ledger.note(.released("1", at: at(4)), at: at(7)) }
        #expect(throws: FuzzFinding.self) { try ledger.note(.released("1", at: at(9)), at: at(8)) }
        #expect(throws: FuzzFinding.self) { try ledger.note(.cured("1", at: at(9)), at: at(9)) }
    }

    @Test("after ghosts nothing counts until all keys are up")
    func ghosts() throws {
        var ledger = ledger()
        ledger.press("1")
        ledger.press("2")
        try ledger.note(.ghosts(at: at(1)), at: at(1))
        var early = ledger
        #expect(throws: FuzzFinding.self) { try early.note(.pressed("1", at: at(2)), at: at(2)) }
        ledger.release("1", at: at(3))
        ledger.release("2", at: at(3))
        ledger.press("1")
        try ledger.note(.pressed("1", at: at(9)), at: at(9))
    }

    @Test("a place that is in no editor")
    func places() throws {
        let text = Array("name: N\r\nä: b".utf8)
        for (line, column) in [(1, 1), (1, 8), (2, 5)] {
            try YAMLTarget.judge(SourcePosition(file: "panel.yaml", line: line, column: column), in: text)
        }
        for (line, column) in [(0, 1), (1, 0), (1, 9), (2, 6), (3, 1)] {
            #expect(throws: FuzzFinding.self, "\(line):\(column)") {
                try YAMLTarget.judge(SourcePosition(file: "panel.yaml", line: line, column: column), in: text)
            }
        }
    }

    @Test("an answer that is no object, or too long")
    func answers() throws {
        try FuzzedPanel.judge(Array(#"{"parameters":{}}"#.utf8))
        for text in ["", "[]", "{", "{}{}", "null", #"{"a":""# + String(repeating: "x", count: 65_536) + #""}"#] {
            #expect(throws: FuzzFinding.self, "\(text.prefix(20))") { try FuzzedPanel.judge(Array(text.utf8)) }
        }
    }

    @Test("changed rows are changed, and the schema is as it was: a store that was damaged so is kept aside")
    func rows() async throws {
        let template = try StoreTemplate.made()
        let folder = try FuzzFolder()
        try folder.write(template.lenientDatabase, to: StoreTarget.name)
        // A name that is no UTF-8.
        var input = FuzzInput([0, 4, 0, 2, 4, 3, 0x61, 0xff, 0x62])
        let path = "\(folder.path)/\(StoreTarget.name)"
        try RowEdits.apply(&input, to: path, restoring: template.tables)
        try folder.write(template.counter, to: StoreTarget.name + ".count")
        try await StoreJudge(folder: folder).judge()
        #expect(folder.names.contains("\(StoreTarget.name).damaged-1"))
        // The same rows, of which one has another value, are taken.
        let sound = try FuzzFolder()
        try sound.write(template.lenientDatabase, to: StoreTarget.name)
        var change = FuzzInput([0, 2, 0, 1, 4, 1, 0x61])
        try RowEdits.apply(&change, to: "\(sound.path)/\(StoreTarget.name)", restoring: template.tables)
        try sound.write(template.counter, to: StoreTarget.name + ".count")
        try await StoreJudge(folder: sound).judge()
        #expect(!sound.names.contains { $0.contains("damaged") })
    }
}
