/// What came of a script.
public struct ScriptOutcome: Sendable, Hashable {
    /// An expectation that did not hold.
    public struct Failure: Sendable, Hashable, CustomStringConvertible {
        /// Where it stands.
        public var place: ScriptPlace
        /// What was expected, in the script's words.
        public var expected: String
        /// What was so instead.
        public var found: String

        public var description: String { "\(place): expected \(expected), found \(found)" }
    }

    /// The expectations that did not hold, in the script's order.
    public var failures: [Failure]

    /// How many expectations there were.
    public var expectations: Int
}
