import CSystemd
import Glibc
import Logging

/// Writes log messages to standard error, one line each; where that is the journal, with the prefix that tells it how
/// urgent they are (`sd-daemon(3)`).
struct JournalLogHandler: LogHandler {
    var logLevel: Logger.Level
    var metadata: Logger.Metadata = [:]
    private let isJournal: Bool

    /// The control that a message is about: the journal's field `KIND=`, by which `journalctl KIND=…` finds it (C48).
    static let kindKey = "KIND"

    /// A logger that goes to the journal where systemd has connected standard error to it (`$JOURNAL_STREAM`).
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
        // A message of several lines would be cut into several entries, the later ones without urgency.
        for line in message.split(separator: "\n") { Output.printError(prefix + line) }
    }

    /// syslog(3)'s numbers.
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
