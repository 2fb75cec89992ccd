/// An entry of the audit trail with its number.
public struct AuditRecord: Sendable, Equatable {
    /// From 1, in the order in which the entries were appended. Entries that are missing between two others could not be
    /// written while the disk took none, or went for newer ones.
    public let number: Int64
    /// How many entries just before this one could not be written.
    public let unwritten: Int64
    /// What was written down.
    public let entry: AuditEntry

    /// The entry with the number.
    public init(number: Int64, unwritten: Int64 = 0, entry: AuditEntry) {
        self.number = number
        self.unwritten = unwritten
        self.entry = entry
    }
}
