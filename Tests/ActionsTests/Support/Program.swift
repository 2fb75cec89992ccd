import Foundation
import Glibc
import Testing

/// A program that runs beside a test, and is gone with this.
///
/// It is spawned by `posix_spawn(3)`: Foundation's waits for an end on the run loop of the thread that began.
final class Program: @unchecked Sendable {
    let identifier: pid_t
    private let input: Int32
    private let output: Int32
    private var rest: [UInt8] = []
    private var hasEnded = false

    /// - Parameter errors: Whether its second output is read with the first; else it is the test's.
    init(_ path: String, _ arguments: [String], _ environment: [String: String] = [:], errors: Bool = false) throws {
        let (inputs, outputs) = (try Self.pipe(), try Self.pipe())
        (input, output) = (inputs.writer, outputs.reader)
        defer {
            close(inputs.reader)
            close(outputs.writer)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, inputs.reader, 0)
        posix_spawn_file_actions_adddup2(&actions, outputs.writer, 1)
        if errors { posix_spawn_file_actions_adddup2(&actions, outputs.writer, 2) }
        // A thread of a task's has most signals blocked, and what it starts would have them too.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var variables = ["PATH": "/usr/bin:/bin"].merging(environment) { $1 }
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_LIBRARY_PATH"] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        var process = pid_t()
        let command = ([path] + arguments).map { strdup($0) }
        let texts = variables.map { strdup("\($0)=\($1)") }
        defer { for text in command + texts { free(text) } }
        try #require(posix_spawn(&process, path, &actions, &attributes, command + [nil], texts + [nil]) == 0)
        identifier = process
    }

    /// A program beside the test bundle.
    static func built(_ name: String) -> String {
        let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: name).path
    }

    /// The next line that it writes; `nil` where it has ended.
    func nextLine() -> String? {
        while true {
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                defer { rest.removeFirst(end + 1) }
                return String(decoding: rest[..<end], as: UTF8.self)
            }
            var chunk = [UInt8](repeating: 0, count: 4_096)
            let count = read(output, &chunk, chunk.count)
            guard count > 0 else { return nil }
            rest += chunk.prefix(count)
        }
    }

    func write(_ line: String) {
        _ = Glibc.write(input, "\(line)\n", line.utf8.count + 1)
    }

    /// - Returns: What it exited with, or the signal, negative.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        guard !hasEnded else { return 0 }
        hasEnded = true
        kill(identifier, signal)
        var status: Int32 = 0
        waitpid(identifier, &status, 0)
        return status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
    }

    deinit {
        end(SIGKILL)
        close(input)
        close(output)
    }

    private static func pipe() throws -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(Glibc.pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }
}

/// Does on a thread of its own what may wait: the tasks of all tests share a few threads.
func waiting<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}

/// What is written into a FIFO until its writers are gone.
func contents(ofFIFO path: String) async -> String {
    await waiting {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        var text = ""
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while case let count = read(descriptor, &chunk, chunk.count), count > 0 {
            text += String(decoding: chunk.prefix(count), as: UTF8.self)
        }
        return text
    }
}
