import Foundation
import Glibc
import Testing

/// The sample extension as a process of its own.
///
/// It is spawned by `posix_spawn(3)`, since Foundation gives a child no descriptors but the three usual ones.
final class ExtensionProcess {
    /// How long a child may take, on a machine that does much else.
    static let patience: Int32 = 60_000

    /// `SampleExtension` beside the test bundle.
    private static let program: String = {
        let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
        return URL(filePath: bundle).deletingLastPathComponent().appending(path: "SampleExtension").path
    }()

    struct TookTooLong: Error {
        var what: String
    }

    private let process: pid_t
    private let output: Int32
    private let errors: Int32
    private var buffers: [Int32: [UInt8]] = [:]
    private var status: Int32?

    /// - Parameters:
    ///   - listening: A socket that it is given as systemd gives one.
    init(_ arguments: [String], environment: [String: String], listening: Int32? = nil) throws {
        let (outputs, errorPipe) = (try Self.pipe(), try Self.pipe())
        (output, errors) = (outputs.reader, errorPipe.reader)
        defer {
            close(outputs.writer)
            close(errorPipe.writer)
        }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, outputs.writer, 1)
        posix_spawn_file_actions_adddup2(&actions, errorPipe.writer, 2)
        var command = [Self.program] + arguments
        if let listening {
            posix_spawn_file_actions_adddup2(&actions, listening, 3)
            // Only the process itself knows its number.
            command = ["/bin/sh", "-c", "LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" \"$@\""] + command
        }
        var variables = environment
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS", "LD_LIBRARY_PATH"] {
            variables[name] = ProcessInfo.processInfo.environment[name]
        }
        var process = pid_t()
        let result = Self.withStrings(command) { arguments in
            Self.withStrings(variables.map { "\($0)=\($1)" }) { environment in
                posix_spawn(&process, command[0], &actions, nil, arguments, environment)
            }
        }
        try #require(result == 0)
        self.process = process
    }

    deinit {
        if status == nil {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(output)
        close(errors)
    }

    func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// The next line that it writes to standard error; `nil` where there are no more.
    func nextErrorLine() throws -> String? {
        while true {
            if let end = buffers[errors]?.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffers[errors]?.removeFirst(end + 1) }
                return buffers[errors].map { String(decoding: $0[..<end], as: UTF8.self) }
            }
            guard try fill(errors) else { return nil }
        }
    }

    /// Waits until it has ended.
    ///
    /// - Returns: What it exited with, or the signal, negative, and what it wrote that nobody has read.
    func end() throws -> (status: Int32, output: String, errors: [String]) {
        while try fill(output) {}
        while try fill(errors) {}
        var status: Int32 = 0
        // Its outputs are closed, so it is ending.
        waitpid(process, &status, 0)
        self.status = status
        let code = status & 0x7f == 0 ? (status >> 8) & 0xff : -(status & 0x7f)
        func text(_ descriptor: Int32) -> String { String(decoding: buffers[descriptor] ?? [], as: UTF8.self) }
        return (code, text(output), text(errors).split(separator: "\n").map(String.init))
    }

    private func fill(_ descriptor: Int32) throws -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, Self.patience) > 0 else {
            throw TookTooLong(what: String(decoding: buffers[descriptor] ?? [], as: UTF8.self))
        }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        let count = read(descriptor, &chunk, chunk.count)
        guard count > 0 else { return false }
        buffers[descriptor, default: []] += chunk.prefix(count)
        return true
    }

    private static func pipe() throws -> (reader: Int32, writer: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(Glibc.pipe(&ends) == 0)
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    private static func withStrings<Result>(
        _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
    ) -> Result {
        let copies = strings.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
