import ArgumentParser
import LocalAPI
import MonotonicTime
import ProgramSupport

/// `holdfast log [--follow] [--since WHEN | --last N]`
struct Log: PanelCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the log of the lock.",
        discussion: """
            Each entry is one line: local time, person, action, object and result. For root, the user that runs the \
            panel, and a person who gives a PIN that is not a guest's (--unlock). Other users see the performances of \
            controls that need no PIN, without names. '?' marks a time from a clock that was not known to be right. \
            --since with a date includes all entries with such a time. With --follow, a PIN is valid for the time of \
            page_auto_lock or auto_lock of the panel.
            """)

    @Flag(help: "Show new entries until Ctrl-C. Without --since or --last, begin with the last 10 entries.")
    var follow = false

    @Option(
        help: ArgumentHelp(
            """
            Show only entries since this time: a time back, such as 2h or '3 d', or a local date and time, such as \
            '2026-05-01 18:00'.
            """,
            valueName: "when"))
    var since: String?

    @Option(help: ArgumentHelp("Show only this number of last entries.", valueName: "n"))
    var last: Int?

    @OptionGroup var unlock: UnlockOption
    @OptionGroup var panel: PanelOptions

    /// The number of earlier entries that `--follow` prints first.
    private static let fewEntries = 10

    func validate() throws {
        if let last, last < 0 { throw ValidationError("'--last' is a number of entries, from 0.") }
        if last != nil, since != nil { throw ValidationError("Give one of --since and --last.") }
        guard let since, LogBeginning(since) == nil else { return }
        throw ValidationError(
            "'\(since.onOneLine)' is not a time: give a time back, such as 2h or '3 d', or a date, as 2026-05-01 or "
                + "'2026-05-01 18:00'.")
    }

    func perform() throws {
        var parameters = PanelInterface.Log.Parameters(follow: follow ? true : nil)
        switch since.flatMap(LogBeginning.init) {
        case .back(let duration)?: parameters.seconds = duration / .seconds(1)
        case .at(let time)?: parameters.since = Double(time)
        case nil: parameters.last = last ?? (follow ? Self.fewEntries : nil)
        }
        try unlock.client(path: panel.socket.path).printLog(parameters, asJSON: json.json)
    }
}
