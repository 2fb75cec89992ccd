import EventLoop

/// Why a harness cannot run.
public enum HarnessError: Error, Sendable, Hashable {
    /// A bundle is hosted under a name that the panel's file does not give an extension.
    case unknownExtension(name: String, known: [String])
    /// No temporary folder can be made.
    case folder(path: String, code: Int32)
    /// No transcript has been kept yet.
    case noTranscript(path: String)
    /// A transcript cannot be read, or kept.
    case transcript(path: String, problem: String)
}

extension HarnessError: CustomStringConvertible {
    /// The reason in words.
    public var description: String {
        switch self {
        case .unknownExtension(let name, let known):
            "the panel has no extension '\(name)'; "
                + (known.isEmpty ? "it has none" : "there are: \(known.joined(separator: ", "))")
        case .folder(let path, let code): "\(path): mkdtemp: \(SystemCall.message(code))"
        case .noTranscript(let path): "\(path) does not exist; 'HOLDFAST_ACCEPT=1 swift test' writes it"
        case .transcript(let path, let problem): "\(path): \(problem)"
        }
    }
}
