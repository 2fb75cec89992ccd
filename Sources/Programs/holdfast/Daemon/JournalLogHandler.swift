import CSystemd
import Glibc
import Logging
import ProgramSupport

/// Writes log messages to standard error, one line each. If standard error is the journal, each line begins with the
/// message's priority (`sd-daemon(3)`).
struct JournalLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let isJournal: Bool

    /// The metadata key of the control that a message is about, and the journal's field. `journalctl KIND=…` finds
    /// the errors of a failing provider (C48).
    static let kindKey = "KIND"

    /// A logger that writes to the journal if systemd has connected standard error to the journal
    /// (`$JOURNAL_STREAM`).
    static func makeLogger(level: Logger.Level) -> Logger {
        Logger(label: "holdfast") { _ in
            JournalLogHandler(logLevel: level, isJournal: getenv("JOURNAL_STREAM") != nil)
        }
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        if isJournal, let kind = event.metadata?[Self.kindKey],
            holdfast_journal_send(Int32(Self.priority(event.level)), "\(kind)", event.message.description) == 0
        {
            return
        }
        let prefix = isJournal ? "<\(Self.priority(event.level))>" : "\(event.level): "
        let message = event.message.description
        guard message.utf8.contains(UInt8(ascii: "\n")) else { return Output.printError(prefix + message) }
        // The journal would split a message of several lines into entries, and only the first entry would have a
        // priority.
        for line in message.split(separator: "\n") { Output.printError(prefix + line) }
    }

    /// The priority numbers of syslog(3).
    private static func priority(_ level: Logger.Level) -> Int {
        switch level {
        case .trace, .debug: 7
        case .info: 6
        case .notice: 5
        case .warning: 4
        case .error: 3
        case .critical: 2
        }
    }
}
