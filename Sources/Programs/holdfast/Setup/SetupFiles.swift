import Configuration
import EventLoop
import FoundationEssentials
import Glibc
import ProgramSupport

/// The panel's file, and the draft beside it.
struct SetupFiles {
    /// The file's path as the person gave it.
    let path: String
    /// The file that a link at the path leads to, so that the link stays.
    private let target: String
    /// The bytes that the session began with; `nil` if there was no file, or it could not be read.
    private(set) var bytes: [UInt8]?
    /// The panel, if the file is in order.
    private(set) var panel: PanelDescription?
    /// Why the file cannot be used; `nil` if it can, or there is none.
    private(set) var problem: String?

    /// The largest file of a panel, and more than any draft.
    private static let sizeLimit = 1_000_000

    /// Reads the file.
    ///
    /// - Throws: `FileProblem` if the folder cannot be written.
    init(_ path: String) throws {
        self.path = path
        var status = stat()
        target = lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK ? Self.resolve(path) : path
        let folder = NewFile.folder(of: target)
        guard access(folder, W_OK | X_OK) == 0 else { throw FileProblem(path: folder, call: "access") }
        guard lstat(target, &status) == 0 else { return }
        do {
            let found = try FileContents.read(target, limit: Self.sizeLimit)
            bytes = found
            panel = try PanelFile.parse(found, file: path)
        } catch let error as ConfigurationError {
            problem = error.description
        } catch {
            problem = "\(path) cannot be read: \(error)"
        }
    }

    private static func resolve(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    // MARK: The draft

    var draftPath: String { path + ".setup" }

    /// The answers of an earlier session; `nil` if there are none, or they are damaged.
    var answers: SetupAnswers? {
        guard let bytes = try? RecordFile.read(draftPath, limit: Self.sizeLimit), bytes.count <= Self.sizeLimit else {
            return nil
        }
        return try? JSONDecoder().decode(SetupAnswers.self, from: Data(bytes))
    }

    /// Keeps answers in place of the ones before; `nil` removes them.
    ///
    /// - Throws: `EventLoopError`, with the call that failed.
    func keep(_ answers: SetupAnswers?) throws {
        guard let answers else {
            guard unlink(draftPath) == 0 || SystemCall.lastError == ENOENT else { throw EventLoopError(call: "unlink") }
            return
        }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        try RecordFile.replace(draftPath, with: String(decoding: try encoder.encode(answers), as: UTF8.self) + "\n")
    }

    // MARK: Writing

    /// Puts the text in place of the file, with the file's owner and mode, all or nothing.
    ///
    /// - Parameter keepsOld: Whether the present file stays under another name.
    /// - Returns: The lines for the person.
    func write(_ text: [UInt8], keepsOld: Bool) throws -> [String] {
        var status = stat()
        let exists = lstat(target, &status) == 0
        let present = exists ? try? FileContents.read(target, limit: Self.sizeLimit) : nil
        guard present == bytes else { throw ChangedFile(path: path) }
        let old = exists && keepsOld ? try Self.keepOld(target) : nil
        try Self.replace(target, with: text, like: exists ? status : nil)
        return ["\(path) is written."] + (old.map { ["The old file is \($0)."] } ?? [])
            + [PanelFile.trustRemark(path: path)?.description].compactMap(\.self)
    }

    /// The text of the file as it is now, with additions.
    ///
    /// - Throws: `Unfit`, or why the file cannot be read.
    func adding(_ additions: PanelAdditions) throws -> [UInt8] {
        let present = try FileContents.read(target, limit: Self.sizeLimit)
        do throws(PanelTextError) {
            return try PanelText.adding(additions, to: present, file: path)
        } catch {
            throw Unfit(path: path, keys: additions.values.map(\.key))
        }
    }

    /// The file does not take an addition: it has errors, or the key already.
    struct Unfit: Error, CustomStringConvertible {
        let path: String
        let keys: [String]
        var description: String {
            "cannot add \(keys.joined(separator: " and ")) to \(path): it has the key already, or an error "
                + "(holdfast check)"
        }
    }

    /// Puts the text in place of the file, with its owner and mode.
    ///
    /// - Returns: The lines for the person.
    func rewrite(_ text: [UInt8]) throws -> [String] {
        var status = stat()
        guard lstat(target, &status) == 0 else { throw FileProblem(path: path, call: "lstat") }
        try Self.replace(target, with: text, like: status)
        return ["\(path) is written."]
    }

    /// The file was changed by another program during the session.
    private struct ChangedFile: Error, CustomStringConvertible {
        let path: String
        var description: String { "\(path) has changed in the meantime; run the same command again" }
    }

    /// Writes a text beside the file, for a person to compare.
    func writeBeside(_ text: [UInt8]) throws -> [String] {
        try Self.replace(target + ".new", with: text, like: nil)
        return ["The new text is in \(path).new."]
    }

    /// Gives the file a second name.
    ///
    /// - Returns: The name.
    static func keepOld(_ path: String) throws -> String {
        for number in 1...99 {
            let name = path + ".old" + (number > 1 ? "\(number)" : "")
            if link(path, name) == 0 { return name }
            guard SystemCall.lastError == EEXIST else { throw FileProblem(path: name, call: "link") }
        }
        throw FileProblem(path: path + ".old", call: "link", code: EEXIST)
    }

    /// Replaces a file by a new one, which is on disk before it gets the file's name.
    ///
    /// - Parameter like: The file whose owner and mode the new one gets; `nil`: mode 0644.
    static func replace(_ path: String, with text: [UInt8], like status: stat?) throws {
        let draft = path + ".setup-new"
        unlink(draft)
        do throws(NewFile.Failure) {
            try NewFile.write(
                text, to: draft, mode: (status?.st_mode ?? 0o644) & 0o7777,
                owner: status.map { ($0.st_uid, $0.st_gid) })
        } catch {
            throw FileProblem(path: draft, call: error.call, code: error.code)
        }
        guard rename(draft, path) == 0 else {
            let problem = FileProblem(path: path, call: "rename")
            unlink(draft)
            throw problem
        }
        if let failure = NewFile.syncFolder(of: path) { throw failure }
    }
}
