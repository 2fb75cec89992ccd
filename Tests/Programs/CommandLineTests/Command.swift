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
        // The child has them now; ours would keep the reading end from ending.
        defer { for descriptor in [outputs.writer, errorPipe.writer, null] { close(descriptor) } }
        (output, errors) = (LineReader(owning: outputs.reader), LineReader(owning: errorPipe.reader))
        process = try ProgramProcess(
            [program] + arguments, environment: environment,
            descriptors: [0: null, 1: outputs.writer, 2: errorPipe.writer], folder: folder.path)
    }

    /// The reading end of a pipe that has a short text in it, and no more.
    private static func reader(of text: String) throws -> Int32 {
        let pipe = try SpawnedProgram.makePipe()
        defer { close(pipe.writer) }
        let bytes = Array(text.utf8)
        try #require(bytes.withUnsafeBytes { write(pipe.writer, $0.baseAddress, $0.count) } == bytes.count)
        return pipe.reader
    }

    /// Runs the program to its end.
    static func run(
        _ arguments: String..., environment: [String: String] = [:], folder: URL = Command.package
    ) throws -> Outcome {
        try Command(arguments, environment: environment, folder: folder).waitForEnd()
    }

    func send(_ signal: Int32) {
        process.send(signal)
    }

    var processIdentifier: Int32 { process.identifier }

    /// The next line that it writes to standard output; `nil` where there are no more.
    func nextLine() throws -> String? {
        try #require(output).line(before: Deadline(in: Self.patience))
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
        try #require(errors).line(before: Deadline(in: Self.patience))
    }

    /// Nobody reads what it writes to standard error from now on.
    func closeErrors() {
        errors = nil
    }

    /// Nobody reads what it writes to standard output from now on.
    func closeOutput() {
        output = nil
    }

    /// Waits until it has ended, and takes all that it wrote and nobody read yet.
    func waitForEnd(within patience: Duration = Command.patience) throws -> Outcome {
        let deadline = Deadline(in: patience)
        let texts = try [output, errors].map { try $0?.rest(before: deadline) ?? "" }
        return Outcome(status: try process.waitForEnd(until: deadline), output: texts[0], errors: texts[1])
    }
}
