import EventLoop
import Glibc

/// The record of the lines that a panel drives, in its runtime directory.
///
/// The record is written before a line is driven, and again after its release. However the panel ends, the service
/// manager can thus run a program that makes the lines inactive without the panel's file.
///
/// The runtime directory is in memory (`/run`): a power cut ends the driving, and the record with it.
@PanelActor
public final class DrivenLinesFile {
    /// The path of the record.
    public let path: String

    /// The recorded lines, in the order in which they were added.
    public private(set) var lines: [DrivenLine]

    /// Whether the file at `path` is not a valid record. The first change replaces it.
    private var isDamaged = false

    /// The most bytes that are read; more than the lines of any board need.
    private static let sizeLimit = 1 << 20

    /// Opens the record at `path`; a missing file counts as an empty record.
    ///
    /// Its lines are those that an earlier panel has not made inactive.
    public init(path: String) throws(DrivenLinesError) {
        self.path = path
        lines = try Self.read(path)
    }

    /// Creates a record of `lines` in place of an unreadable one. The first change replaces the file, even a change
    /// to no lines.
    public init(replacing path: String, with lines: [DrivenLine] = []) {
        self.path = path
        self.lines = lines
        isDamaged = true
    }

    /// Adds lines before they are driven. A line that the record already has is replaced.
    ///
    /// If this throws, the record is unchanged, and the lines must not be driven.
    public func add(_ added: [DrivenLine]) throws(DrivenLinesError) {
        let addresses = Set(added.map(\.address))
        try replace(with: lines.filter { !addresses.contains($0.address) } + added)
    }

    /// Removes lines that are not driven any more.
    public func remove(_ addresses: [LineAddress]) throws(DrivenLinesError) {
        let addresses = Set(addresses)
        try replace(with: lines.filter { !addresses.contains($0.address) })
    }

    /// Makes every line of the record inactive. Lines that fail stay in the record.
    ///
    /// - Parameter consumer: the name that other programs see during the request.
    /// - Returns: the lines that failed, with their errors.
    /// - Throws: an error if the record cannot be written, after the lines have been made inactive.
    public func makeInactive(
        on board: any Board, consumer: String
    ) throws(DrivenLinesError) -> [(line: DrivenLine, error: GPIOError)] {
        let failures = lines.makeInactive(on: board, consumer: consumer)
        try replace(with: failures.map(\.line))
        return failures
    }

    // MARK: The file

    private static func read(_ path: String) throws(DrivenLinesError) -> [DrivenLine] {
        let bytes: [UInt8]
        do throws(NewFile.Failure) {
            guard let found = try RecordFile.read(path, limit: sizeLimit) else { return [] }
            bytes = found
        } catch {
            throw .failed(call: error.call, path: path, code: error.code)
        }
        guard bytes.count <= sizeLimit, let text = String(validating: bytes, as: UTF8.self) else {
            throw .malformed(path: path, line: 1)
        }
        return try DrivenLinesText.lines(of: text, at: path)
    }

    private func replace(with lines: [DrivenLine]) throws(DrivenLinesError) {
        guard isDamaged || lines != self.lines else { return }
        if lines.isEmpty {
            guard unlink(path) == 0 || SystemCall.lastError == ENOENT else {
                throw .failed(call: "unlink", path: path, code: SystemCall.lastError)
            }
        } else {
            do throws(NewFile.Failure) {
                try RecordFile.replace(path, with: DrivenLinesText.text(of: lines))
            } catch {
                throw .failed(call: error.call, path: RecordFile.draft(of: path), code: error.code)
            }
        }
        self.lines = lines
        isDamaged = false
    }
}

/// Why the record of driven lines cannot be read or written.
public enum DrivenLinesError: Error, Sendable, Hashable, CustomStringConvertible {
    /// A system call on the file failed.
    case failed(call: String, path: String, code: Int32)
    /// The file is not a record of driven lines; `line` is the first bad line of its text, from 1.
    case malformed(path: String, line: Int)
    /// The file was written by a later version of Holdfast.
    case newerVersion(path: String, version: Int)

    /// The failure, the call and the path.
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
