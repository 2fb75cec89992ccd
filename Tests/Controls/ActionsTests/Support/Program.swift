import ExtensionTestSupport
import Foundation
import Glibc

/// A program that runs beside a test, and is killed when this object is deallocated.
final class Program: @unchecked Sendable {
    let identifier: pid_t
    private let input: Int32
    private let output: Int32
    private var rest: [UInt8] = []
    private var hasEnded = false

    /// - Parameter errors: Whether standard error is read with standard output; otherwise standard error is the test's.
    init(_ path: String, _ arguments: [String], _ environment: [String: String] = [:], errors: Bool = false) throws {
        let (inputs, outputs) = (try SpawnedProgram.makePipe(), try SpawnedProgram.makePipe())
        (input, output) = (inputs.writer, outputs.reader)
        defer {
            close(inputs.reader)
            close(outputs.writer)
        }
        identifier = try SpawnedProgram.start(
            [path] + arguments, environment: ["PATH": "/usr/bin:/bin"].merging(environment) { $1 },
            descriptors: [0: inputs.reader, 1: outputs.writer, 2: errors ? outputs.writer : 2])
    }

    /// The next line of output; `nil` at the end.
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

    /// - Returns: The exit status, or the negative number of the signal.
    @discardableResult
    func end(_ signal: Int32 = SIGTERM) -> Int32 {
        guard !hasEnded else { return 0 }
        hasEnded = true
        kill(identifier, signal)
        return SpawnedProgram.waitForEnd(of: identifier)
    }

    deinit {
        end(SIGKILL)
        close(input)
        close(output)
    }
}

/// Runs blocking code on its own thread, because all tests' tasks share a few threads.
func waiting<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        Thread.detachNewThread { continuation.resume(returning: body()) }
    }
}

/// The bytes written into a FIFO until its last writer closes it.
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
