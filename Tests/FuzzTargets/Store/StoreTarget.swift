import EventLoop
import Store

/// A store with any files. The target opens it, reads it, writes once, and opens it again.
///
/// ```
///   'F' what bytes…       the bytes are the database; `what` names the other files;
///   'C' bytes…            an intact store, and the bytes as its counter;
///   'R' what edit…        an intact store with changed rows, which no store writes (RowEdits)
/// ```
@PanelActor
enum StoreTarget {
    static let name = "panel.sqlite"
    private static let counterName = name + ".count"
    private static let walName = name + "-wal"

    static func check(_ bytes: [UInt8]) async throws {
        let template = try StoreTemplate.made()
        let folder = try FuzzFolder()
        var input = FuzzInput(bytes)
        switch input.byte() {
        case UInt8(ascii: "C"):
            try folder.write(template.database, to: name)
            try folder.write(input.rest(), to: counterName)
        case UInt8(ascii: "R"):
            let hasCounter = input.byte().isMultiple(of: 2)
            try folder.write(template.lenientDatabase, to: name)
            try RowEdits.apply(&input, to: "\(folder.path)/\(name)", restoring: template.tables)
            if hasCounter { try folder.write(template.counter, to: counterName) }
        default:
            let what = input.byte()
            if what & 1 != 0 { try folder.write(template.counter, to: counterName) }
            // A log as after a power cut, or of another store.
            if what & 2 != 0 { try folder.write(template.log, to: walName) }
            try folder.write(input.rest(), to: name)
        }
        try await StoreJudge(folder: folder).judge()
    }
}
