import EventLoop

extension DrivenLinesError: CustomStringConvertible {
    /// What went wrong, with what and what to do about it.
    public var description: String {
        switch self {
        case .failed(let call, let path, let code):
            "record of driven lines \(path): \(call): \(SystemCall.message(code))"
        case .malformed(let path, let line):
            "record of driven lines \(path): line \(line) cannot be read"
        case .newerVersion(let path, let version):
            "record of driven lines \(path): version \(version) is of a later Holdfast"
        }
    }
}
