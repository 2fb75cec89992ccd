/// A test of the lights that ended before its time.
struct LightTestProblem: Error, CustomStringConvertible {
    var reason: String

    var description: String { "the test has ended early: \(reason)" }
}
