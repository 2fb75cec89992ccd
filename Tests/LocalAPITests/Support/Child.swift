import EventLoop
import Foundation
import Glibc
import MonotonicTime

/// A child process that is killed after its deadline.
///
/// This class replaces Foundation's `Process`, which learns of a child's end by select(2). The call cannot use
/// descriptors above 1,023, which a test with a thousand clients has.
@PanelActor
final class Child {
    private static let patience = Duration.seconds(30)

    private let folder: TemporaryFolder
    private let identifier: pid_t
    private var ended: CheckedContinuation<Void, Never>?
    /// The status from waitpid(2), once the child has ended.
    private var status: Int32?
    private var watch: DescriptorWatch?
    private var deadline: PanelTimer?

    /// The output and status of a failed child.
    struct Failure: Error {
        var status: Int32
        var errors: String
    }

    init(_ program: String, _ arguments: [String]) throws {
        folder = try TemporaryFolder()
        // The child has the writing end, so that a hang-up means the child's end.
        let (reader, writer) = try SystemCall.makePipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_addopen(&actions, 1, folder("output"), O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_addopen(&actions, 2, folder("errors"), O_WRONLY | O_CREAT, 0o600)
        posix_spawn_file_actions_adddup2(&actions, writer, 3)
        var words: [UnsafeMutablePointer<CChar>?] = ([program] + arguments).map { strdup($0) }
        words.append(nil)
        var identifier = pid_t()
        let code = posix_spawn(&identifier, program, &actions, nil, words, environ)
        posix_spawn_file_actions_destroy(&actions)
        for word in words { free(word) }
        close(writer)
        self.identifier = identifier
        guard code == 0 else {
            close(reader)
            throw Failure(status: code, errors: "posix_spawn")
        }
        watch = try EventLoop.panel.watch(reader) { [self] _ in
            watch?.cancel()
            watch = nil
            close(reader)
            hasEnded()
        }
        deadline = EventLoop.panel.makeTimer { kill(identifier, SIGKILL) }
        deadline?.arm(at: EventLoop.panel.now.advanced(by: Self.patience))
    }

    private func hasEnded() {
        deadline?.cancel()
        var status: Int32 = 0
        waitpid(identifier, &status, 0)
        self.status = status
        ended?.resume()
    }

    /// The output of the child, once it has ended without an error.
    func output() async throws -> String {
        if status == nil { await withCheckedContinuation { ended = $0 } }
        guard status == 0 else {
            throw Failure(status: status ?? -1, errors: try String(contentsOfFile: folder("errors"), encoding: .utf8))
        }
        return try String(contentsOfFile: folder("output"), encoding: .utf8)
    }

    /// Ends the child and waits for its end.
    func end() async {
        guard status == nil else { return }
        kill(identifier, SIGKILL)
        await withCheckedContinuation { ended = $0 }
    }
}
