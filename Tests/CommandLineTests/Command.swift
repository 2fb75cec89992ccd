import ExtensionTestSupport
import Foundation
import Glibc
import Testing

/// The built program, run as a child process that may not outlive its deadline.
final class Command {
    /// What came of a run.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    /// How long a child may take, on a machine that does much else.
    static let patience = Duration.seconds(60)

    /// `holdfast` beside the test bundle.
    static let program = SpawnedProgram.built("holdfast")

    /// The root of the package.
    static let package = URL(filePath: #filePath).appending(path: "../../..").standardized

    private let process = Process()
    private let outputPipe = Pipe()
    private let errorPipe = Pipe()
    private var lines: [Int32: LineReader] = [:]
    private let ended = Deadline.Flag()

    init(
        _ arguments: [String], environment: [String: String] = [:], folder: URL = Command.package,
        program: String = Command.program
    ) throws {
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = folder
        var inherited = ["PATH": "/usr/bin:/bin"]
        // A sanitizer's settings count for the children as well.
        for name in ["ASAN_OPTIONS", "TSAN_OPTIONS"] {
            inherited[name] = ProcessInfo.processInfo.environment[name]
        }
        process.environment = inherited.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = outputPipe
        process.standardError = errorPipe
        let ended = ended
        process.terminationHandler = { _ in ended.raise() }
        try process.run()
        // The child has them now; ours would keep the reading end from ending.
        try outputPipe.fileHandleForWriting.close()
        try errorPipe.fileHandleForWriting.close()
        for pipe in [outputPipe, errorPipe] {
            let descriptor = pipe.fileHandleForReading.fileDescriptor
            lines[descriptor] = LineReader(descriptor)
        }
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: String..., environment: [String: String] = [:], folder: URL = Command.package
    ) throws -> Outcome {
        try Command(arguments, environment: environment, folder: folder).waitForEnd()
    }

    func send(_ signal: Int32) {
        kill(process.processIdentifier, signal)
    }

    var processIdentifier: Int32 { process.processIdentifier }

    /// The next line that it writes to standard output; `nil` where there are no more.
    func nextLine() throws -> String? {
        try reader(of: outputPipe).line(before: Deadline(in: Self.patience))
    }

    /// Skips what it writes to standard output up to a line that contains `text`.
    func nextLine(with text: String) throws -> String {
        while let line = try nextLine() {
            if line.contains(text) { return line }
        }
        throw Deadline.Passed(what: text)
    }

    /// The next line that it writes to standard error.
    func nextErrorLine() throws -> String? {
        try reader(of: errorPipe).line(before: Deadline(in: Self.patience))
    }

    /// Nobody reads what it writes to standard error from now on.
    func closeErrors() throws {
        lines[errorPipe.fileHandleForReading.fileDescriptor] = nil
        try errorPipe.fileHandleForReading.close()
    }

    /// Nobody reads what it writes to standard output from now on.
    func closeOutput() throws {
        lines[outputPipe.fileHandleForReading.fileDescriptor] = nil
        try outputPipe.fileHandleForReading.close()
    }

    /// Waits until it has ended, and takes all that it wrote and nobody read yet.
    func waitForEnd(within patience: Duration = Command.patience) throws -> Outcome {
        let deadline = Deadline(in: patience)
        var texts: [String] = []
        for pipe in [outputPipe, errorPipe] {
            guard let reader = lines[pipe.fileHandleForReading.fileDescriptor] else {
                texts.append("")
                continue
            }
            texts.append(try reader.rest(before: deadline))
        }
        try ended.wait(until: deadline)
        let status = process.terminationReason == .exit ? process.terminationStatus : -process.terminationStatus
        return Outcome(status: status, output: texts[0], errors: texts[1])
    }

    private func reader(of pipe: Pipe) throws -> LineReader {
        try #require(lines[pipe.fileHandleForReading.fileDescriptor])
    }
}
