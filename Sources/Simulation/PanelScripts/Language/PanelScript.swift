import Authentication
import Configuration

/// A panel script: a panel, its people and the steps of a run.
public struct PanelScript: Sendable, Equatable {
    /// The script's file, as it was given.
    public var file: String

    /// The panel's file, relative to the script's folder; `nil` if the script names none.
    public var panel: String?

    /// The people who have a PIN.
    public var people: [ScriptPerson] = []

    /// The steps, in the file's order.
    public var steps: [ScriptStep] = []

    /// The path of the panel's file for this process. A script names it relative to the script's folder.
    ///
    /// - Throws: If the script names no panel.
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

/// One line of a panel script: a time with an action or an expectation.
public struct ScriptStep: Sendable, Hashable {
    /// The time of a step.
    public enum Time: Sendable, Hashable {
        /// Time since the script's start.
        case absolute(Duration)
        /// Time since the end of the previous step.
        case relative(Duration)
    }

    /// The time of the step.
    public var time: Time

    /// The action or expectation.
    public var action: ScriptAction

    /// The step's line in the script.
    public var place: ScriptPlace

    /// The step as the script has it, without its time.
    public var text: String
}

/// A line of a panel script.
public struct ScriptPlace: Sendable, Hashable, CustomStringConvertible {
    /// The script's file, as it was given.
    public var file: String

    /// The line, from 1.
    public var line: Int

    public var description: String { "\(file):\(line)" }
}

/// A person with a PIN, for one run of a script.
public struct ScriptPerson: Sendable, Equatable {
    public var name: String
    /// The person's PIN. A script is no secret.
    public var digits: String
    /// The person's role.
    public var role: Role
    /// The times at which a guest's PIN is valid.
    public var validity: Validity
    /// The person's line in the script.
    public var place: ScriptPlace
}

/// The error of a script that cannot be read, or cannot run on this panel or in this world.
public struct ScriptError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The line in the script; `nil` if the error is not in the script.
    public var place: ScriptPlace?

    /// The problem and its remedy.
    public var message: String

    /// Further errors of the script.
    public var others: [ScriptError] = []

    public init(_ message: String, at place: ScriptPlace?) {
        self.place = place
        self.message = message
    }

    /// Combines several errors; `nil` if there are none.
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
    /// - Throws: If the file has a panel file's name, cannot be read, is larger than 1 MB, is not UTF-8, or has an
    ///   error.
    public static func read(_ path: String) throws(ScriptError) -> PanelScript {
        if [".yaml", ".yml"].contains(where: path.lowercased().hasSuffix) {
            throw ScriptError(
                "\(path): this is a panel's file, not a script; a script begins with 'panel \(path)', and has "
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
