import Configuration
import EventLoop
import Gestures
import MonotonicTime
import Testing

@testable import FuzzTargets

@Suite("The fuzz targets' checks")
@PanelActor
struct JudgeTests {
    private func at(_ milliseconds: Int64) -> MonotonicInstant {
        MonotonicInstant(nanoseconds: milliseconds * 1_000_000)
    }

    private func ledger() -> KeypadLedger { KeypadLedger(afterglow: .milliseconds(4)) }

    @Test("the checks find a key that is not down, or was released too long ago")
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

    @Test("the checks require alternating presses and releases in the order of time")
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

    @Test("the checks require that after ghosts no key counts until all are up")
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

    @Test("the checks find a position that no editor has")
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

    @Test("the checks find an answer that is no object or too long")
    func answers() throws {
        try FuzzedPanel.judge(Array(#"{"parameters":{}}"#.utf8))
        for text in ["", "[]", "{", "{}{}", "null", #"{"a":""# + String(repeating: "x", count: 65_536) + #""}"#] {
            #expect(throws: FuzzFinding.self, "\(text.prefix(20))") { try FuzzedPanel.judge(Array(text.utf8)) }
        }
    }

    @Test("row edits change rows but not the schema, and a store damaged so is kept aside")
    func rows() async throws {
        let template = try StoreTemplate.made()
        let folder = try FuzzFolder()
        try folder.write(template.lenientDatabase, to: StoreTarget.name)
        // The name is not valid UTF-8.
        var input = FuzzInput([0, 4, 0, 2, 4, 3, 0x61, 0xff, 0x62])
        let path = "\(folder.path)/\(StoreTarget.name)"
        try RowEdits.apply(&input, to: path, restoring: template.tables)
        try folder.write(template.counter, to: StoreTarget.name + ".count")
        try await StoreJudge(folder: folder).judge()
        #expect(folder.names.contains("\(StoreTarget.name).damaged-1"))
        // A store with the same rows and only one changed value is accepted.
        let sound = try FuzzFolder()
        try sound.write(template.lenientDatabase, to: StoreTarget.name)
        var change = FuzzInput([0, 2, 0, 1, 4, 1, 0x61])
        try RowEdits.apply(&change, to: "\(sound.path)/\(StoreTarget.name)", restoring: template.tables)
        try sound.write(template.counter, to: StoreTarget.name + ".count")
        try await StoreJudge(folder: sound).judge()
        #expect(!sound.names.contains { $0.contains("damaged") })
    }
}
