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

/// Prints what the launcher's programs write, line by line, each behind its program's name.
@PanelActor
struct ChildOutput {
    private let width: Int
    private let hasColors: Bool
    private let write: @PanelActor (String) -> Void

    /// Cyan, yellow, green, magenta, blue; not red, which means that something is wrong.
    private static let colors = [36, 33, 32, 35, 34]

    init(names: [String]) {
        width = names.map(\.count).max() ?? 0
        hasColors = Environment.hasColors(STDOUT_FILENO)
        write = { Output.write($0 + "\n", to: STDOUT_FILENO) }
    }

    /// Gives each line to `write`, without colours.
    init(names: [String], write: @escaping @PanelActor (String) -> Void) {
        width = names.map(\.count).max() ?? 0
        hasColors = false
        self.write = write
    }

    /// Prints a line of the program; programs that follow one another in `index` differ in colour.
    func print(_ line: String, of name: String, index: Int) {
        let padding = String(repeating: " ", count: max(0, width - name.count))
        let prefix = "\(name)\(padding) |"
        let color = Self.colors[index % Self.colors.count]
        let shown = hasColors ? "\u{1B}[\(color)m\(prefix)\u{1B}[0m" : prefix
        write("\(shown) \(line.plain)")
    }

    /// Prints a line of the launcher's own.
    func say(_ line: String) {
        let prefix = "up" + String(repeating: " ", count: max(0, width - 2)) + " |"
        write("\(hasColors ? "\u{1B}[1m\(prefix)\u{1B}[0m" : prefix) \(line.plain)")
    }
}

/// Makes lines of bytes that come in pieces.
struct LineSplitter {
    /// The longest line, in bytes; what is longer is given in parts, so that a program that never ends a line is seen
    /// nevertheless and cannot fill the memory.
    static let longest = 4_096

    private var bytes: [UInt8] = []

    /// The lines that are complete with these bytes, without their ends.
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

    /// What was written after the last line's end; `nil` where nothing was.
    mutating func rest() -> String? {
        defer { bytes.removeAll() }
        return bytes.isEmpty ? nil : Self.text(bytes[...])
    }

    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        String(decoding: bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes, as: UTF8.self)
    }

    /// Where the last character begins that is not complete; the end where all are. A character of UTF-8 has at most four
    /// bytes, and those after its first are 10xxxxxx.
    private static func lastWhole(_ bytes: [UInt8]) -> Int {
        guard let lead = bytes.indices.suffix(4).last(where: { bytes[$0] & 0b1100_0000 != 0b1000_0000 }) else {
            return bytes.count
        }
        let length = bytes[lead] < 0x80 ? 1 : bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4
        return lead > 0 && bytes.count - lead < length ? lead : bytes.count
    }
}
