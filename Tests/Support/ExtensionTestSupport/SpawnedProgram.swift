import Foundation
import Glibc

/// Starts programs for tests by `posix_spawn(3)`. Foundation's `Process` passes a child only the three standard
/// descriptors. It also learns of a child's end by select(2), which cannot use descriptors above 1,023; other tests may
/// open that many.
public enum SpawnedProgram {
    /// A failed call of the C library.
    public struct Failure: Error {
        public var call: String
        public var code: Int32
    }

    /// The path of a program that is built beside the test bundle.
    public static func built(_ name: String) -> String {
        let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: name).path
    }

    /// Makes a pipe that children do not inherit unless they are passed an end of it.
    public static func makePipe() throws -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw Failure(call: "pipe", code: errno) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The path of the program, and its arguments.
    ///   - environment: Its variables, besides those that a sanitizer and the loader need.
    ///   - descriptors: Which descriptors it has, by its numbers; the test's standard ones otherwise.
    ///   - folder: Where it begins; the test's otherwise.
    /// - Returns: Its process.
    public static func start(
        _ words: [String], environment: [String: String], descriptors: KeyValuePairs<Int32, Int32>,
        folder: String? = nil
    ) throws -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (its, ours) in descriptors { posix_spawn_file_actions_adddup2(&actions, ours, its) }
        // A task's thread has most signals blocked, and its children would inherit that.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var variables = environment
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_LIBRARY_PATH"] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        // Swift's Glibc module lacks posix_spawn_file_actions_addchdir_np(3).
        let words = folder.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0] + words } ?? words
        let command = words.map { strdup($0) }
        let texts = variables.map { strdup("\($0)=\($1)") }
        defer { for text in command + texts { free(text) } }
        var process = pid_t()
        let code = posix_spawn(&process, words.first ?? "", &actions, &attributes, command + [nil], texts + [nil])
        guard code == 0 else { throw Failure(call: "posix_spawn", code: code) }
        return process
    }

    /// Waits until a process has ended.
    ///
    /// - Returns: The exit status, or the negative number of the signal.
    public static func waitForEnd(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        waitpid(process, &status, 0)
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }
}
