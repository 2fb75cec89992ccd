import ControlExtension
import Glibc

/// Writes messages of an extension to the journal, with their levels. Under `holdfast up`, they go to standard error.
///
/// Values that an interpolation does not declare public are redacted, as on Apple's systems: see `OSLogPrivacy`.
public struct Logger: Sendable {
    private let category: String
    private let isEnabled: Bool

    /// A logger of a part of the program. Each message begins with the category; the unit of the extension stands for
    /// the subsystem.
    public init(subsystem: String, category: String) {
        self.category = category
        isEnabled = true
    }

    /// A logger without a category.
    public init() {
        category = ""
        isEnabled = true
    }

    public init(_ log: OSLog) {
        category = log.category
        isEnabled = log.isEnabled
    }

    /// Writes a message of the level `default`.
    public func log(_ message: OSLogMessage) { log(level: .default, message) }
    /// Writes a message of a level.
    public func log(level: OSLogType, _ message: OSLogMessage) {
        write(message, level.priority)
    }
    /// Writes a message for developers.
    public func trace(_ message: OSLogMessage) { log(level: .debug, message) }
    /// Writes a message for developers.
    public func debug(_ message: OSLogMessage) { log(level: .debug, message) }
    /// Writes a message that helps to understand an error.
    public func info(_ message: OSLogMessage) { log(level: .info, message) }
    /// Writes a message that administrators should find.
    public func notice(_ message: OSLogMessage) { log(level: .default, message) }
    public func warning(_ message: OSLogMessage) { write(message, LogLine.warning) }
    /// Writes an error of the program.
    public func error(_ message: OSLogMessage) { log(level: .error, message) }
    /// Writes an error that the program cannot recover from.
    public func critical(_ message: OSLogMessage) { log(level: .fault, message) }
    /// Writes an error that the program cannot recover from.
    public func fault(_ message: OSLogMessage) { log(level: .fault, message) }

    private func write(_ message: OSLogMessage, _ priority: Int) {
        if isEnabled { LogLine.write(message.text, category: category, priority: priority) }
    }
}

/// A log of a part of the program.
public final class OSLog: Sendable {
    let category: String
    let isEnabled: Bool

    /// A log. Each message begins with the category; the unit of the extension stands for the subsystem.
    public init(subsystem: String, category: String) {
        self.category = category
        isEnabled = true
    }

    private init(isEnabled: Bool) {
        category = ""
        self.isEnabled = isEnabled
    }

    /// The log without a category.
    public static let `default` = OSLog(isEnabled: true)
    /// The log that keeps no message.
    public static let disabled = OSLog(isEnabled: false)
}

/// The level of a message.
public struct OSLogType: Hashable, Sendable {
    /// The number in syslog(3).
    let priority: Int

    /// A message that administrators should find.
    public static let `default` = OSLogType(priority: 5)
    /// A message that helps to understand an error.
    public static let info = OSLogType(priority: 6)
    /// A message for developers.
    public static let debug = OSLogType(priority: 7)
    /// An error of the program.
    public static let error = OSLogType(priority: 3)
    /// An error that the program cannot recover from.
    public static let fault = OSLogType(priority: 2)
}

/// Writes a message of a level.
public func os_log(_ type: OSLogType, log: OSLog = .default, _ message: OSLogMessage) {
    Logger(log).log(level: type, message)
}

/// Writes a message of the level `default`.
public func os_log(_ message: OSLogMessage) {
    os_log(.default, message)
}

/// Lines of messages as the journal takes them (sd-daemon(3)).
enum LogLine {
    /// The number of a warning in syslog(3).
    static let warning = 4

    /// systemd sets the variable where standard error is the journal (systemd.exec(5)).
    private static let isJournal = getenv("JOURNAL_STREAM") != nil

    static func write(_ text: String, category: String, priority: Int) {
        for line in lines(text, category: category, priority: priority, isJournal: isJournal) {
            StandardError.note(line)
        }
    }

    /// One line for each line of the message: the journal makes an entry of each, with its own priority.
    static func lines(_ text: String, category: String, priority: Int, isJournal: Bool) -> [String] {
        let start = (isJournal ? "<\(priority)>" : "") + (category.isEmpty ? "" : "\(category): ")
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            // Escape sequences in a value would reach the reader's terminal.
            start
                + String(
                    String.UnicodeScalarView(
                        line.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
        }
    }
}
