import CSpawn
import ExtensionTestSupport
import Glibc
import Testing

/// A process that is killed when its owner is deallocated.
final class ProgramProcess {
    let identifier: pid_t
    /// A descriptor that is readable once the process has ended (pidfd_open(2)).
    private let end: Int32
    private var status: Int32?

    init(
        _ words: [String], environment: [String: String], descriptors: KeyValuePairs<Int32, Int32>,
        folder: String? = nil
    ) throws {
        identifier = try SpawnedProgram.start(
            words, environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }, descriptors: descriptors,
            folder: folder)
        end = holdfast_process_open(identifier)
        try #require(end >= 0)
    }

    deinit {
        send(SIGKILL)
        if status == nil { _ = SpawnedProgram.waitForEnd(of: identifier) }
        close(end)
    }

    func send(_ signal: Int32) {
        if status == nil { kill(identifier, signal) }
    }

    /// - Returns: The exit status, or the negative number of the signal.
    func waitForEnd(until deadline: Deadline) throws -> Int32 {
        if let status { return status }
        try deadline.waitToRead(end, "the end of the program")
        let status = SpawnedProgram.waitForEnd(of: identifier)
        self.status = status
        return status
    }
}
