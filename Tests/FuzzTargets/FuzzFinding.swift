/// Something that must hold of every input, and did not of one.
public struct FuzzFinding: Error, CustomStringConvertible {
    /// What was found.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws a finding where `condition` does not hold.
func require(_ condition: Bool, _ finding: @autoclosure () -> String) throws(FuzzFinding) {
    guard condition else { throw FuzzFinding(finding()) }
}
