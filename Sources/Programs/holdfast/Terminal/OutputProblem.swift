/// A file that cannot be written.
struct OutputProblem: Error, CustomStringConvertible {
    var path: String
    var reason: String

    var description: String { "cannot write \(path): \(reason)" }
}
