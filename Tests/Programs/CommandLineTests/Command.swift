import ExtensionTestSupport
import Foundation
import Glibc
import Testing

/// The built program as a child process, which is killed after its deadline.
final class Command {
    /// The result of a run.
    struct Outcome {
        var status: Int32
        var output: String
        var errors: String
    }

    /// The time limit of a child, generous for a busy machine.
    static let patience = Duration.seconds(60)

    /// The path of `holdfast` beside the test bundle.
    static let program = SpawnedProgram.built("holdfast")

    /// The root of the package.
    static let package = URL(filePath: #filePath).appending(path: "../../../..").standardized

    private let process: ProgramProcess
    private var output: LineReader?
    private var errors: LineReader?

    init(
        _ arguments: [String], environment: [String: String] = [:], folder: URL = Command.package,
        program: String = Command.program, input: String? = nil
    ) throws {
        let (outputs, errorPipe) = (try SpawnedProgram.makePipe(), try SpawnedProgram.makePipe())
        let null = try input.map(Self.reader) ?? open("/dev/null", O_RDONLY | O_CLOEXEC)
        // The child has these ends now. An open copy here would prevent the end of the output.
        defer { for descriptor in [outputs.writer, errorPipe.writer, null] { close(descriptor) } }
        (output, errors) = (LineReader(owning: outputs.reader), LineReader(owning: errorPipe.reader))
        process = try ProgramProcess(
            [program] + arguments, environment: environment,
            descriptors: [0: null, 1: outputs.writer, 2: errorPipe.writer], folder: folder.path)
    }

    /// Makes the reading end of a pipe that contains a short text and then ends.
    private static func reader(of text: String) throws -> Int32 {
        let pipe = try SpawnedProgram.makePipe()
        defer { close(pipe.writer) }
        let bytes = Array(text.utf8)
        try #require(bytes.withUnsafeBytes { write(pipe.writer, $0.baseAddress, $0.count) } == bytes.count)
        return pipe.reader
    }

    /// Runs the program until it ends.
    static func run(
        _ arguments: String..., environment: [String: String] = [:], folder: URL = Command.package
    ) throws -> Outcome {
        try Command(arguments, environment: environment, folder: folder).waitForEnd()
    }

    func send(_ signal: Int32) {
        process.send(signal)
    }

    var processIdentifier: Int32 { process.identifier }

    /// The next line of standard output; `nil` at the end.
    func nextLine() throws -> String? {
        try #require(output).line(before: Deadline(in: Self.patience))
    }

    /// Skips standard output up to a line that contains `text`, and returns that line.
    func nextLine(with text: String) throws -> String {
        while let line = try nextLine() {
            if line.contains(text) { return line }
        }
        throw Deadline.Passed(what: text)
    }

    /// The next line of standard error; `nil` at the end.
    func nextErrorLine() throws -> String? {
        try #require(errors).line(before: Deadline(in: Self.patience))
    }

    /// Closes the reading end of standard error.
    func closeErrors() {
        errors = nil
    }

    /// Closes the reading end of standard output.
    func closeOutput() {
        output = nil
    }

    /// Waits for the end, and returns the unread output.
    func waitForEnd(within patience: Duration = Command.patience) throws -> Outcome {
        let deadline = Deadline(in: patience)
        let texts = try [output, errors].map { try $0?.rest(before: deadline) ?? "" }
        return Outcome(status: try process.waitForEnd(until: deadline), output: texts[0], errors: texts[1])
    }
}
