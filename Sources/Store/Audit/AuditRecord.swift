/// An entry of the audit trail with its number.
public struct AuditRecord: Sendable, Equatable {
    /// From 1, in the order in which the entries were appended. One that is missing between two others could not be
    /// written while the disk took none.
    public let number: Int64
    /// What was written down.
    public let entry: AuditEntry

    /// The entry with the number.
    public init(number: Int64, entry: AuditEntry) {
        self.number = number
        self.entry = entry
    }
}
