import EventLoop

/// A file that cannot be used.
struct FileProblem: Error, CustomStringConvertible {
    var path: String
    var call: String
    var code: Int32

    var description: String { "\(path): \(call): \(SystemCall.message(code))" }
}
