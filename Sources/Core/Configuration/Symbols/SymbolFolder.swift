import EventLoop

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The folder `symbols` beside a panel's file, with the panel's own drawings: `NAME.svg` is the symbol `NAME`.
public struct SymbolFolder: Sendable {
    static let name = "symbols"
    /// The most drawings of a panel.
    public static let countLimit = 128

    public let path: String

    /// The folder beside `file`, whether it is there or not.
    public init(beside file: String) {
        path = NewFile.folder(of: file) + "/" + Self.name
    }

    /// The names of the folder's SVG files without their suffix, in alphabetical order. Empty without the folder.
    ///
    /// - Throws: the reason for which the folder cannot be read.
    public func names() throws(EventLoopError) -> [String] {
        do throws(EventLoopError) {
            return try FolderEntries.list(path).filter { $0.hasSuffix(Self.suffix) && !$0.hasPrefix(".") }.sorted()
                .map { String($0.dropLast(Self.suffix.count)) }
        } catch {
            guard error.code == ENOENT else { throw error }
            return []
        }
    }

    /// The names that a panel's file can use; none where the folder cannot be read.
    public var usableNames: Set<String> { Set(((try? names()) ?? []).filter(Self.isName)) }

    private static let suffix = ".svg"

    /// Whether a drawing may have this name: letters of ASCII, digits, `-`, `_` and `.`, no `.` at the start.
    static func isName(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix(".")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    /// The path of a drawing.
    public func file(_ name: String) -> String { "\(path)/\(name)\(Self.suffix)" }

    /// The bytes of a drawing. A file that other users can change or replace is refused, as a panel's file is.
    ///
    /// - Parameter limit: The size of the largest drawing, in bytes.
    public func read(_ name: String, limit: Int) throws(Unusable) -> [UInt8] {
        guard Self.isName(name) else { throw .name }
        return try Self.read(path: file(name), limit: limit, isTrusted: true)
    }

    /// The bytes of a file with a drawing.
    static func read(path: String, limit: Int, isTrusted: Bool) throws(Unusable) -> [UInt8] {
        do throws(FileContents.Failure) {
            return try FileContents.read(path, limit: limit, isTrusted: isTrusted)
        } catch {
            switch error.problem {
            case .tooLarge: throw Unusable(description: "it has more than \(limit / 1024) kB; simplify the drawing")
            case .isDirectory, .isNoRegularFile:
                throw Unusable(description: "it is not a regular file; put an SVG file there")
            default: throw Unusable(description: error.description)
            }
        }
    }

    /// Why a drawing cannot be read, and the remedy.
    public struct Unusable: Error, CustomStringConvertible {
        /// The reason and the remedy, in one line.
        public let description: String

        static let name = Unusable(
            description: "its name has other characters than letters of ASCII, digits, -, _ and .; rename it")
    }
}
