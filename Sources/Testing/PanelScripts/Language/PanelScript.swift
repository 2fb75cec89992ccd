import Authentication
import Configuration

/// A panel script: which panel, and what happens to it.
public struct PanelScript: Sendable, Equatable {
    /// The script's file, as it was given.
    public var file: String

    /// The panel's file, relative to the script's folder; `nil` where the script names none.
    public var panel: String?

    /// Those who have a PIN.
    public var people: [ScriptPerson] = []

    /// What happens, in the file's order.
    public var steps: [ScriptStep]

    /// A script of these steps.
    public init(file: String, panel: String? = nil, steps: [ScriptStep] = []) {
        self.file = file
        self.panel = panel
        self.steps = steps
    }
}

/// One line of a panel script: when, and what happens or must be so.
public struct ScriptStep: Sendable, Hashable {
    /// When a step takes place.
    public enum Time: Sendable, Hashable {
        /// Since the script's start.
        case absolute(Duration)
        /// Since the end of the step before.
        case relative(Duration)
    }

    /// When it takes place.
    public var time: Time

    /// What happens.
    public var action: ScriptAction

    /// Where it stands.
    public var place: ScriptPlace
}

/// A line of a panel script.
public struct ScriptPlace: Sendable, Hashable, CustomStringConvertible {
    /// The script's file, as it was given.
    public var file: String

    /// The line, from 1.
    public var line: Int

    /// A line of `file`.
    public init(file: String, line: Int) {
        self.file = file
        self.line = line
    }

    public var description: String { "\(file):\(line)" }
}

/// Somebody with a PIN, for one run of a script.
public struct ScriptPerson: Sendable, Equatable {
    /// Their name.
    public var name: String
    /// Their PIN. A script is no secret.
    public var digits: String
    /// What they may.
    public var role: Role
    /// When, of a guest.
    public var validity: Validity
    /// Where the script has them.
    public var place: ScriptPlace
}

/// A script that cannot be read, or cannot run here.
public struct ScriptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// Where in the script; `nil` where the script is not to blame.
    public var place: ScriptPlace?

    /// What is wrong and what to do.
    public var message: String

    /// What else is wrong with the script.
    public var others: [ScriptError] = []

    /// An error at `place`.
    public init(_ message: String, at place: ScriptPlace?) {
        self.place = place
        self.message = message
    }

    /// Several errors as one; `nil` where there are none.
    init?(_ errors: [ScriptError]) {
        guard let first = errors.first else { return nil }
        self = first
        others += errors.dropFirst().flatMap { [$0] + $0.others }
    }

    /// A line for each error.
    public var description: String {
        ([line] + others.map(\.line)).joined(separator: "\n")
    }

    private var line: String {
        (place.map { "\($0): " } ?? "") + "error: \(message)"
    }
}

/// Reads panel scripts from files.
public enum ScriptFile {
    /// Reads the script at `path`.
    ///
    /// - Throws: where the file is a panel's by its name, cannot be read, is over 1 MB or not UTF-8, or has an error.
    public static func read(_ path: String) throws(ScriptError) -> PanelScript {
        if [".yaml", ".yml"].contains(where: path.lowercased().hasSuffix) {
            throw ScriptError(
                "\(path): this is a panel's file, and a script is wanted: text that begins with 'panel \(path)', and has "
                    + "a step in each line, such as '0ms tap action'", at: nil)
        }
        let bytes: [UInt8]
        do {
            bytes = try FileContents.read(path, limit: ScriptReader.largestFile)
        } catch {
            throw ScriptError("\(path): \(error)", at: nil)
        }
        let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let start = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        guard let text = String(validating: bytes[start...], as: UTF8.self) else {
            throw ScriptError("\(path): this is not text in UTF-8", at: nil)
        }
        return try ScriptReader.read(text, file: path)
    }
}

extension PanelScript {
    /// The panel's file, as a path from where the program runs: a script names it relative to its own folder.
    ///
    /// - Throws: where the script names none.
    public func panelPath() throws(ScriptError) -> String {
        guard let panel else {
            throw ScriptError(
                "the script names no panel; begin it with 'panel FILE', or give --panel",
                at: ScriptPlace(file: file, line: 1))
        }
        guard !panel.hasPrefix("/"), let slash = file.lastIndex(of: "/") else { return panel }
        return file[...slash] + panel
    }
}
