import FoundationEssentials
import Glibc
import LocalAPI

/// The other side of `CapturingProgram`: a process that performs one intent, which it reads, and writes what came of it.
enum CapturingProcess {
    /// Performs the intent on standard input. The reply goes to what standard output was: what the intent itself prints is
    /// for the journal.
    ///
    /// - Throws: `ExtensionProgramError.capture` where there is no intent that it could perform.
    @MainActor
    static func run(_ service: BundleService) async throws(ExtensionProgramError) {
        let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
        guard output >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
            throw .capture("standard output: \(errno)")
        }
        let reply = try await answer(service)
        guard SystemFile.write(reply, to: output) == nil else { throw .capture("nobody waits for its answer") }
    }

    @MainActor
    private static func answer(_ service: BundleService) async throws(ExtensionProgramError) -> [UInt8] {
        var bytes: [UInt8] = []
        guard SystemFile.read(STDIN_FILENO, into: &bytes) == nil else { throw .capture("standard input") }
        do {
            let request = try JSONDecoder().decode(PerformRequest.self, from: Data(bytes))
            return [UInt8](try JSONEncoder().encode(try await service.perform(request)))
        } catch {
            throw .capture("\(error)")
        }
    }
}
