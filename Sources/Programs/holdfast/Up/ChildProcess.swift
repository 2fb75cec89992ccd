import CSpawn
import EventLoop
import Glibc
import MonotonicTime

/// A program of the launcher's that runs, in a process group of its own.
@PanelActor
final class ChildProcess {
    /// A program could not be started.
    struct Failure: Error, CustomStringConvertible {
        var path: String
        var code: Int32

        var description: String { "\(path): \(SystemCall.message(code))" }
    }

    let process: pid_t
    let began: MonotonicInstant
    private let reader: Int32
    private var watch: DescriptorWatch?
    private var splitter = LineSplitter()
    private let print: @PanelActor (String) -> Void

    /// As much as is read in one turn: a program that floods keeps neither the others nor Ctrl-C waiting.
    private static let chunk = 65_536

    /// Starts the program.
    ///
    /// - Parameter print: is called with each line that it writes.
    /// - Throws: `Failure`, `EventLoopError`.
    init(_ program: LaunchedProgram, guardDescriptor: Int32, print: @escaping @PanelActor (String) -> Void) throws {
        self.print = print
        let pipe = try SystemCall.makePipe()
        defer { close(pipe.writer) }
        // The program's side blocks, as every program expects of its outputs.
        _ = fcntl(pipe.writer, F_SETFL, 0)
        process = Self.spawn(program, output: pipe.writer, guardDescriptor: guardDescriptor)
        reader = pipe.reader
        began = EventLoop.panel.now
        guard process > 0 else {
            let code = SystemCall.lastError
            close(pipe.reader)
            throw Failure(path: program.path, code: code)
        }
        watch = try EventLoop.panel.watch(reader) { [weak self] _ in self?.read() }
    }

    /// Sends a signal to all of its group.
    func send(_ signal: Int32) {
        kill(-process, signal)
    }

    /// It has ended: takes what it wrote at last.
    func finish() {
        // All of its group is gone, but for those that left it; they shall not keep us here.
        for _ in 0..<64 where watch != nil { read() }
        if let line = splitter.rest() { print(line) }
        stopReading()
        close(reader)
    }

    private func read() {
        var bytes = [UInt8](repeating: 0, count: Self.chunk)
        let count = Glibc.read(reader, &bytes, bytes.count)
        if count > 0 {
            for line in splitter.split(bytes.prefix(count)) { print(line) }
        } else if count == 0 || (SystemCall.lastError != EAGAIN && SystemCall.lastError != EINTR) {
            stopReading()
        }
    }

    private func stopReading() {
        watch?.cancel()
        watch = nil
    }

    private static func spawn(_ program: LaunchedProgram, output: Int32, guardDescriptor: Int32) -> pid_t {
        var arguments = program.arguments.map { strdup($0) } + [nil]
        var environment = program.environment.map { strdup($0) } + [nil]
        let process = holdfast_spawn(program.path, &arguments, &environment, output, guardDescriptor)
        // free(3) may leave another one.
        let code = errno
        for text in arguments + environment { free(text) }
        errno = code
        return process
    }
}
