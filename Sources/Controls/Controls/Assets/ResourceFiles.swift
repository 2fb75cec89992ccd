import FoundationEssentials
import Glibc

/// Finds and reads the resources of the running program: its translations and asset catalogues.
enum ResourceFiles {
    /// An environment variable; `nil` if it is not set.
    static func variable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }

    /// The folders with resources: the program's folder, and before it the subfolders `*.resources` and `Localization`.
    static func foldersOfProgram() -> [String] {
        // The running program's file (proc(5)).
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"),
            let slash = program.lastIndex(of: "/")
        else { return [] }
        return folders(ofProgram: String(program[program.index(after: slash)...]), in: String(program[..<slash]))
    }

    static func folders(ofProgram program: String, in folder: String) -> [String] {
        let all = names(in: folder).filter { $0 == "Localization" || $0.hasSuffix(".resources") }
        // SwiftPM names them PACKAGE_TARGET.resources. Programs of one package are built into one folder, and the
        // resources of this program come first.
        let own = "_\(program).resources"
        let sorted = all.filter { $0.hasSuffix(own) } + all.filter { !$0.hasSuffix(own) }
        return sorted.map { "\(folder)/\($0)" } + [folder]
    }

    /// The names in a folder, in alphabetical order; empty if the folder cannot be read.
    static func names(in folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder))?.sorted() ?? []
    }

    enum Content {
        case bytes([UInt8])
        /// The file is longer than the limit, and was not read to its end.
        case tooLong
    }

    /// Reads a file; `nil` if the file cannot be read.
    ///
    /// - Parameter limit: The maximum size in bytes.
    static func content(of path: String, limit: Int) -> Content? {
        // O_NONBLOCK: opening a FIFO must not wait for a writer.
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = read(file, &chunk, chunk.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { return nil }
            guard count > 0 else { return .bytes(bytes) }
            bytes += chunk.prefix(count)
            if bytes.count > limit { return .tooLong }
        }
    }

    /// Decodes a JSON file.
    ///
    /// - Parameters:
    ///   - limit: The maximum size in bytes.
    ///   - options: Values for the type's decoding, by their keys.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from path: String, limit: Int, options: [CodingUserInfoKey: any Sendable] = [:]
    ) throws(ResourceProblem) -> Value {
        let bytes: [UInt8]
        switch content(of: path, limit: limit) {
        case .bytes(let content): bytes = content
        case .tooLong: throw ResourceProblem(path: path, reason: .tooLong(limit: limit))
        case nil: throw ResourceProblem(path: path, reason: .unreadable)
        }
        do {
            let decoder = JSONDecoder()
            decoder.userInfo = options
            return try decoder.decode(type, from: Data(bytes))
        } catch {
            throw ResourceProblem(path: path, reason: ResourceProblem.Reason(error))
        }
    }
}

/// Why a resource of the program is not used.
struct ResourceProblem: Error, Hashable, CustomStringConvertible {
    enum Reason: Hashable {
        /// The file is missing, or the process may not read it.
        case unreadable
        /// The file is longer than the limit in bytes.
        case tooLong(limit: Int)
        /// The file is not JSON.
        case notJSON
        /// A value is missing, or is not of its format.
        case invalid(place: String)
        /// A catalogue has more files and folders than the limit.
        case tooMany(limit: Int)
        /// No catalogue has a colour with this name.
        case noColor(String)
    }

    /// The file or folder.
    let path: String
    let reason: Reason

    /// The file, the fault and the remedy, in one line.
    var description: String { "\(path): \(words)" }

    private var words: String {
        switch reason {
        case .unreadable: "it cannot be read; check that it is there, and that the extension's user may read it"
        case .tooLong(let limit): "it has more than \(limit >> 10) KiB; split it, or remove what is not used"
        case .notJSON: "it is not JSON; correct it, or save it again with Xcode"
        case .invalid(let place): "'\(place)' is not as Xcode writes it; correct or remove it"
        case .tooMany(let limit): "it has more than \(limit) files and folders; the others are left out; remove some"
        case .noColor(let name): "there is no colour set '\(name)'; add it to an asset catalogue, or correct the name"
        }
    }
}

extension ResourceProblem.Reason {
    /// The reason for an error of decoding.
    init(_ error: any Error) {
        guard let error = error as? DecodingError else {
            self = .notJSON
            return
        }
        let path: [any CodingKey] =
            switch error {
            case .keyNotFound(let key, let context): context.codingPath + [key]
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                context.codingPath
            @unknown default: []
            }
        // Keys of texts may be long, and may have several lines.
        let place = path.map(\.stringValue).joined(separator: ".").prefix(120).map { $0.isNewline ? " " : $0 }
        self = place.isEmpty ? .notJSON : .invalid(place: String(place))
    }
}
