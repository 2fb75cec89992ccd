import ExtensionTestSupport
import Glibc

/// The sample extension in its own process.
final class ExtensionProcess {
    /// The time limit of a child in ms, generous for a busy machine.
    static let patience: Int32 = 60_000

    struct TookTooLong: Error {
        var what: String
    }

    private let process: pid_t
    private let output: Int32
    private let errors: Int32
    private var buffers: [Int32: [UInt8]] = [:]
    private var hasEnded = false

    /// - Parameters:
    ///   - listening: A socket that the process inherits as from systemd.
    init(_ arguments: [String], environment: [String: String], listening: Int32? = nil) throws {
        let (outputs, errorPipe) = (try SpawnedProgram.makePipe(), try SpawnedProgram.makePipe())
        (output, errors) = (outputs.reader, errorPipe.reader)
        defer {
            close(outputs.writer)
            close(errorPipe.writer)
        }
        let command = [SpawnedProgram.built("SampleExtension")] + arguments
        if let listening {
            // The process ID for the environment is known only in the process itself.
            process = try SpawnedProgram.start(
                ["/bin/sh", "-c", "LISTEN_FDS=1 LISTEN_PID=$$ exec \"$0\" \"$@\""] + command,
                environment: environment, descriptors: [1: outputs.writer, 2: errorPipe.writer, 3: listening])
        } else {
            process = try SpawnedProgram.start(
                command, environment: environment, descriptors: [1: outputs.writer, 2: errorPipe.writer])
        }
    }

    deinit {
        if !hasEnded {
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(output)
        close(errors)
    }

    func send(_ signal: Int32) {
        kill(process, signal)
    }

    /// The next line of standard error; `nil` at the end.
    func nextErrorLine() throws -> String? {
        while true {
            if let end = buffers[errors]?.firstIndex(of: UInt8(ascii: "\n")) {
                defer { buffers[errors]?.removeFirst(end + 1) }
                return buffers[errors].map { String(decoding: $0[..<end], as: UTF8.self) }
            }
            guard try fill(errors) else { return nil }
        }
    }

    /// Waits for the end.
    ///
    /// - Returns: The exit status, or the negative number of the signal, with the unread output.
    func end() throws -> (status: Int32, output: String, errors: [String]) {
        while try fill(output) {}
        while try fill(errors) {}
        // The outputs are closed, so that the process is ending.
        let code = SpawnedProgram.waitForEnd(of: process)
        hasEnded = true
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
}
