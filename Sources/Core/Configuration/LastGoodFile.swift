import EventLoop

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The text of the panel's file that a program used last, in the program's state directory. A start with a broken file
/// uses this text, since a panel that does not start after a power cut keeps people out.
///
/// The text is a file and not a part of the store: a broken store must not take it away, and a gateway has no store.
///
/// A panel's file may contain tokens, such as those of webhooks. So the copy is readable for the program's user alone,
/// and holds one text: a token that a person removes from the file goes from the copy as the new file is used.
public struct LastGoodFile: Sendable {
    /// The copy's name in a state directory.
    private static let name = "last-good.yaml"

    /// The path of the copy.
    public let path: String
    /// The path of the panel's file.
    private let file: String
    /// The first line of the copy: the text of one panel's file does not take the place of another panel's.
    private let header: [UInt8]

    /// The copy of a panel's file.
    ///
    /// - Parameters:
    ///   - folder: the state directory.
    ///   - file: the path of the panel's file; a relative path is relative to the working directory of now.
    public init(in folder: String, of file: String) {
        path = "\(folder)/\(Self.name)"
        self.file = file
        header = Array("# The last good text of \(PanelFile.absolutePath(of: file))\n".utf8)
    }

    /// The kept text; `nil` if no text of this file is kept, or if other users can change the copy.
    ///
    /// - Parameter user: the user who may change the copy, besides root; `nil` for this process's.
    public func text(for user: UInt32? = nil) -> [UInt8]? {
        let limit = PanelFile.sizeLimit + header.count
        guard let bytes = try? FileContents.read(path, limit: limit, isTrusted: true, for: user),
            bytes.starts(with: header)
        else { return nil }
        return Array(bytes.dropFirst(header.count))
    }

    /// The panel of the kept text; `nil` if there is none, or if this version of the program does not take the text.
    ///
    /// - Parameter user: the user who may change the copy, besides root; `nil` for this process's.
    public func panel(for user: UInt32? = nil) -> PanelDescription? {
        text(for: user).flatMap { try? PanelFile.parse($0, file: file) }
    }

    /// The kept text and its panel, for a program whose file has a problem; `nil` as with `panel`.
    public func opened(because problem: ConfigurationError) -> OpenedPanelFile? {
        guard let text = text(), let panel = try? PanelFile.parse(text, file: file) else { return nil }
        return OpenedPanelFile(panel: panel, text: text, problem: problem)
    }

    /// A note that the copy is there and cannot be used; `nil` without a copy.
    fileprivate var remark: Diagnostic? {
        guard access(path, F_OK) == 0 else { return nil }
        return .note(
            "the last good text cannot be used either; the next panel that runs replaces it", at: .start(of: path))
    }

    /// Keeps a text that the program uses now. An equal text costs no write. After a power cut, the copy has the old or
    /// the new text.
    ///
    /// - Throws: the system call that failed; the old copy stays.
    public func keep(_ text: [UInt8]) throws(NewFile.Failure) {
        // The panel's file itself is never written, wherever it lies.
        guard PanelFile.absolutePath(of: path) != PanelFile.absolutePath(of: file), text != self.text() else { return }
        try NewFile.replace(path, with: header + text)
    }
}

/// A panel's file as a program has read it at its start.
public struct OpenedPanelFile: Sendable {
    /// The panel to run.
    public let panel: PanelDescription
    /// The panel's text.
    public let text: [UInt8]
    /// Why the file cannot be used; the panel is then that of the last good text.
    public let problem: ConfigurationError?

    public init(panel: PanelDescription, text: [UInt8], problem: ConfigurationError?) {
        (self.panel, self.text, self.problem) = (panel, text, problem)
    }
}

extension PanelFile {
    /// Reads the file at `path`, or else the last good text of that file. A file that other users can change is refused,
    /// since an attacker may have written it.
    ///
    /// - Parameter lastGood: the last good text; `nil` for none.
    /// - Throws: the errors of the file, if no last good text can be used.
    public static func open(
        path: String, orLastGood lastGood: LastGoodFile?
    ) throws(ConfigurationError) -> OpenedPanelFile {
        do throws(ConfigurationError) {
            let text = try Self.text(path: path, isTrusted: true)
            return OpenedPanelFile(panel: try parse(text, file: path), text: text, problem: nil)
        } catch {
            let isTrusted = (try? Self.text(path: path, isTrusted: true)) != nil
            let isReadable = (try? Self.text(path: path, isTrusted: false)) != nil
            guard isTrusted || !isReadable, let lastGood else { throw error }
            if let opened = lastGood.opened(because: error) { return opened }
            throw ConfigurationError(diagnostics: error.diagnostics + [lastGood.remark].compactMap(\.self))
        }
    }
}
