import EventLoop
import Foundation
import TestSupport
import Testing

@testable import Store

/// The format of a store, read without SQLite.
struct StoreHeaderTests {
    @Test("the header of a closed store has the newest version")
    @PanelActor
    func store() throws {
        let folder = try StoreFolder()
        let store = try PanelStore.open(path: folder.file)
        store.setSetting("a", for: "b")
        try store.close()
        let bytes = try #require(try folder.files["panel.db"])
        #expect(StoreHeader(bytes)?.version == StoreHeader.knownVersion)
        #expect(StoreHeader(Array(bytes.prefix(StoreHeader.byteCount)))?.version == Migration.all.count)
    }

    @Test("half a header, another program's database, and bytes of another kind are no store")
    func others() throws {
        let folder = try StoreFolder()
        try folder.replaceFiles(by: ["panel.db": []])
        let connection = try Connection(path: folder.file)
        try connection.execute("CREATE TABLE t (a)")
        #expect(StoreHeader(try #require(try folder.files["panel.db"]))?.version == 0, "a store before its first step")
        try connection.execute("PRAGMA application_id = 7")
        let bytes = try #require(try folder.files["panel.db"])
        #expect(StoreHeader(bytes) == nil)
        #expect(StoreHeader(Array(bytes.prefix(99))) == nil)
        #expect(StoreHeader([]) == nil)
        #expect(StoreHeader([UInt8](repeating: 0xFF, count: 4_096)) == nil)
    }
}
