import EventLoop
import Glibc

/// The record of the lines that a panel drives, in its runtime directory.
///
/// It is written before a line is driven and again after it was given back. So whatever ends the panel, the service
/// manager can run a program that makes the lines inactive without knowing the panel's file.
///
/// The runtime directory is in memory (`/run`): the record need not outlast a power cut, which ends the driving too.
@PanelActor
public final class DrivenLinesFile {
    /// Where the record is.
    public let path: String

    /// What the record says: the lines in the order in which they were added.
    public private(set) var lines: [DrivenLine]

    /// Whether what lies at `path` is no record, and goes with the first change.
    private var isDamaged = false

    /// More than any board's lines need; a record is not read beyond.
    private static let sizeLimit = 1 << 20

    /// Opens the record at `path`; none there is the same as an empty one.
    ///
    /// A panel finds lines in it where the one before ended without making them inactive.
    public init(path: String) throws(DrivenLinesError) {
        self.path = path
        lines = try Self.read(path)
    }

    /// A record of `lines` in place of the one at `path`, which cannot be read. The first change of any kind, also one to no
    /// lines, replaces what lies there.
    public init(replacing path: String, with lines: [DrivenLine] = []) {
        self.path = path
        self.lines = lines
        isDamaged = true
    }

    /// Adds lines that are about to be driven; a line that the record has already is replaced.
    ///
    /// Where this throws, the record is as before, and the lines must not be driven.
    public func add(_ added: [DrivenLine]) throws(DrivenLinesError) {
        let addresses = Set(added.map(\.address))
        try replace(with: lines.filter { !addresses.contains($0.address) } + added)
    }

    /// Takes out lines that are driven no more.
    public func remove(_ addresses: [LineAddress]) throws(DrivenLinesError) {
        let addresses = Set(addresses)
        try replace(with: lines.filter { !addresses.contains($0.address) })
    }

    /// Makes every line of the record inactive; those that cannot be made so stay in the record.
    ///
    /// - Parameter consumer: the name that others see meanwhile.
    /// - Returns: the lines that failed, and why.
    /// - Throws: where the record cannot be written; the lines have been made inactive before.
    public func makeInactive(
        on board: any Board, consumer: String
    ) throws(DrivenLinesError) -> [(line: DrivenLine, error: GPIOError)] {
        let failures = lines.makeInactive(on: board, consumer: consumer)
        try replace(with: failures.map(\.line))
        return failures
    }

    // MARK: The file

    private static func read(_ path: String) throws(DrivenLinesError) -> [DrivenLine] {
        // O_NONBLOCK: a FIFO in the file's place must not stop the program that makes lines inactive.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        guard descriptor >= 0 else {
            let code = SystemCall.lastError
            if code == ENOENT { return [] }
            throw .failed(call: "open", path: path, code: code)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        while bytes.count <= sizeLimit {
            let count = withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 1) { buffer in
                let count = Glibc.read(descriptor, buffer.baseAddress, buffer.count)
                bytes.append(contentsOf: buffer.prefix(max(0, count)))
                return count
            }
            if count == 0 { break }
            if count < 0, SystemCall.lastError != EINTR {
                throw .failed(call: "read", path: path, code: SystemCall.lastError)
            }
        }
        guard bytes.count <= sizeLimit, let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformed(path: path, line: 1)
        }
        do throws(DrivenLinesText.Flaw) {
            return try DrivenLinesText.lines(of: text)
        } catch {
            switch error {
            case .malformed(let line): throw .malformed(path: path, line: line)
            case .newerVersion(let version): throw .newerVersion(path: path, version: version)
            }
        }
    }

    private func replace(with lines: [DrivenLine]) throws(DrivenLinesError) {
        guard isDamaged || lines != self.lines else { return }
        if lines.isEmpty {
            guard unlink(path) == 0 || SystemCall.lastError == ENOENT else {
                throw .failed(call: "unlink", path: path, code: SystemCall.lastError)
            }
        } else {
            try write(DrivenLinesText.text(of: lines))
        }
        self.lines = lines
        isDamaged = false
    }

    /// Writes a second file and puts it in the place of the first, so that a reader finds the one or the other whole.
    private func write(_ text: String) throws(DrivenLinesError) {
        let draft = path + ".new"
        // Left where a panel was killed while it wrote.
        unlink(draft)
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw .failed(call: "open", path: draft, code: SystemCall.lastError) }
        var failure = Self.write(Array(text.utf8), to: descriptor)
        close(descriptor)
        if failure == nil, rename(draft, path) != 0 { failure = ("rename", SystemCall.lastError) }
        guard let failure else { return }
        unlink(draft)
        throw .failed(call: failure.call, path: draft, code: failure.code)
    }

    private static func write(_ bytes: [UInt8], to descriptor: Int32) -> (call: String, code: Int32)? {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                Glibc.write(descriptor, buffer.baseAddress.map { $0 + written }, buffer.count - written)
            }
            if count >= 0 {
                written += count
            } else if SystemCall.lastError != EINTR {
                return ("write", SystemCall.lastError)
            }
        }
        return nil
    }
}

/// What can go wrong with the record of driven lines. `DrivenLinesError+Description.swift` has the words.
public enum DrivenLinesError: Error, Sendable, Hashable {
    /// A system call on the file failed.
    case failed(call: String, path: String, code: Int32)
    /// The file is not a record of driven lines; `line` is the first bad line of its text, from 1.
    case malformed(path: String, line: Int)
    /// The file was written by a later Holdfast.
    case newerVersion(path: String, version: Int)
}

extension DrivenLinesError: CustomStringConvertible {
    /// What went wrong, with what and what to do about it.
    public var description: String {
        switch self {
        case .failed(let call, let path, let code):
            "record of driven lines \(path): \(call): \(SystemCall.message(code))"
        case .malformed(let path, let line):
            "record of driven lines \(path): line \(line) cannot be read"
        case .newerVersion(let path, let version):
            "record of driven lines \(path): version \(version) is of a later Holdfast"
        }
    }
}
