/// A violation of a rule that holds for every input.
public struct FuzzFinding: Error, CustomStringConvertible {
    /// The description of the violation.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Throws a finding unless `condition` holds.
func require(_ condition: Bool, _ finding: @autoclosure () -> String) throws(FuzzFinding) {
    guard condition else { throw FuzzFinding(finding()) }
}
