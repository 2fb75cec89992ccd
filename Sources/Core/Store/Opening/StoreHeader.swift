/// The format of a store, from the first bytes of its file.
///
/// The bytes are read without SQLite, so no lock and no log is touched. The version may be one behind while a step of
/// the schema is in the write-ahead log alone.
package struct StoreHeader: Sendable, Hashable {
    /// The bytes of the file that the header needs.
    package static let byteCount = 100
    /// The newest version that this Holdfast knows.
    package static let knownVersion = Migration.all.count

    /// The version of the schema; 0 for a file that was only just created.
    package let version: Int

    /// Reads the header; `nil` where the file is not a store of Holdfast.
    ///
    /// Offsets are those of SQLite's "Database File Format", section 1.3: `user_version` at 60, `application_id` at 68,
    /// both big-endian.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.byteCount, bytes.starts(with: Array("SQLite format 3\0".utf8)) else { return nil }
        func number(at offset: Int) -> Int64 { bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int64($1) } }
        let application = number(at: 68)
        guard application == Migration.applicationID || application == 0 && number(at: 60) == 0 else { return nil }
        version = Int(number(at: 60))
    }
}
