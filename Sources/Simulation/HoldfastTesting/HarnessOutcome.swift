import Configuration
import FoundationEssentials
import Glibc
import PanelScripts

/// The result of a script's run.
public struct HarnessOutcome: Sendable {
    /// The expectations that did not hold, in the script's order.
    public let failures: [ScriptOutcome.Failure]
    /// The number of expectations that were checked.
    public let expectations: Int
    /// The transcript: a line for each event, with the time since the script's start.
    public let transcript: String
    let folder: String

    /// Whether the script has expectations, and all of them held.
    public var succeeded: Bool { failures.isEmpty && expectations > 0 }

    /// The first line in which the transcript differs from a stored one; `nil` if they are equal.
    ///
    /// With `HOLDFAST_ACCEPT=1` in the environment, the transcript replaces the stored one.
    ///
    /// - Parameter name: The stored transcript's file, in the harness's folder.
    /// - Throws: `HarnessError` if the file cannot be read or written.
    public func difference(from name: String) throws(HarnessError) -> String? {
        let path = name.hasPrefix("/") ? name : "\(folder)/\(name)"
        if getenv("HOLDFAST_ACCEPT").map({ String(cString: $0) }) == "1" {
            do {
                try Data(transcript.utf8).write(to: URL(filePath: path), options: .atomic)
            } catch {
                throw .transcript(path: path, problem: "\(error)")
            }
            return nil
        }
        guard access(path, F_OK) == 0 else { throw .noTranscript(path: path) }
        do {
            let kept = try FileContents.read(path, limit: Self.longestTranscript)
            return difference(fromKept: String(decoding: kept, as: UTF8.self))
        } catch {
            throw .transcript(path: path, problem: error.description)
        }
    }

    /// The size limit in bytes: more than the longest script writes.
    private static let longestTranscript = 1 << 28

    private func difference(fromKept kept: String) -> String? {
        let kept = kept.split(separator: "\n", omittingEmptySubsequences: false)
        let found = transcript.split(separator: "\n", omittingEmptySubsequences: false)
        for index in 0..<max(kept.count, found.count) {
            let (old, new) = (kept.dropFirst(index).first ?? "", found.dropFirst(index).first ?? "")
            if old != new { return "line \(index + 1): kept \"\(old)\", found \"\(new)\"" }
        }
        return nil
    }
}
