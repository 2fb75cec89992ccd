import CSpawn
import EventLoop
import Glibc
import MonotonicTime
import ProgramSupport

/// A running program of the launcher, in a process group of its own.
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

    /// The most bytes that one turn of the loop reads. A program that floods its output must delay neither the other
    /// programs nor Ctrl-C.
    private static let chunk = 65_536

    /// Starts the program.
    ///
    /// - Parameter print: Is called with each line that the program writes.
    /// - Throws: `Failure`, `EventLoopError`.
    init(_ program: LaunchedProgram, guardDescriptor: Int32, print: @escaping @PanelActor (String) -> Void) throws {
        self.print = print
        let pipe = try SystemCall.makePipe()
        defer { close(pipe.writer) }
        // The program's end blocks, as programs expect of their outputs.
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

    /// Sends a signal to the whole process group.
    func send(_ signal: Int32) {
        kill(-process, signal)
    }

    /// Reads the last output, once the process has ended.
    func finish() {
        // The process group has ended, except for processes that left the group. The limit keeps them from blocking
        // the launcher.
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
        // free(3) may change errno.
        let code = errno
        for text in arguments + environment { free(text) }
        errno = code
        return process
    }
}

/// Prints the output of the launcher's programs line by line. Each line begins with its program's name.
@PanelActor
struct ChildOutput {
    private let width: Int
    private let hasColors: Bool
    private let write: @PanelActor (String) -> Void

    /// Cyan, yellow, green, magenta, blue. Red is not used, because red means an error.
    private static let colors = [36, 33, 32, 35, 34]

    /// - Parameter write: Gets each line without colours; `nil` for standard output.
    init(names: [String], write: (@PanelActor (String) -> Void)?) {
        width = names.map(\.count).max() ?? 0
        hasColors = write == nil && Environment.hasColors(STDOUT_FILENO)
        self.write = write ?? { Output.write($0 + "\n", to: STDOUT_FILENO) }
    }

    /// Prints a line of a program. Programs with successive values of `index` differ in colour.
    func print(_ line: String, of name: String, index: Int) {
        let padding = String(repeating: " ", count: max(0, width - name.count))
        let prefix = "\(name)\(padding) |"
        let color = Self.colors[index % Self.colors.count]
        let shown = hasColors ? "\u{1B}[\(color)m\(prefix)\u{1B}[0m" : prefix
        write("\(shown) \(line.plain)")
    }

    /// Prints a line of the launcher itself, after the word `up`.
    func say(_ line: String) {
        let prefix = "up" + String(repeating: " ", count: max(0, width - 2)) + " |"
        write("\(hasColors ? "\u{1B}[1m\(prefix)\u{1B}[0m" : prefix) \(line.plain)")
    }
}

/// Splits output that arrives in pieces into lines.
struct LineSplitter {
    /// The longest line, in bytes. Longer lines are split, so that the output of a program that never ends a line is
    /// still shown and cannot fill the memory.
    static let longest = 4_096

    private var bytes: [UInt8] = []

    /// The lines that these bytes complete, without their line ends.
    mutating func split(_ piece: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in piece {
            if byte == UInt8(ascii: "\n") {
                lines.append(Self.text(bytes[...]))
                bytes.removeAll(keepingCapacity: true)
                continue
            }
            bytes.append(byte)
            if bytes.count == Self.longest {
                let end = Self.lastWhole(bytes)
                lines.append(Self.text(bytes[..<end]))
                bytes.removeFirst(end)
            }
        }
        return lines
    }

    /// The text after the last line end; `nil` if there is none.
    mutating func rest() -> String? {
        defer { bytes.removeAll() }
        return bytes.isEmpty ? nil : Self.text(bytes[...])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
    }

    /// The start of an incomplete last character; the end of the bytes if all characters are complete. A character of
    /// UTF-8 has at most four bytes, and each byte after the first is 10xxxxxx.
    private static func lastWhole(_ bytes: [UInt8]) -> Int {
        guard let lead = bytes.indices.suffix(4).last(where: { bytes[$0] & 0b1100_0000 != 0b1000_0000 }) else {
            return bytes.count
        }
        let length = bytes[lead] < 0x80 ? 1 : bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4
        return lead > 0 && bytes.count - lead < length ? lead : bytes.count
    }
}
